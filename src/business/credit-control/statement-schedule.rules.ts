/**
 * The statement days of a client: by its own schedule, else by its agency's (experience.md, page 8). A missed day is
 * made up on the next run; a pause is not. Pure, so that the screen shows the run of the night.
 */
import type { Day } from '#kernel/day.ts'
import { addDays, addMonths, dayOf, partsOf, weekday } from '#kernel/day.ts'

export const statement_frequencies = ['agency', 'off', 'weekly', 'monthly'] as const
export type StatementFrequency = (typeof statement_frequencies)[number]

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export type StatementPlan =
  | { readonly frequency: 'off' }
  | { readonly frequency: 'weekly'; readonly weekday: number }
  | { readonly frequency: 'monthly'; readonly day_of_month: number }

/** The effective schedule of one client of an agency. */
export type Standing = {
  /** The day of the month of the agency's own schedule; null where it sends none. */
  readonly agency_day: number | null
  readonly own: {
    readonly frequency: StatementFrequency
    readonly weekday: number | null
    readonly day_of_month: number | null
    readonly paused_until: Day | null
  } | null
  /** The first day that is the schedule's: nothing is sent for the past. */
  readonly since: Day
  readonly last_sent: Day | null
}

/** A client's own schedule takes the place of its agency's day of the month; off where neither is set. */
export function planOf({ agency_day, own }: Pick<Standing, 'agency_day' | 'own'>): StatementPlan {
  if (own?.frequency === 'off') return { frequency: 'off' }
  if (own?.frequency === 'weekly' && own.weekday !== null)
    return { frequency: 'weekly', weekday: own.weekday }
  if (own?.frequency === 'monthly' && own.day_of_month !== null)
    return { frequency: 'monthly', day_of_month: own.day_of_month }
  return agency_day === null ? { frequency: 'off' } : { frequency: 'monthly', day_of_month: agency_day }
}

/** The schedule's last day up to and with this one. */
export function lastDay(plan: StatementPlan, upto: Day): Day | null {
  if (plan.frequency === 'off') return null
  if (plan.frequency === 'weekly') return addDays(upto, -((weekday(upto) - plan.weekday + 7) % 7))
  const { year, month } = partsOf(upto)
  const this_month = dayOf(year, month, plan.day_of_month)
  return this_month <= upto ? this_month : addMonths(this_month, -1)
}

/** The schedule's first day after this one. */
function nextDay(plan: StatementPlan, after: Day): Day | null {
  const last = lastDay(plan, after)
  if (last === null) return null
  return plan.frequency === 'weekly' ? addDays(last, 7) : addMonths(last, 1)
}

/** Is a statement to be sent today? */
export function isStatementDue(standing: Standing, today: Day): boolean {
  const due = lastDay(planOf(standing), today)
  if (due === null || due < standing.since) return false
  const paused_until = standing.own?.paused_until ?? null
  if (paused_until !== null && due <= paused_until) return false
  return standing.last_sent === null || standing.last_sent < due
}

/** The next day on which one is sent, after today: today's are out already. Null where none is scheduled. */
export function nextStatement(standing: Standing, today: Day): Day | null {
  const tomorrow = addDays(today, 1)
  // A missed statement goes out with the next night.
  if (isStatementDue(standing, today) && isStatementDue(standing, tomorrow)) return tomorrow
  const paused_until = standing.own?.paused_until ?? null
  const waits = [today, addDays(standing.since, -1), ...(paused_until === null ? [] : [paused_until])]
  return nextDay(
    planOf(standing),
    waits.reduce((a, b) => (a > b ? a : b)),
  )
}

/** The schedule in words. */
export function planWords(plan: StatementPlan): string {
  if (plan.frequency === 'off') return 'No statements are scheduled'
  if (plan.frequency === 'weekly') return `Every ${weekdays[plan.weekday - 1]}`
  return `On day ${plan.day_of_month} of every month`
}

/** The preview on screen. */
export type StatementPreview = {
  readonly own: Standing['own']
  readonly agency_day: number | null
  /** The effective schedule in words. */
  readonly schedule: string
  readonly last_sent: string | null
  readonly next_date: string | null
  readonly to: readonly string[]
  /** The mail as it would go out today; null where nothing is open. */
  readonly subject: string | null
  readonly body_text: string | null
  readonly invoice_count: number
}
