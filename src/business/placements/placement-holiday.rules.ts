/** The holiday allowance of a placement beside the worker's employment, which decides how holiday is paid (decision 0080). Pure. */
import type { FieldErrors } from '#kernel/errors.ts'
import { formatPercent, percent } from '#kernel/rate.ts'
import { type HolidayPay, readHolidayPay } from '../rates/holiday-pay.rules.ts'

/** Percent as decimal text, at most one of them. */
export type EmploymentHoliday = {
  readonly rolled_up_percent: string | null
  readonly retained_percent: string | null
}

type Typed = {
  readonly holiday_pay_type?: string | undefined
  readonly holiday_pay_percent?: string | undefined
}
type Worker = { readonly payment_type: string | null; readonly employment: EmploymentHoliday | null }

/** The agreed allowance, or every fault by its field. */
export function settleHoliday(
  typed: Typed,
  { payment_type, employment }: Worker,
): { readonly pay: HolidayPay | null; readonly errors: FieldErrors } {
  const read = readHolidayPay({
    holiday_pay_type: typed.holiday_pay_type ?? '',
    holiday_pay_percent: typed.holiday_pay_percent ?? '',
  })
  if ('errors' in read) return { pay: null, errors: read.errors }
  const { pay } = read
  const fault = agreementFault(pay, { payment_type, employment })
  return { pay, errors: fault === null ? {} : { holiday_pay_type: fault } }
}

/** Why this worker's rates may not have this allowance. */
export function agreementFault(pay: HolidayPay | null, { payment_type, employment }: Worker): string | null {
  if (pay === null) return null
  return payment_type === 'paye' ? employmentFault(pay, employment) : 'Only workers on PAYE have holiday pay'
}

/** Otherwise pay runs would pay the holiday twice, or not at all. */
function employmentFault(
  { type, allowance }: HolidayPay,
  employment: EmploymentHoliday | null,
): string | null {
  if (employment === null) return null
  const { rolled_up_percent, retained_percent } = employment
  const agreed = type === 'rolled_up_holiday' ? rolled_up_percent : retained_percent
  if (agreed !== null && percent(agreed) === allowance) return null
  const has = rolled_up_percent ?? retained_percent
  if (has === null) return 'The employment of this worker has no such holiday pay'
  const way = rolled_up_percent === null ? 'retains' : 'rolls up'
  return `The employment of this worker ${way} holiday pay of ${formatPercent(percent(has))}`
}
