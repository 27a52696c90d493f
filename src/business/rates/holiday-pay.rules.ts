/** Holiday pay on a rate (spec §9). */
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Percent4, Rate4 } from '#kernel/rate.ts'
import { addRates, percent, percentOfRate } from '#kernel/rate.ts'

/** The legal minimum: 5.6 weeks of 46.4 worked. */
const holiday_pay_percent_min = percent('12.07')

type HolidayPayType = 'rolled_up_holiday' | 'retained_holiday'

/** Rate × allowance ÷ 100 to 4 decimals; rolled-up holiday adds it to the rate as total_rate. */
export function holidayPay(
  base: Rate4,
  allowance: Percent4,
  type: HolidayPayType,
): { readonly holiday_pay_rate: Rate4; readonly total_rate: Rate4 } {
  const holiday_pay_rate = percentOfRate(allowance, base)
  const total_rate = type === 'rolled_up_holiday' ? addRates(base, holiday_pay_rate) : base
  return { holiday_pay_rate, total_rate }
}

export function holidayPayErrors(allowance: Percent4): FieldErrors {
  return allowance < holiday_pay_percent_min
    ? { holiday_pay_percent: validationText.holiday_pay_minimum }
    : {}
}
