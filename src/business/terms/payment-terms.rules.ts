/** Terms of a client by date: the agency asks, the client answers (spec §4, payment-terms document). */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side, isAnyPerson } from '../shared/who-may.rules.ts'

export const payment_terms_roles = {
  /** The agency proposes; the document says 'Pending Client Approval'. */
  create: agency_side,
  /** Terms cost the client money or time: they are for the readers of its invoices. */
  approve: { client: ['invoice_contact'] },
  reject: { client: ['invoice_contact'] },
  withdraw: agency_side,
} as const satisfies Record<string, WhoMay>

export type TermsAnswer = 'approve' | 'reject' | 'withdraw'

/** Rejected terms are asked again, with other values or another day. */
export const canAskAgain = ({ status }: { readonly status: string }): Verdict =>
  status === 'rejected' || refuse('precondition', 'The client has not rejected these terms')

type TermsFacts = {
  readonly status: string
  /** The asker, and the person behind an impersonation. Absent where the viewer does not read them. */
  readonly asked_by?: string | null
  readonly asked_as?: string | null
}

type TermsAsker = Pick<Viewer, 'category' | 'roles'> &
  Partial<Pick<Viewer, 'user_id' | 'impersonator_user_id' | 'same_person_ids'>>

export const { can } = transitions<TermsAnswer, TermsFacts, TermsAsker>(
  { name: () => 'These terms', misfit: () => refuse('conflict', 'These terms are answered already') },
  {
    approve: {
      from: ['inprogress'],
      to: null,
      by: payment_terms_roles.approve,
      done: 'approved',
      refuse: (row, viewer) =>
        !isAnyPerson([row.asked_by, row.asked_as], viewer) ||
        refuse('not_allowed', 'You asked for these terms, so somebody else approves them'),
    },
    reject: { from: ['inprogress'], to: null, by: payment_terms_roles.reject, done: 'rejected' },
    withdraw: { from: ['inprogress'], to: null, by: payment_terms_roles.withdraw, done: 'withdrawn' },
  },
)
