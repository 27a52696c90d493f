/** One payment: its payee, its run, and the documents it settles (spec §3, payment summary). */
import { valueAt } from '#entity/path.ts'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { pathOf } from '#web/core/place.ts'
import { paymentWhy } from '../settlement/payment-why.view.ts'
import { payment_receipt_summary } from '../settlement/receipt.entity.ts'

export const payment_record = record({
  entity: payment_receipt_summary,
  what: 'Payment',
  title: 'human_id',
  badge: 'status',
  meta: [{ field: 'for_business.name' }],
  fields: ['currency.alpha_code'],
  cards: [
    {
      title: 'Payment',
      facts: [
        { field: 'amount', why: (row) => paymentWhy(row).amount },
        { field: 'matched_amount', label: 'Settles', why: (row) => paymentWhy(row).matched_amount },
        { field: 'unmatched_amount', why: (row) => paymentWhy(row).unmatched_amount },
        { field: 'currency.alpha_code', label: 'Currency' },
        { field: 'transaction_date' },
        { field: 'reference' },
        { field: 'reversed_at' },
        { field: 'reversal_reason' },
      ],
    },
    {
      title: 'Parties',
      facts: [
        { field: 'for_business.name', label: 'Paid To' },
        { field: 'for_business.type', label: 'Kind' },
        { field: 'agency.name', label: 'Agency', only: ['agency', 'contractor', 'provider'] },
        { field: 'contractor.name', label: 'Contractor', only: ['agency', 'contractor', 'provider'] },
        { field: 'payment_batch.human_id', label: 'Payment Batch', only: ['provider'] },
        { field: 'bank_account.bank_name', label: 'Into The Bank', only: ['provider'] },
      ],
    },
  ],
  tables: [
    {
      title: 'Documents settled',
      relation: 'details',
      args: 'order_by: [{ post_date: asc }, { id: asc }], limit: 500',
      in_its_currency: true,
      fields: ['invoice_id'],
      columns: [
        {
          field: 'invoice.human_id',
          label: 'Invoice',
          link: (row, category) =>
            typeof row.invoice_id === 'string' && valueAt(row, 'invoice.human_id')
              ? pathOf({ category, path: 'transaction/invoice', id: row.invoice_id })
              : null,
        },
        { field: 'amount' },
        { field: 'payment_type' },
        { field: 'post_date' },
        { field: 'reversal_date' },
        { field: 'reversal_reason' },
      ],
      empty: 'No documents that you can see.',
    },
  ],
})

export function PaymentPage() {
  return <RecordPage screen={payment_record} />
}
