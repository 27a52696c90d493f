/** The days on which payroll's creditors are paid, and the months that a payment is for. Pure. */
import type { Day } from '#kernel/day.ts'
import { addDays, addMonths, dayOf, endOfMonth, partsOf, startOfMonth } from '#kernel/day.ts'
import { bankDayBefore, bankDayOnOrBefore } from '../../bank/bank-days.rules.ts'

export type PaidFor = { readonly period_start: Day; readonly period_end: Day; readonly due_date: Day }

/** HMRC has cleared money on the 22nd after the tax month or quarter. */
const HMRC_DAY = 22
/** Courts and authorities have their money by the 19th of the month after. */
const ORDER_DAY = 19
/** BACS takes three bank days: a batch for a pay day is completed no earlier. */
const BANK_DAYS_AHEAD = 3

/** The tax month of a pay day, from the 6th; or its quarter, of which the first begins on 6 April. */
export function taxMonths(pay_day: Day, pays: 'monthly' | 'quarterly'): PaidFor {
  const { year, month, date } = partsOf(pay_day)
  const own = dayOf(year, month, 6)
  const begin = date < 6 ? addMonths(own, -1) : own
  const months_before = pays === 'monthly' ? 0 : (partsOf(begin).month - 1) % 3
  const period_start = addMonths(begin, -months_before)
  const next = addMonths(period_start, pays === 'monthly' ? 1 : 3)
  return { period_start, period_end: addDays(next, -1), due_date: dayAfter(next, HMRC_DAY) }
}

/** The calendar month of a pay day, paid on a day of the next one. */
function calendarMonth(pay_day: Day, day_of_month: number): PaidFor {
  const period_start = startOfMonth(pay_day)
  return {
    period_start,
    period_end: endOfMonth(pay_day),
    due_date: dayAfter(addMonths(period_start, 1), day_of_month),
  }
}

export const pensionMonth = (pay_day: Day, payment_day: number): PaidFor =>
  calendarMonth(pay_day, payment_day)
export const orderMonth = (pay_day: Day): PaidFor => calendarMonth(pay_day, ORDER_DAY)

function dayAfter(of: Day, date: number): Day {
  const { year, month } = partsOf(of)
  return bankDayOnOrBefore(dayOf(year, month, date))
}

/**
 * The reference of a payment to HMRC: that of the accounts office, and the year and month unless the payment is made
 * between the end of its months and its due day, which HMRC takes for the last ones.
 */
export function hmrcReference(
  accounts_office_reference: string,
  { period_end, due_date }: Omit<PaidFor, 'period_start'>,
  on: Day,
): string {
  if (on > period_end && on <= due_date) return accounts_office_reference
  const { year, month } = partsOf(period_end)
  const two = (of: number) => String(of % 100).padStart(2, '0')
  return `${accounts_office_reference}${two(month > 4 ? year + 1 : year)}${two(((month + 7) % 12) + 1)}`
}

/** The first day on which net pay may leave. */
export function firstDayOfNetPay(pay_day: Day): Day {
  let day = pay_day
  for (let back = 0; back < BANK_DAYS_AHEAD; back += 1) day = bankDayBefore(day)
  return day
}
