/** The holiday allowance of a worker on PAYE, with the total of each rate. */
import { labelIn } from '#entity/choices.ts'
import { toNumericText } from '#kernel/rate.ts'
import type { FormPart } from '#web/form/fields.ts'
import { NumberInput, Select } from '#web/ui/inputs.tsx'
import {
  type HolidayPay,
  holiday_pay_types,
  holidayPay,
  paidWith,
  readHolidayPay,
} from '../../rates/holiday-pay.rules.ts'
import { ratePairErrors } from '../../rates/rate-version.rules.ts'
import { readRate } from '../../rates/read-rate.rules.ts'
import type { TypedRate } from './placement-rates.form.tsx'
import { paidWay, usePlacementWorker } from './placement-worker.hook.ts'

export type TypedHoliday = {
  readonly holiday_pay_type: string
  readonly holiday_pay_percent: string
  readonly rates: readonly TypedRate[]
}

const payOf = (typed: TypedHoliday): HolidayPay | null => {
  const read = readHolidayPay(typed)
  return 'pay' in read ? read.pay : null
}

/** Faults of the allowance, and of a rate that is above the client's, with its allowance where it has one. */
export function typedPayFaults(typed: TypedHoliday): Readonly<Record<string, string>> {
  const read = readHolidayPay(typed)
  if ('errors' in read) return read.errors
  const { pay } = read
  return Object.fromEntries(
    typed.rates.flatMap(({ contractor_rate, client_rate }, i) => {
      const [base, client] = [readRate(contractor_rate), readRate(client_rate)]
      if (base === null || client === null) return []
      const faults = ratePairErrors(paidWith(base, pay), client, 'contractor_rate')
      return Object.entries(faults).map(([field, says]) => [`rates.${i}.${field}`, says])
    }),
  )
}

/** The rate with the pay of its worker, for the margin. */
export function rateWithHoliday(typed: TypedRate, holiday: TypedHoliday): TypedRate {
  const [base, pay] = [readRate(typed.contractor_rate), payOf(holiday)]
  if (base === null || pay === null) return typed
  return { ...typed, contractor_rate: toNumericText(holidayPay(base, pay.allowance, pay.type).total_rate) }
}

/** As the verb takes it. */
export const holidayInput = ({ holiday_pay_type, holiday_pay_percent }: TypedHoliday) =>
  holiday_pay_type === '' && holiday_pay_percent.trim() === ''
    ? {}
    : {
        ...(holiday_pay_type === '' ? {} : { holiday_pay_type }),
        holiday_pay_percent: holiday_pay_percent.trim(),
      }

export function PlacementHoliday({
  values,
  set,
  errors,
}: FormPart<TypedHoliday & { readonly contractor_id: string; readonly payment_company_id: string }>) {
  const { contractor_id, payment_company_id, holiday_pay_type, holiday_pay_percent, rates } = values
  const { data: worker } = usePlacementWorker(contractor_id)
  const is_typed = holiday_pay_type !== '' || holiday_pay_percent !== ''
  if (!(worker && paidWay(worker, payment_company_id) === 'paye') && !is_typed) return null
  const pay = payOf(values)
  return (
    <fieldset className="grid min-w-0 items-start gap-3 tablet:grid-cols-2">
      <legend className="sr-only">Holiday pay</legend>
      <Select
        label="Holiday pay"
        hint="On top of the contractor rates"
        placeholder="As the employment says"
        options={holiday_pay_types}
        value={holiday_pay_type}
        onChange={(type) => set({ holiday_pay_type: type })}
        error={errors.holiday_pay_type}
      />
      <NumberInput
        label="Holiday pay, %"
        hint="At least 12.07"
        required={holiday_pay_type !== ''}
        maxLength={15}
        value={holiday_pay_percent}
        onChange={(typed) => set({ holiday_pay_percent: typed })}
        error={errors.holiday_pay_percent}
      />
      {pay && (
        <ul className="text-n11 tablet:col-span-2" aria-live="polite">
          {rates.map((one) => {
            const base = readRate(one.contractor_rate)
            if (base === null) return null
            const { holiday_pay_rate, total_rate } = holidayPay(base, pay.allowance, pay.type)
            return (
              <li key={one.key}>
                {one.name || 'Rate'}: holiday pay {toNumericText(holiday_pay_rate)}, total rate{' '}
                {toNumericText(total_rate)}. {labelIn(holiday_pay_types, pay.type)}.
              </li>
            )
          })}
        </ul>
      )}
    </fieldset>
  )
}
