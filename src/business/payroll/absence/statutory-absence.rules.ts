/** The right to statutory pay for an absence, and the reasons against it (payroll.md §2.14). Pure; amounts are pence. */
import { addDays, type Day, daysThrough, formatDay, maxDay, minDay, type Weekday } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import {
  type Absence,
  isSpell,
  type StatutoryKind,
  sundayOf,
  weeks_max,
} from '../engine/statutory-pay.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'

const weekday_names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** Days of the week that a text names, in their order; null where it names anything else, or none. */
export function readWeekdays(text: string): Weekday[] | null {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const found = words.map((word) =>
    weekday_names.findIndex((name) => name.toLowerCase() === word.slice(0, 3).toLowerCase()),
  )
  if (found.length === 0 || found.includes(-1)) return null
  return weekday_names.flatMap((_, at) => (found.includes(at) ? [(at + 1) as Weekday] : [])) // Of seven.
}

export const weekdaysText = (days: readonly Weekday[]): string =>
  days.map((one) => weekday_names[one - 1]).join(' ')

/** The name of the event's day, for each kind that has one. */
export const event_names: Readonly<Record<Exclude<StatutoryKind, 'ssp'>, string>> = {
  smp: 'Expected day of birth',
  spp: 'Expected day of birth',
  sap: 'Day of the matching',
  shpp: 'Expected day of birth',
  spbp: 'Day of the death',
  sncp: 'First day of neonatal care',
}

const weeks_before_birth = 15

/**
 * The first day whose pay no longer counts for average earnings: the first day of sickness, or the day after the week that
 * decides, which is the 15th before the birth, that of the matching, or the one before the event.
 */
export function earningsBefore(kind: StatutoryKind, first_day: Day, event_day: Day | null): Day {
  if (kind === 'ssp' || event_day === null) return first_day
  const week = sundayOf(event_day)
  if (kind === 'sap') return addDays(week, 7)
  return kind === 'spbp' || kind === 'sncp' ? week : addDays(week, -7 * (weeks_before_birth - 1))
}

const forms: Readonly<Partial<Record<StatutoryKind, string>>> = {
  ssp: 'SSP1',
  smp: 'SMP1',
  spp: 'SPP1',
  sap: 'SAP1',
}

export type AbsenceFacts = Pick<Absence, 'kind' | 'first_day' | 'last_day'> & {
  readonly event_day: Day | null
  readonly has_qualifying_days: boolean
  readonly evidence: string | null
  readonly weekly_earnings: Pence | null
  readonly start_date: Day
  readonly leave_date: Day | null
  /** Weeks of the same kind and event that were recorded before. */
  readonly earlier_weeks: number
  readonly overlaps: boolean
}

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))
const overlapping = 'This worker has an absence here at that time'
const days_without_note = 7
/** A birth is expected no more than eleven weeks after the pay begins. */
const weeks_early = 11
const longest_days = 3 * 366
/** 26 weeks end with the week that decides; the first may be a part of one. */
const weeks_employed = 26

const lengthOf = ({ first_day, last_day }: AbsenceFacts): number => daysThrough(first_day, last_day)

/** The faults of an entry by field; a fault by law names the form with the worker's reason. */
export function absenceFaults(facts: AbsenceFacts, year: TaxYear): FieldErrors {
  const { kind, event_day } = facts
  const form = forms[kind]
  const because = (sentence: string) => (form === undefined ? sentence : `Form ${form}: ${sentence}`)
  const is_sick = kind === 'ssp'
  const needs_event = !is_sick && event_day === null
  const first = firstDayFault(facts) ?? (needs_event ? null : employedFault(facts, because))
  const last = lastDayFault(facts, year, because)
  const earnings = earningsFault(facts, year, because)
  const needs_evidence = is_sick ? lengthOf(facts) > days_without_note : true
  return {
    ...(needs_event ? { event_day: validationText.required } : {}),
    ...(is_sick && !facts.has_qualifying_days ? { qualifying_days: validationText.required } : {}),
    ...(needs_evidence && facts.evidence === null ? { evidence: validationText.required } : {}),
    ...(first === null ? {} : { first_day: first }),
    ...(last === null ? {} : { last_day: last }),
    ...(earnings === null ? {} : { average_weekly_earnings: earnings }),
  }
}

