/** Rates that the form of a change request adds to a placement in force (decision 0212). Pure. */
import { type Day, day, formatDay, isDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { formatRate, type Rate4, toNumericText } from '#kernel/rate.ts'
import { type HolidayPay, holidayPay, paidWith, readHolidayPay } from '../../rates/holiday-pay.rules.ts'
import { missingRateErrors, ratePairErrors, type TypedRateFields } from '../../rates/rate-version.rules.ts'
import { readRate } from '../../rates/read-rate.rules.ts'

/** The contractor rate is without holiday pay, as on a new placement. */
export type TypedPair = TypedRateFields & {
  readonly key: string
  readonly holiday_pay_type: string
  readonly holiday_pay_percent: string
}

export const emptyPair = (key: string): TypedPair => ({
  key,
  name: '',
  unit_type: 'hourly',
  contractor_rate: '',
  client_rate: '',
  standard_units: '',
  effective_to: '',
  holiday_pay_type: '',
  holiday_pay_percent: '',
})

/** As the verb takes them. */
export const addedInputs = (added: readonly TypedPair[]) =>
  added.map(({ key: _, name, unit_type, contractor_rate, client_rate, ...may_be_blank }) => ({
    name: name.trim(),
    unit_type,
    contractor_rate: contractor_rate.trim(),
    client_rate: client_rate.trim(),
    ...Object.fromEntries(
      Object.entries(may_be_blank).flatMap(([field, text]) =>
        text.trim() === '' ? [] : [[field, text.trim()]],
      ),
    ),
  }))

const holidayOf = (typed: TypedPair): HolidayPay | null => {
  const read = readHolidayPay(typed)
  return 'pay' in read ? read.pay : null
}

/** Faults that the form finds itself, by the fields of the verb. */
export function addedRateFaults(added: readonly TypedPair[]): FieldErrors {
  const missing = Object.entries(missingRateErrors(added)).map(([field, says]) => [`added_${field}`, says])
  const pairs = added.flatMap((typed, i) => {
    const [base, price] = [readRate(typed.contractor_rate), readRate(typed.client_rate)]
    if (base === null || price === null) return []
    const faults = ratePairErrors(paidWith(base, holidayOf(typed)), price, 'contractor_rate')
    return Object.entries(faults).map(([field, says]) => [`added_rates.${i}.${field}`, says])
  })
  return Object.fromEntries([...missing, ...pairs])
}

/** `holiday pay 2.4140, total rate 22.4140` of a typed rate with an allowance. */
export function addedHolidayLine(typed: TypedPair): string | null {
  const [base, pay] = [readRate(typed.contractor_rate), holidayOf(typed)]
  if (base === null || pay === null) return null
  const { holiday_pay_rate, total_rate } = holidayPay(base, pay.allowance, pay.type)
  return `holiday pay ${toNumericText(holiday_pay_rate)}, total rate ${toNumericText(total_rate)}`
}

/** `Overtime contractor rate: 30.00 from 14/12/2026 on`, a line for each side of each new rate. */
export function addedTimeline(added: readonly TypedPair[], from: string): string[] {
  if (!isDay(from)) return []
  return added.flatMap((typed) => {
    const base = readRate(typed.contractor_rate)
    const line = (label: string, value: Rate4 | null) =>
      value === null
        ? []
        : [`${typed.name.trim() || 'Rate'} ${label}: ${formatRate(value)} from ${spanOf(day(from), typed)}`]
    return [
      ...line('contractor rate', base === null ? null : paidWith(base, holidayOf(typed))),
      ...line('client rate', readRate(typed.client_rate)),
    ]
  })
}

const spanOf = (from: Day, { effective_to: to }: TypedPair): string =>
  `${formatDay(from)} ${isDay(to) ? `to ${formatDay(day(to))}` : 'on'}`
