/** Pension memberships: the conditions of each step, and the assessment of a pay period (payroll.md §2.15). Pure. */
import { addDays, addMonths, type Day, formatDay, maxDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Percent4 } from '#kernel/rate.ts'
import { birthday, pensionDay } from '../employment/ni-letter.rules.ts'
import type { PensionStatus } from '../employment/pension-status.rules.ts'
import type { PensionBasis } from '../engine/pension.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import { no_duties, type PensionDuties, reEnrolFrom } from './re-enrolment.rules.ts'

export type MembershipState = 'postponed' | 'enrolled' | 'opted_out' | 'ceased'
export type MembershipEntry = 'automatic' | 'opt_in' | 'joined' | 're_enrolled' | 'moved'

/** The row in force on a pay day. */
export type Membership = {
  readonly state: MembershipState
  readonly entry: MembershipEntry | null
  readonly informed_on: Day | null
  readonly postponed_to: Day | null
  readonly effective_from: Day
}

const whole = 10_000

/** The least percentages of certified schemes without qualifying earnings: of all contributions, and of the employer. */
const certified = {
  set_1: { total: 9, employer: 4 },
  set_2: { total: 8, employer: 3 },
  set_3: { total: 7, employer: 3 },
} as const

type Percents = {
  readonly basis: PensionBasis
  readonly employee_percent: Percent4
  readonly employer_percent: Percent4
}

/** The faults of a scheme's percentages by field. */
export function percentFaults(
  { pension }: TaxYear,
  { basis, employee_percent, employer_percent }: Percents,
): FieldErrors {
  const least = basis === 'qualifying' ? pension.least_percent : certified[basis]
  const is_low = employer_percent < least.employer * whole
  const errors: Record<string, string> = {}
  if (is_low) errors.employer_percent = validationText.min
  if (employer_percent > 50 * whole) errors.employer_percent = validationText.max
  if (employee_percent < 0 || (!is_low && employee_percent + employer_percent < least.total * whole))
    errors.employee_percent = validationText.min
  if (employee_percent > 100 * whole) errors.employee_percent = validationText.max
  return errors
}

type Enrolment = {
  readonly entry: MembershipEntry
  readonly effective_from: Day
  readonly informed_on: Day | null
  readonly born: Day | null
  readonly before: Membership | null
}

/** The faults of an enrolment by field. */
export function enrolFaults({ entry, effective_from, informed_on, born, before }: Enrolment): FieldErrors {
  const errors: Record<string, string> = {}
  const is_employers = entry === 'automatic' || entry === 're_enrolled'
  const has_left = before?.state === 'opted_out' || before?.state === 'ceased'
  if (before?.state === 'enrolled') errors.effective_from = 'This worker is a member already'
  if (informed_on === null && entry !== 'joined') errors.informed_on = validationText.required
  if (entry === 're_enrolled' && !has_left) errors.entry = 'This worker was no member before'
  if (entry === 'automatic' && has_left) errors.entry = 'This worker left: enrol again, or by opting in'
  if (born === null) return errors
  if (effective_from < birthday(born, 16) || effective_from >= birthday(born, 75))
    errors.effective_from = 'Pensions at work are for people from 16 to 74'
  else if (is_employers && (effective_from < birthday(born, 22) || effective_from >= pensionDay(born)))
    errors.entry = 'Employers enrol workers from 22 to State Pension age'
  return errors
}

const postponed_months = 3
const notice_days = 42

type Postponement = {
  readonly effective_from: Day
  readonly postponed_to: Day
  readonly informed_on: Day
  readonly before: Membership | null
}

/** The faults of a postponement: three months at most, told within six weeks, and once. */
export function postponeFaults({
  effective_from,
  postponed_to,
  informed_on,
  before,
}: Postponement): FieldErrors {
  const errors: Record<string, string> = {}
  if (before?.state === 'enrolled') errors.effective_from = 'This worker is a member already'
  else if (before !== null) errors.effective_from = 'The assessment was postponed before'
  const latest = addMonths(effective_from, postponed_months)
  if (postponed_to <= effective_from) errors.postponed_to = validationText.min_date(formatDay(effective_from))
  else if (postponed_to > latest) errors.postponed_to = validationText.max_date(formatDay(addDays(latest, 1)))
  const notice = addDays(effective_from, notice_days)
  if (informed_on > notice) errors.informed_on = validationText.max_date(formatDay(addDays(notice, 1)))
  return errors
}

/** The last day of opting out: a month from the later of enrolment and information. */
export const optOutUntil = ({ effective_from, informed_on }: Membership): Day =>
  addDays(addMonths(maxDay(effective_from, informed_on ?? effective_from), 1), -1)

/** The fault of an opt-out that was received on a day. */
export function optOutFault(received_on: Day, membership: Membership | null): string | null {
  if (membership?.state !== 'enrolled') return 'This worker is no member'
  if (membership.entry === 'joined') return 'A worker who joined cannot opt out. End the membership'
  if (membership.entry === 'moved') return 'A member who was moved cannot opt out. End the membership'
  const begin = maxDay(membership.effective_from, membership.informed_on ?? membership.effective_from)
  if (received_on < begin) return validationText.min_date(formatDay(addDays(begin, -1)))
  const last = optOutUntil(membership)
  return received_on > last ? `The time to opt out ended on ${formatDay(last)}. End the membership` : null
}

/** The employer's duty after an assessment. */
export type Assessment = { readonly must: 'enrol' | 're_enrol' | null; readonly why: string }

/** Judges a pay period: the status by age and pay, and the membership in force on the pay day. */
export function assess(
  pay_day: Day,
  membership: Membership | null,
  { status, why }: { readonly status: PensionStatus; readonly why: string },
  duties: PensionDuties = no_duties,
): Assessment {
  const is_eligible = status === 'eligible'
  if (membership?.state === 'enrolled')
    return { must: null, why: `Member since ${formatDay(membership.effective_from)}` }
  if (membership?.state === 'postponed' && membership.postponed_to && pay_day < membership.postponed_to)
    return { must: null, why: `Postponed to ${formatDay(membership.postponed_to)}. ${why}` }
  if (membership?.state === 'opted_out' || membership?.state === 'ceased') {
    const verb = membership.state === 'opted_out' ? 'Opted out' : 'Left'
    const again = reEnrolFrom(membership.effective_from, duties)
    const left = `${verb} on ${formatDay(membership.effective_from)}`
    if (!again.is_due)
      return {
        must: null,
        why: `${left}: enrolled again on the employer’s next day, ${formatDay(again.from)} at the earliest`,
      }
    return is_eligible && pay_day >= again.from
      ? { must: 're_enrol', why: `${left}: must be enrolled again` }
      : { must: null, why: `${left}: enrolled again from ${formatDay(again.from)} if eligible` }
  }
  return { must: is_eligible ? 'enrol' : null, why }
}
