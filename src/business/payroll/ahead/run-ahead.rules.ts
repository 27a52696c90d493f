/** The next pay day of an employer, from its earlier runs, and whether its run is opened now (payroll-run, states). Pure. */
import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  daysInMonth,
  maxDay,
  partsOf,
  startOfMonth,
} from '#kernel/day.ts'
import type { RunFacts } from '../runs/run-work.rules.ts'

/** Days before a pay day at which the night opens its run. */
export const DAYS_AHEAD = 14

const DAYS = { week: 7, fortnight: 14, four_week: 28 } as const

/** A pay day on the 31st is the last day of shorter months, and comes back to the 31st after them. */
function monthAfter(last: Day, date: number): Day {
  const first = addMonths(startOfMonth(last), 1)
  const { year, month } = partsOf(first)
  return dayOf(year, month, Math.min(date, daysInMonth(year, month)))
}

export type EarlierRuns = {
  readonly frequency: RunFacts['frequency']
  /** Pay days of the last year's runs, without cancelled ones; at least one. */
  readonly pay_days: readonly Day[]
  /** The last pay day of all runs, cancelled ones included: the night does not open a cancelled run again. */
  readonly last_seen: Day
}

/** The pay day of the run to open; null while it is too early, or where earlier pay days were left out. */
export function dayToOpen({ frequency, pay_days, last_seen }: EarlierRuns, today: Day): Day | null {
  const date = pay_days.reduce((most, one) => Math.max(most, partsOf(one).date), 0)
  const after = (last: Day) =>
    frequency === 'month' ? monthAfter(last, date) : addDays(last, DAYS[frequency])
  let next = after(pay_days.reduce(maxDay))
  while (next <= last_seen) next = after(next)
  return next >= today && next <= addDays(today, DAYS_AHEAD) ? next : null
}
