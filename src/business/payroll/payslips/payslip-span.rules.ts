/** The pay period that a payslip states, by name and days. Pure. */
import type { Day } from '#kernel/day.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { payPeriod } from '../engine/pay-period.rules.ts'
import { tablePeriod } from '../engine/table-period.rules.ts'
import { type WageFrequency, weeksOf } from '../engine/tax-period.rules.ts'

export type PayslipPeriod = {
  readonly frequency: 'week' | 'month'
  /** Of its pay run; null for a bureau's payslip. */
  readonly run_frequency: WageFrequency | null
  readonly tax_year: number
  readonly start_date: Day
  readonly end_date: Day
}

/** A fortnight or four weeks end with the week of the tables that the tax counts. */
export function payslipSpan(period: PayslipPeriod, period_number: number, pay_date: Day) {
  const { frequency, run_frequency, start_date, end_date } = period
  const of_year = ` of ${taxYearName(period.tax_year)}`
  const weeks = run_frequency === null ? null : weeksOf(run_frequency)
  if (run_frequency === null || weeks === null || weeks === 1)
    return {
      name: `${frequency === 'week' ? 'Week' : 'Month'} ${period_number}${of_year}`,
      start_date,
      end_date,
    }
  const last = tablePeriod(pay_date, run_frequency)
  const first = last - weeks + 1
  return {
    name: `Weeks ${first} to ${last}${of_year}`,
    start_date: payPeriod(pay_date, 'week', first).start_date,
    end_date: payPeriod(pay_date, 'week', last).end_date,
  }
}
