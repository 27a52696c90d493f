/** Holds payments on debt that nobody vouches for: checked when a batch is made, and again until it is paid. */
import { isUnproven } from '../../invoices/funding-hold.rules.ts'
import type { CashDocument } from '../../settlement/load-cash.server.ts'
import { isClientFacing } from '../../shared/invoice-types.rules.ts'

/**
 * Why a document waits, or null. Pay through a company waits with the reason; wages of PAYE and self-employed workers go
 * on, and the agency owes them (money.md §1.6, §1.9). `documents` are all of the sets.
 */
export function unprovenHolds(documents: readonly CashDocument[]): (document: CashDocument) => string | null {
  const reasons = new Map<string, string>()
  for (const { type, status, funding_status, funding_hold_reason, invoice_set_id } of documents)
    if (
      isClientFacing(type) &&
      status === 'open' &&
      funding_status === 'held' &&
      funding_hold_reason !== null &&
      isUnproven(funding_hold_reason)
    )
      reasons.set(invoice_set_id, funding_hold_reason)
  return ({ type, payment_company_type, invoice_set_id }) =>
    type === 'contractor-agency' &&
    (payment_company_type === 'limited' || payment_company_type === 'umbrella')
      ? (reasons.get(invoice_set_id) ?? null)
      : null
}
