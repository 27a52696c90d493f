import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { invoice, invoice_types } from '../invoices/invoice.entity.ts'
import { taxWhy } from '../reports/explain-row.view.ts'
import { by_client } from '../shared/list-filters.view.ts'
import { input_tax_types, output_tax_types } from './vat-liability.entity.ts'

const types: readonly string[] = [...output_tax_types, ...input_tax_types]

/** The documents of the VAT report: the agency's sales with VAT, and its purchases with VAT. */
export const vat_document_list = list({
  entity: invoice,
  title: 'Documents',
  where: { type: { _in: types }, status: { _in: ['open', 'closed'] } },
  columns: [
    { field: 'human_id', width: 140 },
    { field: 'type', width: 160 },
    { field: 'raised_date' },
    { field: 'from_business.name', label: 'From', width: 190 },
    { field: 'to_business.name', label: 'To', width: 190 },
    { field: 'amount' },
    { field: 'tax_amount', why: taxWhy },
    { field: 'total_amount' },
    { field: 'is_credit_note', width: 110 },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'raised_date', max: 'today' },
    { field: 'type', options: invoice_types.filter(({ value }) => types.includes(value)), quick: true },
    by_client,
    { field: 'from_business.name', label: 'From' },
    { field: 'to_business.name', label: 'To' },
    { field: 'tax_amount' },
    { field: 'is_credit_note' },
  ],
  search: ['human_id', 'from_business.name', 'to_business.name'],
  sort: { id: 'raised_date', desc: true },
  sum: 'tax_amount',
  fields: ['amount', 'tax_amount', 'total_amount', 'currency.alpha_code'],
  link: (row, category) => pathOf({ category, path: 'transaction/invoice', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'type',
    party: 'from_business.name',
    detail: 'to_business.name',
    amount: 'tax_amount',
    date: 'raised_date',
  },
  first_run: 'Documents are raised when work is approved.',
  begins_at: 'transaction/timesheet',
})
