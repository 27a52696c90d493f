/** Holds payments while the client disputes the invoice: checked when a batch is made, and again until it is paid. */

import type { CashDocument } from '../../settlement/load-cash.server.ts'
import { isClientFacing } from '../../shared/invoice-types.rules.ts'

/**
 * Why a document waits, or null. A worker's pay never waits for a dispute between others (money.md §1.6); an agency's
 * earnings do. `documents` are all of the sets.
 */
export function disputeHolds(documents: readonly CashDocument[]): (document: CashDocument) => string | null {
  const disputed = new Set(
    documents.filter((one) => one.is_disputed && isClientFacing(one.type)).map((one) => one.invoice_set_id),
  )
  return ({ type, invoice_set_id }) =>
    type === 'agency_earnings' && disputed.has(invoice_set_id) ? 'The client disputes the invoice' : null
}
