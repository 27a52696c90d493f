/** Terms of a client by date: the agency asks, the client answers (spec §4, payment-terms document). */
import type { WhoMay } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side } from '../shared/who-may.rules.ts'

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

export const { can } = transitions<TermsAnswer, { readonly status: string }>(
  { name: () => 'These terms', misfit: () => refuse('conflict', 'These terms are answered already') },
  {
    approve: { from: ['inprogress'], to: null, by: payment_terms_roles.approve, done: 'approved' },
    reject: { from: ['inprogress'], to: null, by: payment_terms_roles.reject, done: 'rejected' },
    withdraw: { from: ['inprogress'], to: null, by: payment_terms_roles.withdraw, done: 'withdrawn' },
  },
)
