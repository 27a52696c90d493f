/** Equal treatment of agency workers after 12 weeks in a role (onboarding §2.6: AWR). Pure. */
import { addDays, type Day, daysBetween, daysThrough, maxDay } from '#kernel/day.ts'
import { type Rate4, rate } from '#kernel/rate.ts'
import { baseOf, holidayOfRate } from '../../rates/holiday-pay.rules.ts'

/** Weeks with work that qualify. */
const WEEKS = 12
const WEEK = 7
/** A longer break without work begins the count again. */
const PAUSE_DAYS = 6 * WEEK
/** The agency is asked so long before for the comparable rate. */
export const AWR_ASK_DAYS = 28

export const awrAskedOn = (qualifying: Day): Day => addDays(qualifying, -AWR_ASK_DAYS)

export type RoleWork = {
  /** The first day of the role as agreed. */
  readonly start: Day
  /** Days with any work, for the same client and role. */
  readonly worked: readonly Day[]
  /** Until this day the timesheets are entered, so that a week without work is known; null: none is. */
  readonly known_until: Day | null
}

type Run = {
  readonly first: Day
  readonly last: Day
  /** Numbers of the weeks with work, from the first day on. */
  readonly weeks: readonly number[]
}

const wholeWeeks = (days: number): number => (days - (days % WEEK)) / WEEK

/** The work since the last break that was too long. */
function lastRun(worked: readonly Day[]): Run | null {
  let run: Run | null = null
  for (const on of [...new Set(worked)].sort()) {
    if (run === null || daysBetween(run.last, on) - 1 > PAUSE_DAYS) {
      run = { first: on, last: on, weeks: [0] }
      continue
    }
    const week = wholeWeeks(daysBetween(run.first, on))
    run = { first: run.first, last: on, weeks: run.weeks.at(-1) === week ? run.weeks : [...run.weeks, week] }
  }
  return run
}

/**
 * The first day of equal treatment. Weeks are seven days from the first day in the role; a week with any work counts, and
 * later weeks count as worked until their timesheets say otherwise.
 */
export function awrQualifyingDate({ start, worked, known_until }: RoleWork): Day {
  const run = lastRun(worked)
  const fresh = (from: Day) => addDays(from, WEEKS * WEEK)
  const next_day = known_until === null ? start : maxDay(start, addDays(known_until, 1))
  if (run === null) return fresh(next_day)
  if (known_until !== null && daysBetween(run.last, known_until) > PAUSE_DAYS) return fresh(next_day)
  const twelfth = run.weeks[WEEKS - 1]
  if (twelfth !== undefined) return addDays(run.first, (twelfth + 1) * WEEK)
  const known = known_until === null ? 0 : wholeWeeks(daysThrough(run.first, known_until))
  const next = Math.max((run.weeks.at(-1) ?? 0) + 1, known)
  return addDays(run.first, (next + WEEKS - run.weeks.length) * WEEK)
}

/** Is one of these rates, without its holiday pay, below the pay of a comparable employee? Flagged, and not refused. */
export const isBelowComparable = (paid: readonly HolidayRate[], comparable: Rate4): boolean =>
  paid.some((one) => {
    const holiday = holidayOfRate(one)
    const stored = rate(one.value_numeric)
    return (holiday === null ? stored : baseOf(stored, holiday)) < comparable
  })

type HolidayRate = Parameters<typeof holidayOfRate>[0] & { readonly value_numeric: string }
