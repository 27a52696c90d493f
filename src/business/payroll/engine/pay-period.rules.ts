/** Weeks and months of the tax year, which begin on 6 April (payroll.md §2.10). Pure. */
import type { Day } from '#kernel/day.ts'
import { addDays, addMonths, dayOf, daysBetween, minDay, partsOf } from '#kernel/day.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'

export type PayFrequency = 'week' | 'month'
export type PayPeriod = {
  /** The year in which it begins: 2026 is 2026-27. */
  readonly tax_year: number
  readonly period_number: number
  readonly start_date: Day
  readonly end_date: Day
}

/**
 * The pay period of a pay day. Payroll may give another number, for a week in hand. The last week of a year has a day
 * or two: week 53.
 */
export function payPeriod(pay_day: Day, frequency: PayFrequency, stated_no: number | null = null): PayPeriod {
  const start = taxYearStart(pay_day)
  const { year } = partsOf(start)
  const last = addDays(dayOf(year + 1, 4, 6), -1)
  const no = stated_no ?? numberOf(start, pay_day, frequency)
  const begin = (nth: number) =>
    frequency === 'week' ? addDays(start, 7 * (nth - 1)) : addMonths(start, nth - 1)
  // Numbers beyond the year are of payrolls that pay for several weeks at once: they end with it.
  const start_date = minDay(begin(no), last)
  return {
    tax_year: year,
    period_number: no,
    start_date,
    end_date: minDay(addDays(begin(no + 1), -1), last),
  }
}

function numberOf(start: Day, pay_day: Day, frequency: PayFrequency): number {
  const days = daysBetween(start, pay_day)
  if (frequency === 'week') return (days - (days % 7)) / 7 + 1
  const { month, date } = partsOf(pay_day)
  return ((month + 8 - (date < 6 ? 1 : 0)) % 12) + 1
}

/** Days of a tax month, which begins on the 6th; 1 is April. */
export function taxMonth(tax_year: number, month: number): { readonly from: Day; readonly to: Day } {
  const from = addMonths(dayOf(tax_year, 4, 6), month - 1)
  const { year, month: next } = partsOf(addMonths(from, 1))
  return { from, to: dayOf(year, next, 5) }
}
