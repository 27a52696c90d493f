import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { invoice } from '../invoices/invoice.entity.ts'
import { listAgreement } from '../ledger/agreement.card.tsx'
import { by_client, by_contractor, by_currency } from '../shared/list-filters.view.ts'
import { outstandingWhy, totalWhy } from './explain-row.view.ts'

/** Spec §2: four accounting-export invoice reports; registers.md §6 maps the documents. */
const accounting_reports = {
  agency: ['agency-provider', 'agency-funder'],
  client: ['provider-client', 'agency-client', 'funder-client'],
  fee: ['provider-agency', 'funder-agency', 'platform_fee'],
  contractor: ['contractor-agency'],
} as const

const report = (id: keyof typeof accounting_reports, label: string) =>
  ({ id, label, where: { type: { _in: accounting_reports[id] } } }) as const

export const accounting_export_list = list({
  entity: invoice,
  title: 'Accounting Finance Export',
  // Issued documents, for an accounting package.
  where: { status: { _in: ['open', 'closed'] } },
  tabs: [
    report('agency', 'Agency'),
    report('client', 'Client'),
    report('fee', 'Fee'),
    report('contractor', 'Contractor'),
  ],
  columns: [
    { field: 'human_id', label: 'Invoice Number', width: 132 },
    { field: 'type', width: 160 },
    { field: 'is_credit_note', width: 110 },
    { field: 'from_business.name', label: 'From', width: 190 },
    { field: 'to_business.name', label: 'To', width: 190 },
    { field: 'raised_date', label: 'Invoice Date' },
    { field: 'due_date' },
    { field: 'client.name', label: 'Client', width: 180 },
    { field: 'contractor.name', label: 'Contractor', width: 160 },
    { field: 'amount' },
    { field: 'business_tax.name', label: 'Tax Type', width: 150 },
    { field: 'tax_amount' },
    { field: 'total_amount', why: totalWhy },
    { field: 'outstanding_balance', label: 'Amount Due', why: outstandingWhy },
    { field: 'status', width: 100 },
    { field: 'po_number', label: 'Reference', width: 120 },
    { field: 'period_end' },
    { field: 'funding_type', width: 130 },
    { field: 'from_business.human_id', label: 'From Id', export_only: true },
    { field: 'to_business.human_id', label: 'To Id', export_only: true },
    { field: 'business_tax.value_numeric', label: 'Tax Rate', export_only: true },
  ],
  filters: [
    { field: 'human_id', label: 'Invoice Number' },
    { field: 'raised_date', label: 'Invoice Date', max: 'today' },
    { field: 'due_date' },
    { field: 'period_end' },
    by_client,
    by_contractor,
    {
      field: 'status',
      options: [
        { value: 'open', label: 'Open' },
        { value: 'closed', label: 'Closed' },
      ],
    },
    { field: 'funding_type' },
    { field: 'is_credit_note' },
    by_currency,
    { field: 'total_amount' },
  ],
  groups: [{ field: 'funding_type' }],
  search: ['human_id', 'from_business.name', 'to_business.name'],
  sort: { id: 'human_id', desc: true },
  sum: 'total_amount',
  fields: [
    'amount',
    'tax_amount',
    'total_amount',
    'paid_amount',
    'outstanding_balance',
    'currency.alpha_code',
  ],
  above: listAgreement({
    root: 'get_accounting_export_agreement',
    days: { path: 'raised_date', args: 'raised' },
    covers: 'The four reports',
  }),
  link: (row, category) => pathOf({ category, path: 'transaction/invoice', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'type',
    party: 'to_business.name',
    detail: 'from_business.name',
    amount: 'total_amount',
    date: 'raised_date',
  },
  first_run: 'Documents show here once work is approved.',
  begins_at: 'transaction/timesheet',
})
