/** Terms of a client by date: who asks, who answers (spec §4, payment-terms document). */
import { agency_writers, provider_staff, type WhoMay } from '../shared/who-may.rules.ts'

export const payment_terms_states = {
  /** The agency proposes; the document says 'Pending Client Approval'. */
  create: { agency: agency_writers, provider: provider_staff },
  /** Terms cost the client money or time: they are for whoever reads its invoices. */
  approve: { client: ['invoice_contact'] },
  withdraw: { agency: agency_writers, provider: provider_staff },
} as const satisfies Record<string, WhoMay>

/** Terms are answered once, by approving or withdrawing. True, or the reason that the user reads. */
export function isAsked({ status }: { readonly status: unknown }): true | string {
  return status === 'inprogress' || 'These terms are answered already'
}
