/** The life of a holiday, and refusals of asking for one. Pure; hours are ten-thousandths. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { addDays, type Day, daysThrough, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { eitherOf, isSamePerson } from '../../shared/who-may.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { daysText, onlyHours } from './holiday-due.rules.ts'

export const holiday_askers = eitherOf({ contractor: ['contractor'] }, payroll_keepers) satisfies WhoMay

export type HolidayStatus = 'asked' | 'approved' | 'refused' | 'withdrawn' | 'paid'
export type HolidayFacts = {
  readonly status: HolidayStatus
  readonly first_day: Day
  readonly last_day: Day
  readonly created_by: string
  /** Is the asker a person of the worker? */
  readonly pays_asker: boolean
}
type Asker = Pick<Viewer, 'category' | 'roles' | 'user_id'> &
  Partial<Pick<Viewer, 'impersonator_user_id' | 'same_person_ids'>>

function keepsApart(row: HolidayFacts, asker: Asker): Verdict {
  if (isSamePerson(row.created_by, asker) || row.pays_asker)
    return refuse('not_allowed', 'Someone else must approve a holiday that you asked for')
  return true
}

export const { can, who } = transitions<'approve' | 'refuse' | 'withdraw', HolidayFacts, Asker>(
  { name: (row) => `The holiday of ${daysText(row)}` },
  {
    approve: {
      from: ['asked'],
      to: 'approved',
      by: payroll_keepers,
      done: 'approved',
      already: 'approved',
      before: keepsApart,
    },
    refuse: { from: ['asked'], to: 'refused', by: payroll_keepers, done: 'refused', already: 'refused' },
    withdraw: {
      from: ['asked', 'approved'],
      to: 'withdrawn',
      by: holiday_askers,
      done: 'withdrawn',
      already: 'withdrawn',
    },
  },
)

export type Asking = {
  readonly first_day: Day
  readonly last_day: Day
  readonly hours: number
  readonly start_date: Day
  readonly leave_date: Day | null
  /** Held, less holidays that wait. */
  readonly free: number
  readonly overlaps: boolean
  /** A day with submitted time; null without one. */
  readonly worked_on: Day | null
  readonly today: Day
}

const DAYS_AHEAD = 366
const DAY_MAX = 24 * 10_000

export function holidayFaults(asked: Asking): FieldErrors {
  const { first_day, last_day, hours, free } = asked
  const days = dayFaults(asked)
  const errors: Record<string, string> = { ...days }
  if (hours <= 0) errors.hours = validationText.positive
  else if (last_day >= first_day && hours > daysThrough(first_day, last_day) * DAY_MAX)
    errors.hours = validationText.max
  else if (hours > free) errors.hours = onlyHours(free)
  return errors
}

function dayFaults(asked: Asking): FieldErrors {
  const { first_day, last_day, start_date, leave_date, worked_on, today } = asked
  if (first_day < start_date)
    return { first_day: validationText.min_date(formatDay(addDays(start_date, -1))) }
  if (last_day < first_day) return { last_day: validationText.min_date(formatDay(addDays(first_day, -1))) }
  const end = leave_date ?? addDays(today, DAYS_AHEAD)
  if (last_day > end) return { last_day: validationText.max_date(formatDay(addDays(end, 1))) }
  if (asked.overlaps) return { first_day: validationText.date_reuse }
  return worked_on === null ? {} : { first_day: `There is work on ${formatDay(worked_on)}` }
}

/** The fault of an adjustment: a balance is not adjusted below zero. */
export function adjustFault(hours: number, free: number): string | null {
  if (hours === 0) return validationText.required
  if (Math.abs(hours) > ADJUST_MAX) return validationText.max
  return hours < 0 && -hours > free ? onlyHours(free) : null
}

/** Of any worker; the law gives 28 days a year. */
const ADJUST_MAX = 1_000 * 10_000
