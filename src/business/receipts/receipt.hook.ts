/** What the receipt page reads. */
import { useQuery } from '@tanstack/react-query'
import { action, graphql } from '#web/core/call.ts'
import type { Session } from '#web/core/session.ts'
import type { SuggestedMatch } from './suggest.rules.ts'
import type { SuggestedConsolidated } from './suggest-consolidated.rules.ts'

export interface ReceiptMatch {
  readonly id: string
  readonly amount: number
  readonly post_date: string
  readonly reversal_date: string | null
  readonly reversal_reason: string | null
  readonly invoice: { readonly id: string; readonly human_id: string; readonly type: string } | null
}

export interface ReceiptData {
  readonly id: string
  readonly human_id: string
  readonly type: 'receipt' | 'payment'
  readonly status: 'allocated' | 'partially_matched' | 'matched' | 'reversed' | 'cancelled'
  readonly amount: number
  readonly matched_amount: number
  readonly unmatched_amount: number
  readonly transaction_date: string
  readonly reference: string
  readonly reversal_reason: string | null
  readonly for_business_id: string
  readonly principal_id: string
  readonly currency_id: string
  readonly for_business: { readonly id: string; readonly name: string } | null
  readonly currency: { readonly alpha_code: string } | null
  readonly bank_line_id?: string | null
  readonly payment_batch_id?: string | null
  readonly bank_account_id?: string | null
  readonly details: readonly ReceiptMatch[]
  readonly refunds?: readonly ReceiptRefund[]
}

export interface ReceiptRefund {
  readonly id: string
  readonly amount: number
  readonly status: 'requested' | 'paid' | 'cancelled'
  readonly reason: string
  readonly payment: { readonly id: string; readonly human_id: string } | null
}

/** Where it came from or went with is the principal's own affair. */
const inner =
  'bank_line_id payment_batch_id bank_account_id refunds(order_by: { created_at: asc }) { id amount status reason payment { id human_id } }'

const document = (session: Session) => `query receipt($id: uuid!) {
  receipt: transaction_payment_receipt_summary_by_pk(id: $id) {
    id human_id type status amount matched_amount unmatched_amount transaction_date reference reversal_reason
    for_business_id principal_id currency_id ${session.category === 'provider' ? inner : ''}
    for_business { id name } currency { alpha_code }
    details(order_by: { created_at: asc }) {
      id amount post_date reversal_date reversal_reason invoice { id human_id type }
    }
  }
}`

export function useReceipt(session: Session, id: string) {
  return useQuery({
    queryKey: ['receipt', session.business_contact_id, id],
    queryFn: async ({ signal }) =>
      (await graphql<{ receipt: ReceiptData | null }>(document(session), { id }, signal)).receipt,
  })
}

export interface Suggestions {
  readonly candidates: readonly SuggestedMatch[]
  readonly consolidated: readonly SuggestedConsolidated[]
}

/** Suggested invoices for a receipt, best first, with reasons; a search looks further than its payer. */
export function useSuggestions(receipt_id: string | null, search: string) {
  const text = search.trim()
  return useQuery({
    queryKey: ['suggestions', receipt_id, text],
    enabled: receipt_id !== null,
    queryFn: () =>
      action<Suggestions>(
        'transaction.payment_receipt.suggest',
        { id: receipt_id, ...(text === '' ? {} : { search: text }) },
        crypto.randomUUID(),
      ),
  })
}
