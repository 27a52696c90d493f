/** The periods for which a placement's timesheets are generated. */
import type { Day } from '#kernel/day.ts'
import { addDays } from '#kernel/day.ts'
import type { Period } from '#kernel/period.ts'
import { clip, monthOf, weekOf } from '#kernel/period.ts'

/** How often a timesheet is kept: weeks run Monday to Sunday, months by the calendar. */
export type TimesheetFrequency = 'week' | 'month'

type PlacementDates = { readonly start_date: Day; readonly end_date: Day | null }

const whole_period = { week: weekOf, month: monthOf } satisfies Record<
  TimesheetFrequency,
  (of: Day) => Period
>

/** The placement's timesheet period that holds the day, clipped to the placement; null outside it. */
export function timesheetPeriod(
  placement: PlacementDates,
  frequency: TimesheetFrequency,
  of: Day,
): Period | null {
  const { start_date, end_date } = placement
  if (of < start_date || (end_date !== null && of > end_date)) return null
  const whole = whole_period[frequency](of)
  return clip(whole, { start_date, end_date: end_date ?? whole.end_date })
}

/**
 * Every period that has begun by `until`, first to last. They tile the placement: no day is missing, none is in two.
 */
export function timesheetPeriods(
  placement: PlacementDates,
  frequency: TimesheetFrequency,
  until: Day,
): Period[] {
  const periods: Period[] = []
  let from = placement.start_date
  while (from <= until) {
    const period = timesheetPeriod(placement, frequency, from)
    if (period === null) break
    periods.push(period)
    from = addDays(period.end_date, 1)
  }
  return periods
}
