import { template } from '#entity/template.ts'

/** Receipts as a bookkeeping program takes them. */
export const receipt_template = template({
  name: 'receipts',
  title: 'Receipts for accounting',
  list: 'transaction/receipts',
  entity: 'transaction.payment_receipt_summary',
  columns: [
    { header: 'Receipt Id', field: 'human_id', kind: 'human_id' },
    { header: 'Date', field: 'transaction_date', kind: 'day' },
    { header: 'For Business', field: 'for_business.name', kind: 'text' },
    { header: 'Reference', field: 'reference', kind: 'text' },
    { header: 'Amount', field: 'amount', kind: 'money' },
    { header: 'Matched Amount', field: 'matched_amount', kind: 'money' },
    { header: 'Currency', field: 'currency.alpha_code', kind: 'code' },
    { header: 'Status', field: 'status', kind: 'choice' },
  ],
})
