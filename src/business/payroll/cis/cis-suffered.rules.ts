/** The life of a figure of CIS deductions suffered, and its faults (decision 0123). Pure; amounts are pence. */
import type { Role, Viewer, WhoMay } from '#entity/access.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { isSamePerson, provider_staff } from '../../shared/who-may.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { companies_alone } from '../months/former-month.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'

/** Roles that approve the figures of other people. */
export const cis_approvers = [...provider_staff, 'provider_approver'] as const satisfies readonly Role[]

export type CisStatus = 'entered' | 'approved' | 'withdrawn'
export type CisFacts = {
  readonly status: CisStatus
  readonly period_end: Day
  readonly created_by: string
}
type Asker = Pick<Viewer, 'category' | 'roles' | 'user_id'> &
  Partial<Pick<Viewer, 'impersonator_user_id' | 'same_person_ids'>>

const keepsApart = (row: CisFacts, asker: Asker): Verdict =>
  !isSamePerson(row.created_by, asker) ||
  refuse('not_allowed', 'Someone else must approve the figure that you entered')

export const { can, who } = transitions<'approve' | 'withdraw', CisFacts, Asker>(
  { name: ({ period_end }) => `CIS suffered to ${formatDay(period_end)}` },
  {
    approve: {
      from: ['entered'],
      to: 'approved',
      by: { provider: cis_approvers } satisfies WhoMay,
      done: 'approved',
      already: 'approved',
      before: keepsApart,
    },
    withdraw: {
      from: ['entered', 'approved'],
      to: 'withdrawn',
      by: payroll_keepers,
      done: 'withdrawn',
      already: 'withdrawn',
    },
  },
)

export type CisAsked = {
  readonly amount: Pence
  readonly corporation_tax_reference: string | null
  readonly from: Day
  readonly to: Day
  readonly today: Day
  /** The sentence of the lock of the tax year; null while it is open. */
  readonly lock: string | null
  /** The last day of this month or a later one that is closed; null without one. */
  readonly closed_to: Day | null
  /** A figure of the month that was not withdrawn. */
  readonly has_one: boolean
  /** Figures of earlier months, and of later ones, that were not withdrawn. */
  readonly earlier: Pence
  readonly later: Pence | null
}

const pounds = (pence: Pence): string => displayMoney(money(pence, GBP))

export const closedCis = (to: Day): string => `The tax month to ${formatDay(to)} is closed: correct it first`

/** Faults by field; HMRC takes the deductions of companies alone (rule 7953). */
export function cisFaults(asked: CisAsked): FieldErrors {
  const { amount, earlier, later } = asked
  const errors: Record<string, string> = {}
  const month = monthFault(asked)
  if (month !== null) errors.tax_month = month
  if (asked.corporation_tax_reference === null) errors.amount = companies_alone
  else if (amount < earlier) errors.amount = `${pounds(earlier)} was suffered up to an earlier month`
  else if (later !== null && amount > later)
    errors.amount = `${pounds(later)} was suffered up to a later month`
  return errors
}

function monthFault({ from, to, today, lock, closed_to, has_one }: CisAsked): string | null {
  if (from > today) return `This month begins on ${formatDay(from)}`
  if (lock !== null) return lock
  if (closed_to !== null) return closedCis(closed_to)
  return has_one ? `CIS suffered to ${formatDay(to)} is entered already: withdraw it first` : null
}
