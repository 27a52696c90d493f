/** What the receipt page reads. */
import { useQuery } from '@tanstack/react-query'
import { likePattern } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import { graphql } from '#web/core/call.ts'
import type { Session } from '#web/core/session.ts'
import { numbersIn } from './suggest.rules.ts'

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
  readonly details: readonly ReceiptMatch[]
}

/** Where it came from or went with is the principal's own affair. */
const inner = 'bank_line_id payment_batch_id'

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

export interface OpenDocument {
  readonly id: string
  readonly human_id: string
  readonly type: string
  readonly due_date: Day
  readonly client_id: string | null
  readonly po_number: string | null
  readonly total_amount: number
  readonly outstanding_balance: number
  readonly client: { readonly name: string } | null
}

const candidates = `query candidates($where: transaction_invoice_bool_exp!) {
  documents: transaction_invoice(where: $where, order_by: { due_date: asc, human_id: asc }, limit: 60) {
    id human_id type due_date client_id po_number total_amount outstanding_balance client { name }
  }
}`

/** Open documents to clients in the receipt's currency: the payer's own, or across clients when searched for. */
export function useCandidates(receipt: ReceiptData, search: string) {
  const text = search.trim()
  const whose = text
    ? {
        _or: [
          { human_id: { _ilike: likePattern(text) } },
          { client: { name: { _ilike: likePattern(text) } } },
        ],
      }
    : {
        _or: [
          { client_id: { _eq: receipt.for_business_id } },
          { human_id: { _in: numbersIn(receipt.reference) } },
        ],
      }
  const where = {
    type: { _in: ['provider-client', 'agency-client', 'funder-client'] },
    status: { _eq: 'open' },
    outstanding_balance: { _gt: 0 },
    currency_id: { _eq: receipt.currency_id },
    // Payable to the account that this money came in on: a funder's documents are matched with a funder's receipts.
    invoice_set: {
      _or: [
        { funding_model: { _neq: 'indirect' }, provider_id: { _eq: receipt.principal_id } },
        { funding_model: { _eq: 'indirect' }, funder_id: { _eq: receipt.principal_id } },
      ],
    },
    ...whose,
  }
  return useQuery({
    queryKey: ['candidates', receipt.id, text],
    queryFn: async ({ signal }) =>
      (await graphql<{ documents: OpenDocument[] }>(candidates, { where }, signal)).documents,
  })
}
