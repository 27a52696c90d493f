/**
 * Receipts for an automatic match (registers.md §5.3): their reference names invoices, or a consolidated invoice, of
 * a client of this payer, and the sum is exact. Named documents that do not fit are exceptions for people, with the
 * reason; a receipt without names waits. Pure.
 */
import type { Money } from '#kernel/money.ts'
import { equals, sum } from '#kernel/money.ts'
import { consolidatedNumbersIn, invoiceNumbersIn } from './suggest.rules.ts'

export type AutoReceipt = {
  readonly id: string
  readonly reference: string
  readonly unmatched_amount: Money
  readonly for_business_id: string
  /** The owner of the books. */
  readonly principal_id: string
  /** Clients that this payer's money was matched with before. */
  readonly known_clients: readonly string[]
}

export type AutoDocument = {
  readonly id: string
  readonly human_id: string
  readonly client_id: string
  readonly principal_id: string
  readonly outstanding_balance: Money
  readonly consolidated_human_id: string | null
}

export type AutoMatch = { readonly receipt_id: string; readonly documents: readonly AutoDocument[] }
export type AutoException = { readonly receipt_id: string; readonly reason: string }

type Judged = { readonly receipt: AutoReceipt; readonly documents: readonly AutoDocument[] }

/** `documents` are open ones that may be paid, of any currency and books. */
export function autoMatches(
  receipts: readonly AutoReceipt[],
  documents: readonly AutoDocument[],
): { matches: AutoMatch[]; exceptions: AutoException[] } {
  const by_number = new Map(documents.map((document) => [document.human_id, document]))
  const by_consolidated = Map.groupBy(documents, (document) => document.consolidated_human_id)
  const fitting: Judged[] = []
  const exceptions: AutoException[] = []
  for (const receipt of receipts) {
    const named = [
      ...consolidatedNumbersIn(receipt.reference).flatMap((id) => by_consolidated.get(id) ?? []),
      ...invoiceNumbersIn(receipt.reference).flatMap((id) => by_number.get(id) ?? []),
    ]
    const unique = [...new Set(named)]
    if (unique.length === 0) continue
    const reason = reasonAgainst(receipt, unique)
    if (reason === null) fitting.push({ receipt, documents: unique })
    else exceptions.push({ receipt_id: receipt.id, reason })
  }
  const takers = Map.groupBy(
    fitting.flatMap((one) => one.documents.map((document) => document.id)),
    (id) => id,
  )
  const matches: AutoMatch[] = []
  for (const { receipt, documents: named } of fitting) {
    const twice = named.find((document) => (takers.get(document.id)?.length ?? 0) > 1)
    if (twice) exceptions.push({ receipt_id: receipt.id, reason: `Several receipts name ${twice.human_id}` })
    else matches.push({ receipt_id: receipt.id, documents: named })
  }
  return { matches, exceptions }
}

/** The reason against an automatic match; null without one. */
function reasonAgainst(receipt: AutoReceipt, named: readonly AutoDocument[]): string | null {
  const { currency } = receipt.unmatched_amount
  const first = named[0]?.human_id ?? ''
  if (named.some((document) => document.outstanding_balance.currency !== currency))
    return `${first} is in another currency than the receipt`
  if (named.some((document) => document.principal_id !== receipt.principal_id))
    return `${first} is payable to another account`
  const stranger = named.find(
    (document) =>
      document.client_id !== receipt.for_business_id && !receipt.known_clients.includes(document.client_id),
  )
  if (stranger) return `${stranger.human_id} is another client's, for whom this payer has not paid before`
  const asked = sum(
    currency,
    named.map((document) => document.outstanding_balance),
  )
  return equals(asked, receipt.unmatched_amount)
    ? null
    : 'The amount is not what is outstanding on the invoices named'
}
