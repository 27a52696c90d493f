import type { IssuedSet } from '../invoices/insert-documents.server.ts'
import type { LedgerEntry } from '../ledger/post.server.ts'
import { setPostings } from '../ledger/postings.rules.ts'

/** The ledger entry of a raised set in the books of its principal, once for its fact. */
export function setEntry(
  { id, source, set, business_of, documents }: IssuedSet,
  { principal_id, fact }: { readonly principal_id: string; readonly fact: string },
): LedgerEntry {
  return {
    kind: 'invoice_set',
    source_entity: 'transaction.invoice_set',
    source_id: id,
    principal_id,
    provider_id: source.provider_id,
    agency_id: source.agency_id,
    fact_key: `invoice_set:${source.source_id}:${fact}`,
    post_date: set.raised_date,
    postings: setPostings(
      set,
      business_of,
      documents.map((document) => document.id),
    ),
  }
}
