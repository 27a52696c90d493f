/** Settlements of an overpayment outside of payroll, and the plan for pay runs to take it back (decision 0191). Pure; amounts are pence. */
import type { Role, Viewer, WhoMay } from '#entity/access.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { isSamePerson, provider_staff } from '../../shared/who-may.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'

/** Sums that no pay takes back. */
export const settlement_kinds = ['repaid', 'written_off'] as const

/** Roles that decide on requests of other people. */
export const settlement_deciders = {
  agency: ['agency_admin'],
  provider: [...provider_staff, 'provider_approver'] satisfies readonly Role[],
} as const satisfies WhoMay

export type SettlementFacts = {
  readonly status: 'done' | 'asked' | 'refused'
  readonly created_by: string
}
type Asker = Pick<Viewer, 'category' | 'roles' | 'user_id'> &
  Partial<Pick<Viewer, 'impersonator_user_id' | 'same_person_ids'>>

const keepsApart = (row: SettlementFacts, asker: Asker): Verdict =>
  !isSamePerson(row.created_by, asker) ||
  refuse('not_allowed', 'Someone else must decide on the request that you made')

const words = { done: 'done', asked: 'asked', refused: 'refused' } as const

/** The author may take a request back. */
export const { can, who } = transitions<'approve' | 'refuse', SettlementFacts, Asker>(
  { name: () => 'The request', words },
  {
    approve: {
      from: ['asked'],
      to: 'done',
      by: settlement_deciders,
      done: 'approved',
      already: 'approved',
      before: keepsApart,
    },
    refuse: { from: ['asked'], to: 'refused', by: settlement_deciders, done: 'refused', already: 'refused' },
  },
)

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))

export type Left = {
  /** Of all payslips. */
  readonly left: Pence
  /** Of paid payslips: an issued one may still be withdrawn. */
  readonly left_paid: Pence
}

/** In the books of one principal. */
export type LeftInBooks = Left & { readonly principal_id: string }

export const mostOf = ({ left, left_paid }: Left): Pence => Math.max(0, Math.min(left, left_paid))

/** The fault of an amount that settles; null within the sum that is left in the books. */
export function settlementFault(amount: Pence, { left, left_paid }: Left): string | null {
  if (amount <= 0) return validationText.positive
  const most = mostOf({ left, left_paid })
  if (amount <= most) return null
  return left_paid < left ? `${pounds(most)} is owed of payslips that are paid` : `${pounds(most)} is owed`
}

/** A request is of one set of books, with the entry of its approval. @param books those with most to settle first */
export function requestFault(amount: Pence, books: readonly Left[]): string | null {
  const total = (of: 'left' | 'left_paid') => books.reduce((sum, one) => sum + one[of], 0)
  const fault = settlementFault(amount, { left: total('left'), left_paid: total('left_paid') })
  const [first] = books
  if (fault !== null || first === undefined || settlementFault(amount, first) === null) return fault
  return `${pounds(mostOf(first))} is owed in one set of books: settle the rest with another request`
}

export type PlanAsked = { readonly amount: Pence | null; readonly percent: number | null }

/** Faults by field. Neither is no plan: pay then bears all that it can. */
export function planFaults({ amount, percent }: PlanAsked): FieldErrors {
  if (amount !== null && percent !== null)
    return { recovery_percent: 'A plan is an amount or a share, and not both' }
  if (amount !== null && amount <= 0) return { recovery_amount: validationText.positive }
  return percent !== null && (percent < 1 || percent > 100)
    ? { recovery_percent: 'A share is from 1 to 100 percent' }
    : {}
}