function firstDayFault({ kind, first_day, event_day, start_date, overlaps }: AbsenceFacts): string | null {
  const earliest =
    kind === 'smp' && event_day !== null
      ? maxDay(start_date, addDays(sundayOf(event_day), -7 * weeks_early))
      : start_date
  if (first_day < earliest) return validationText.min_date(formatDay(addDays(earliest, -1)))
  return overlaps ? overlapping : null
}

type Because = (sentence: string) => string

export type UnpaidFacts = Pick<
  AbsenceFacts,
  'first_day' | 'last_day' | 'start_date' | 'leave_date' | 'overlaps'
>

/** The faults of days without pay, by field: the law asks for no evidence and no earnings. */
export function unpaidAbsenceFaults(facts: UnpaidFacts): FieldErrors {
  const { first_day, last_day, start_date, leave_date, overlaps } = facts
  const latest = addDays(first_day, longest_days - 1)
  const until = leave_date === null ? latest : minDay(latest, leave_date)
  const too_late = last_day > until ? validationText.max_date(formatDay(addDays(until, 1))) : null
  const last = last_day < first_day ? validationText.min_date(formatDay(addDays(first_day, -1))) : too_late
  const first = first_day < start_date ? validationText.min_date(formatDay(addDays(start_date, -1))) : null
  return {
    ...(first === null ? {} : { first_day: first }),
    ...(first === null && overlaps ? { first_day: overlapping } : {}),
    ...(last === null ? {} : { last_day: last }),
  }
}

function employedFault(facts: AbsenceFacts, because: Because): string | null {
  if (facts.kind === 'ssp') return null
  const until = addDays(earningsBefore(facts.kind, facts.first_day, facts.event_day), -1)
  return facts.start_date > addDays(until, -7 * (weeks_employed - 1))
    ? because(`the worker was not employed for ${weeks_employed} weeks by ${formatDay(until)}`)
    : null
}

function lastDayFault(facts: AbsenceFacts, year: TaxYear, because: Because): string | null {
  const { kind, first_day, last_day, leave_date } = facts
  if (last_day < first_day) return validationText.min_date(formatDay(addDays(first_day, -1)))
  const days = lengthOf(facts)
  if (days > longest_days) return validationText.max_date(formatDay(addDays(first_day, longest_days)))
  if (kind === 'ssp') {
    if (leave_date !== null && last_day > leave_date)
      return validationText.max_date(formatDay(addDays(leave_date, 1)))
    return isSpell({ ...facts, weekly_earnings: 0, qualifying_days: [] }, year)
      ? null
      : because(`the sickness lasted less than ${year.statutory.sick.waiting_days + 1} days in a row`)
  }
  if (days % 7 !== 0) return 'Statutory pay of parents is paid for whole weeks'
  return facts.earlier_weeks + days / 7 > weeks_max[kind]
    ? because(`no more than ${weeks_max[kind]} weeks are paid`)
    : null
}

function earningsFault(facts: AbsenceFacts, year: TaxYear, because: Because): string | null {
  const { kind, weekly_earnings } = facts
  if (weekly_earnings === null) return validationText.required
  if (weekly_earnings < 0) return validationText.positive
  if (kind === 'ssp' && !year.statutory.sick.needs_lower_limit) return null
  const least = year.national_insurance.lower_limit.week * 100
  return weekly_earnings < least
    ? because(`average earnings of ${pounds(weekly_earnings)} a week are below ${pounds(least)}`)
    : null
}

export type Paid = {
  readonly first_day: Day
  /** The last pay day when the absence was entered, and now. */
  readonly paid_until: Day | null
  readonly last_paid: Day | null
}

/** Whether a payslip was issued after the entry, from its first day on. */
export const isPaid = ({ first_day, paid_until, last_paid }: Paid): boolean =>
  last_paid !== null && last_paid >= first_day && (paid_until === null || last_paid > paid_until)

/** The first day that the next payslip pays: days before the entry come with the first payslip after it. */
export const unpaidFrom = (paid: Paid): Day =>
  isPaid(paid) && paid.last_paid !== null ? addDays(paid.last_paid, 1) : paid.first_day
