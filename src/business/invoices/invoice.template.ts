import { template } from '#entity/template.ts'

/** Documents as a bookkeeping program takes them: one line each, amounts apart from their VAT. */
export const invoice_template = template({
  name: 'invoices',
  title: 'Invoices for accounting',
  list: 'transaction/invoice',
  entity: 'transaction.invoice',
  columns: [
    { header: 'Invoice Id', field: 'human_id', kind: 'human_id' },
    { header: 'From', field: 'from_business.name', kind: 'text' },
    { header: 'To', field: 'to_business.name', kind: 'text' },
    { header: 'Raised Date', field: 'raised_date', kind: 'day' },
    { header: 'Tax Point', field: 'tax_point', kind: 'day' },
    { header: 'Due Date', field: 'due_date', kind: 'day' },
    { header: 'PO Number', field: 'po_number', kind: 'text' },
    { header: 'Net', field: 'amount', kind: 'money' },
    { header: 'VAT', field: 'tax_amount', kind: 'money' },
    { header: 'Total', field: 'total_amount', kind: 'money' },
    { header: 'Outstanding', field: 'outstanding_balance', kind: 'money' },
    { header: 'Currency', field: 'currency.alpha_code', kind: 'code' },
    { header: 'Status', field: 'status', kind: 'choice' },
  ],
})
