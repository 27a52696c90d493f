import { template } from '#entity/template.ts'

/** Expense items, a line an item. */
export const expense_template = template({
  name: 'expenses',
  title: 'Expense items',
  list: 'transaction/expense',
  entity: 'transaction.expense',
  columns: [
    { header: 'Expense Id', field: 'human_id', kind: 'human_id' },
    { header: 'Contractor', field: 'contractor.name', kind: 'text' },
    { header: 'Client', field: 'client.name', kind: 'text' },
    { header: 'Placement', field: 'contract.human_id', kind: 'human_id', required: true },
    { header: 'PO Number', field: 'po_number', kind: 'text' },
    { header: 'Date', field: 'details.from_date', kind: 'day', required: true },
    { header: 'Type', field: 'details.type', kind: 'choice', required: true },
    { header: 'Description', field: 'details.description', kind: 'text' },
    { header: 'Net Amount', field: 'details.amount', kind: 'money', required: true },
    { header: 'VAT', field: 'details.tax_amount', kind: 'money' },
    { header: 'Currency', field: 'currency.alpha_code', kind: 'code' },
  ],
  lines: { relation: 'details' },
})
