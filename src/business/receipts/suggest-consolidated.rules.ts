/**
 * Scores the consolidated invoices that a receipt may pay: the payer quotes one number for many invoices, or pays their
 * sum. The members of one are matched together (registers.md §5.3). Pure.
 */
import type { Money } from '#kernel/money.ts'
import {
  amountFit,
  consolidatedNumbersIn,
  hasClientName,
  hasPurchaseOrder,
  matchedBefore,
  type ReceiptFacts,
  type Sign,
  scoreOf,
} from './suggest.rules.ts'

export type ConsolidatedCandidate = {
  readonly human_id: string
  readonly client_id: string
  readonly client_name: string
  readonly po_number: string | null
  /** Of its members together. */
  readonly outstanding_balance: Money
}

/** As the verb answers it: amounts are decimal text. */
export type SuggestedConsolidated = {
  consolidated_invoice_id: string
  human_id: string
  client_id: string
  client_name: string
  due_date: string
  members: number
  outstanding_balance: string
  score: number
  reasons: readonly string[]
  is_certain: boolean
}

const points = {
  number: 70,
  amount: 30,
  unique_amount: 10,
  purchase_order: 30,
  payer: 10,
  matched_before: 8,
  client_name: 6,
} as const

/** Scores one candidate; `all` are the open consolidated invoices, this one too. */
export function suggestConsolidated(
  receipt: ReceiptFacts,
  candidate: ConsolidatedCandidate,
  all: readonly ConsolidatedCandidate[],
): { score: number; reasons: string[]; is_certain: boolean } {
  const { reference, unmatched_amount, for_business_id, match_counts } = receipt
  const times = match_counts.get(candidate.client_id) ?? 0
  const is_named = consolidatedNumbersIn(reference).includes(candidate.human_id)
  const { is_equal, is_only } = amountFit(unmatched_amount, candidate, all)
  const signs: Sign[] = [
    [is_named, points.number, 'Its number in the reference'],
    [
      hasPurchaseOrder(reference, candidate.po_number),
      points.purchase_order,
      'Purchase order in the reference',
    ],
    [is_equal, points.amount, 'Amount is equal'],
    [is_only, points.unique_amount, 'The only consolidated invoice of this amount'],
    [candidate.client_id === for_business_id, points.payer, 'The payer is this client'],
    [times > 0, points.matched_before, matchedBefore(times)],
    [hasClientName(reference, candidate.client_name), points.client_name, 'Client named in the reference'],
  ]
  return { ...scoreOf(signs), is_certain: is_named && is_equal }
}
