/** What the page of a payment batch reads. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import type { BatchStatus } from './payment-batch.rules.ts'

export interface Item {
  readonly id: string
  readonly amount: number
  readonly status: 'included' | 'held' | 'paid' | 'removed' | 'returned'
  readonly hold_reason: string | null
  readonly payee: { readonly name: string } | null
  readonly agency: { readonly name: string } | null
  readonly bank_account: {
    readonly sort_code: string | null
    readonly account_number: string | null
    readonly iban: string | null
  } | null
  readonly invoice: {
    readonly id: string
    readonly human_id: string
    readonly type: string
    readonly due_date: string
    readonly total_amount: number
    readonly paid_amount: number
    readonly outstanding_balance: number
  } | null
  readonly refund: {
    readonly payment_receipt_summary: { readonly id: string; readonly human_id: string } | null
  } | null
  readonly payment: { readonly id: string; readonly human_id: string } | null
}

export interface BatchFile {
  readonly id: string
  readonly format: string
  readonly file_name: string
  readonly sha256: string
  readonly amount: number
  readonly payment_count: number
  readonly processing_day: string
  readonly created_at: string
}

export interface Batch {
  readonly id: string
  readonly human_id: string
  readonly status: BatchStatus
  readonly run_date: string
  readonly amount: number
  readonly item_count: number
  readonly made_by: string
  readonly reviewed_by: string | null
  readonly reviewed_at: string | null
  readonly completed_by: string | null
  readonly completed_at: string | null
  readonly created_at: string
  readonly principal_id: string
  readonly currency_id: string
  readonly principal: { readonly name: string } | null
  readonly currency: { readonly alpha_code: string } | null
  readonly items: readonly Item[]
  readonly files: readonly BatchFile[]
}

const document = `query batch($id: uuid!) {
  batch: payment_payment_batch_by_pk(id: $id) {
    id human_id status run_date amount item_count made_by reviewed_by reviewed_at completed_by completed_at created_at
    principal_id currency_id principal { name } currency { alpha_code }
    files { id format file_name sha256 amount payment_count processing_day created_at }
    items(order_by: { created_at: asc }) {
      id amount status hold_reason
      payee { name } agency { name } bank_account { sort_code account_number iban }
      invoice { id human_id type due_date total_amount paid_amount outstanding_balance } refund { payment_receipt_summary { id human_id } }
      payment { id human_id }
    }
  }
}`

export function useBatch(id: string | null) {
  return useQuery({
    queryKey: ['payment_batch', id],
    queryFn: async ({ signal }) => (await graphql<{ batch: Batch | null }>(document, { id }, signal)).batch,
  })
}
