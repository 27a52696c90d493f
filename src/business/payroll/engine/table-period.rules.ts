/** The week or month of HMRC's tables that a pay day belongs to (payroll.md §2.10). */
import type { Day } from '#kernel/day.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { payPeriod } from './pay-period.rules.ts'
import { type WageFrequency, weeksOf } from './tax-period.rules.ts'
import { ceilDiv } from './whole.rules.ts'

/** Of several weeks, the last one: a pay day in week 5 is in the fortnight that ends with week 6. */
export function tablePeriod(pay_day: Day, frequency: WageFrequency): number {
  const weeks = weeksOf(frequency)
  if (weeks === null) return payPeriod(pay_day, 'month').period_number
  return ceilDiv(payPeriod(pay_day, 'week').period_number, weeks) * weeks
}

const last_month = 12
const last_week = 52

/** Whether no later period of the year is paid at this frequency. */
export const isLastPeriod = (period: number, frequency: WageFrequency): boolean =>
  period >= (frequency === 'month' ? last_month : last_week)

/** Is this the last payment of the tax year, as far as is known? It is in the last period, and for a worker who has left. */
export const isLastPay = (pay_day: Day, frequency: WageFrequency, leave_date: Day | null): boolean =>
  isLastPeriod(tablePeriod(pay_day, frequency), frequency) || (leave_date !== null && leave_date <= pay_day)

/** Weeks of the tax year from an appointment in it to its end; 52 for an earlier one. */
export function weeksFromAppointment(appointed: Day, pay_day: Day): number {
  const start = taxYearStart(pay_day)
  if (appointed <= start) return last_week
  const week = payPeriod(appointed, 'week').period_number
  return Math.max(1, last_week + 1 - week)
}
