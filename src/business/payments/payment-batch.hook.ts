/** The data of a payment batch's page. */
import { useQuery } from '@tanstack/react-query'
import { action, graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import type { BatchCheck } from './payment-batch.rules.ts'

const document = gql(`query batch($id: uuid!) {
  batch: payment_payment_batch_by_pk(id: $id) {
    id human_id status run_date amount item_count made_by released_by reviewed_by reviewed_at completed_by completed_at cancelled_by cancelled_at
    cancel_reason created_at updated_at
    principal_id currency_id principal { name } currency { alpha_code }
    files { id format file_name sha256 amount payment_count processing_day created_at }
    items(order_by: { created_at: asc }) {
      id amount status hold_reason is_first_payment
      payee { name } agency { name } bank_account { sort_code account_number iban }
      invoice { id human_id type due_date total_amount paid_amount outstanding_balance } refund { requested_by payment_receipt_summary { id human_id } }
      payroll_payment { id human_id kind due_date }
      payment { id human_id }
    }
  }
}`)

export type Batch = NonNullable<Answer<typeof document>['batch']>
export type Item = Batch['items'][number]
export type BatchFile = Batch['files'][number]

export function useBatch(id: string | null) {
  return useQuery({
    queryKey: ['payment_batch', id],
    queryFn: async ({ signal }) => (await graphql(document, { id: id ?? '' }, signal)).batch,
  })
}

/** The facts that keep the reader off the check of a submitted batch, and the colleagues with the right. */
export function useBatchCheck({ id, status, updated_at }: Batch): BatchCheck | undefined {
  return useQuery({
    queryKey: ['batch_check', id, updated_at],
    enabled: status === 'under_review' || status === 'reviewed',
    queryFn: () => action<BatchCheck>('payment.payment_batch.read_check', { id }, crypto.randomUUID()),
  }).data
}

const paying_account = gql(`query paying_account($principal_id: uuid!, $currency_id: uuid!) {
  accounts: business_bank_account(
    where: {
      business_id: { _eq: $principal_id }, currency_id: { _eq: $currency_id }
      status: { _eq: "confirmed" }, purpose: { _in: ["trust", "receipt"] }
    }
    order_by: { purpose: desc }, limit: 1
  ) { account_number iban }
}`)

/** The account that the batch is paid from, by name and last digits: "Lombard & Vine ••4742". */
export function usePayingAccount({ principal_id, currency_id, principal, status }: Batch): string {
  const query = useQuery({
    queryKey: ['paying_account', principal_id, currency_id],
    enabled: status === 'reviewed',
    queryFn: async ({ signal }) =>
      (await graphql(paying_account, { principal_id, currency_id }, signal)).accounts[0] ?? null,
  })
  const number = query.data?.account_number ?? query.data?.iban ?? ''
  return `${principal?.name ?? ''}${number && ` ••${number.slice(-4)}`}`
}
