/** The data of the receipt page. */
import { useQuery } from '@tanstack/react-query'
import { action, graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import type { Session } from '#web/core/session.ts'
import type { SuggestedMatch } from './suggest.rules.ts'
import type { SuggestedConsolidated } from './suggest-consolidated.rules.ts'

/** `inside`: only the principal reads where the money came from or went. */
const document = gql(`query receipt($id: uuid!, $inside: Boolean!) {
  receipt: transaction_payment_receipt_summary_by_pk(id: $id) {
    id human_id type status amount matched_amount unmatched_amount transaction_date reference reversal_reason
    for_business_id principal_id currency_id
    ... @include(if: $inside) {
      bank_line_id payment_batch_id bank_account_id
      refunds(order_by: { created_at: asc }) { id amount status reason payment { id human_id } }
    }
    for_business { id name } currency { alpha_code }
    details(order_by: { created_at: asc }) {
      id amount post_date reversal_date reversal_reason invoice { id human_id type }
    }
  }
}`)

export type ReceiptData = NonNullable<Answer<typeof document>['receipt']>
export type ReceiptMatch = ReceiptData['details'][number]
export type ReceiptRefund = NonNullable<ReceiptData['refunds']>[number]

export function useReceipt(session: Session, id: string) {
  return useQuery({
    queryKey: ['receipt', session.business_contact_id, id],
    queryFn: async ({ signal }) =>
      (await graphql(document, { id, inside: session.category === 'provider' }, signal)).receipt,
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
