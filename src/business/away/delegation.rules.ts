/** Handing over while away (people: away). Pure. */
import type { Category, Viewer, WhoMay } from '#entity/access.ts'
import { compareDays, type Day, daysBetween, formatDayLong } from '#kernel/day.ts'
import { agency_writers, isOneOf } from '../shared/who-may.rules.ts'

/** Placements and disputes name people of these roles; where none is named, every colleague may decide anyway. */
export const delegators = {
  client: ['timesheet_approver'],
  agency: agency_writers,
} as const satisfies WhoMay

/** Tells the colleague. */
export const delegation_mail_topic = 'delegation_mail'

export const DELEGATION_DAYS_MAX = 60

export const canHandOver = (person: Pick<Viewer, 'category' | 'roles'>): boolean =>
  isOneOf(person, delegators)

/** The roles between which work is handed over, of people of this category. */
export const delegatedRoles = (category: Category): readonly string[] =>
  category === 'client' || category === 'agency' ? delegators[category] : []

/** The fault of these days by field; null: they can be used. */
export function daysFault(from: Day, to: Day, today: Day): { from_day: string } | { to_day: string } | null {
  if (compareDays(from, today) < 0) return { from_day: 'Choose today or a later day' }
  if (compareDays(to, from) < 0) return { to_day: 'The last day is before the first day' }
  if (daysBetween(from, to) >= DELEGATION_DAYS_MAX)
    return { to_day: `Choose at most ${DELEGATION_DAYS_MAX} days` }
  return null
}

export const periodText = (from: Day, to: Day): string => `${formatDayLong(from)} – ${formatDayLong(to)}`
