import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { payment_receipt_detail } from './receipt.entity.ts'

/** Matched-invoice lines of one receipt or payment, as rows under it (spec §2, payment receipts). */
export const match_list = list({
  entity: payment_receipt_detail,
  title: 'Matched Invoices',
  columns: [
    { field: 'invoice.human_id', label: 'Invoice', width: 132 },
    { field: 'invoice.type', label: 'Type', width: 160, only: ['agency', 'funder', 'provider'] },
    { field: 'amount' },
    { field: 'payment_type', width: 120 },
    { field: 'post_date' },
    { field: 'reversal_date' },
    { field: 'reversal_reason', width: 200 },
    { field: 'invoice.total_amount', label: 'Invoice Total' },
    { field: 'invoice.outstanding_balance', label: 'Outstanding' },
  ],
  filters: [],
  search: [],
  sort: { id: 'post_date', desc: true },
  fields: ['invoice_id'],
  link: (row, category) => pathOf({ category, path: 'transaction/invoice', id: String(row.invoice_id) }),
  card: { title: 'invoice.human_id', badge: 'payment_type', amount: 'amount', date: 'post_date' },
  first_run: 'Invoices that the money is matched to show here.',
})
