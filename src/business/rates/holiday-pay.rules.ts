/** Holiday pay on a rate (spec §9): an allowance on top of a worker's rate, rolled up in it or retained. */
import { labelIn } from '#entity/choices.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Percent4, Rate4 } from '#kernel/rate.ts'
import { addRates, formatPercent, percent, percentOfRate, toNumericText } from '#kernel/rate.ts'
import { roundToMinor } from '#kernel/round.ts'

/** The legal minimum: 5.6 weeks of 46.4 worked. */
const holiday_pay_percent_min = percent('12.07')
const whole = percent('100')

export const holiday_pay_types = [
  { value: 'rolled_up_holiday', label: 'Rolled up in the rate' },
  { value: 'retained_holiday', label: 'Retained until holiday is taken' },
] as const
export type HolidayPayType = (typeof holiday_pay_types)[number]['value']

/** Of the contractor rates of a placement. */
export type HolidayPay = { readonly type: HolidayPayType; readonly allowance: Percent4 }

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

/** The rate before its allowance, of the rate that is stored and paid: exact, since the allowance is positive. */
export function baseOf(paid: Rate4, { type, allowance }: HolidayPay): Rate4 {
  if (type === 'retained_holiday') return paid
  return roundToMinor(BigInt(paid) * BigInt(whole), BigInt(whole + allowance)) as Rate4 // Scaled as the rate.
}

/** The rate that is stored, paid and billed: its total where holiday pay is rolled up (decision 0080). */
export const paidWith = (base: Rate4, holiday: HolidayPay | null): Rate4 =>
  holiday === null ? base : holidayPay(base, holiday.allowance, holiday.type).total_rate

/** The paid rate under another allowance: the rate without holiday pay stays (decision 0102). */
export const paidAfter = (paid: Rate4, before: HolidayPay | null, after: HolidayPay | null): Rate4 =>
  paidWith(before === null ? paid : baseOf(paid, before), after)

/** `12.07%, rolled up in the rate` */
export const holidayWords = ({ type, allowance }: HolidayPay): string =>
  `${formatPercent(allowance)}, ${labelIn(holiday_pay_types, type).toLowerCase()}`

/** An allowance as a change request holds it; null for none. */
export const holidayText = (pay: HolidayPay | null): string | null =>
  pay === null ? null : `${pay.type} ${toNumericText(pay.allowance)}`

export function holidayOfText(text: string | null): HolidayPay | null {
  const [type, allowance] = (text ?? '').split(' ')
  const known = holiday_pay_types.find(({ value }) => value === type)?.value
  return known === undefined || allowance === undefined
    ? null
    : { type: known, allowance: percent(allowance) }
}

export function holidayPayErrors(allowance: Percent4): FieldErrors {
  return allowance < holiday_pay_percent_min
    ? { holiday_pay_percent: validationText.holiday_pay_minimum }
    : {}
}

type Typed = { readonly holiday_pay_type: string; readonly holiday_pay_percent: string }

/** The typed allowance, or its faults by field; null where no allowance is agreed. */
export function readHolidayPay(typed: Typed): { pay: HolidayPay | null } | { errors: FieldErrors } {
  const text = typed.holiday_pay_percent.trim()
  const type = holiday_pay_types.find(({ value }) => value === typed.holiday_pay_type)?.value
  if (type === undefined)
    return text === '' ? { pay: null } : { errors: { holiday_pay_type: validationText.required } }
  if (text === '') return { errors: { holiday_pay_percent: validationText.required } }
  try {
    const allowance = percent(text, 'holiday_pay_percent')
    const errors =
      allowance > whole ? { holiday_pay_percent: validationText.max } : holidayPayErrors(allowance)
    return Object.keys(errors).length > 0 ? { errors } : { pay: { type, allowance } }
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return { errors: { holiday_pay_percent: refusal.message } }
  }
}

/** As the contractor rate's row holds it (spec §3: `value_boolean`, `value_jsonb_object`). */
export type HolidayColumns = {
  /** Rolled up, retained, or no allowance. */
  readonly value_boolean: boolean | null
  readonly value_jsonb_object: unknown
}

/** Both columns of a rate with this allowance and standard day. */
export const rateDetails = ({
  holiday,
  standard_units,
}: {
  readonly holiday: HolidayPay | null
  /** Decimal text. */
  readonly standard_units: string | null
}) => ({
  value_boolean: holiday === null ? null : holiday.type === 'rolled_up_holiday',
  value_jsonb_object: {
    ...(standard_units === null ? {} : { standard_units }),
    ...(holiday === null ? {} : { holiday_pay_percent: toNumericText(holiday.allowance) }),
  },
})

export function holidayOfRate({ value_boolean, value_jsonb_object }: HolidayColumns): HolidayPay | null {
  if (value_boolean === null) return null
  const { holiday_pay_percent } = value_jsonb_object as { readonly holiday_pay_percent: string } // Written with the flag.
  return {
    type: value_boolean ? 'rolled_up_holiday' : 'retained_holiday',
    allowance: percent(holiday_pay_percent),
  }
}
