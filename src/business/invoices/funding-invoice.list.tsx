import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_agency, by_client, by_currency, not_agency } from '../shared/list-filters.view.ts'
import { invoice, invoice_types } from './invoice.entity.ts'

/** Filters on a document's funding. */
const funding_filters = [
  { field: 'human_id' },
  { field: 'raised_date', max: 'today' },
  { field: 'due_date' },
  { ...by_agency, only: not_agency },
  by_client,
  { field: 'total_amount' },
  by_currency,
] as const

/** Financed document types: the debtor is the client, or the funder that bought the debt. */
const financed_types = [
  'provider-client',
  'agency-client',
  'funder-client',
  'agency-funder',
  'agency-provider',
]

const typesOf = (types: readonly string[]) => invoice_types.filter(({ value }) => types.includes(value))
/** Spec §6: the types of these that a funder sees. */
const seen_by_funder = ['provider-client', 'agency-client', 'agency-funder']

const statesOf = (states: readonly string[]) =>
  invoice.fields.status.choices.filter(({ value }) => states.includes(value))

/** Spec §2, fundo-module invoices: documents by how they are financed, and why some are not. */
export const fundo_invoice_list = list({
  entity: invoice,
  title: 'Funding Invoices',
  where: { type: { _in: financed_types } },
  columns: [
    { field: 'human_id', width: 132 },
    { field: 'type', width: 160 },
    { field: 'finance_status', width: 120 },
    { field: 'funding_status', width: 130 },
    { field: 'funding_hold_reason', width: 190 },
    { field: 'funding_type', width: 130 },
    { field: 'agency.name', label: 'Agency', only: not_agency },
    { field: 'client.name', label: 'Client' },
    { field: 'raised_date' },
    { field: 'due_date' },
    { field: 'age' },
    { field: 'total_amount' },
    { field: 'outstanding_balance', label: 'Outstanding' },
    { field: 'is_disallowed', width: 110 },
    { field: 'disallowed_status', width: 200 },
    { field: 'disallowed_amount' },
    { field: 'funder.name', label: 'Funder', only: ['agency', 'provider'] },
  ],
  filters: [
    ...funding_filters,
    { field: 'type', options: typesOf(financed_types), only: ['agency', 'provider'] },
    { field: 'type', options: typesOf(seen_by_funder), only: ['funder'] },
    // Issued documents: drafts are not financed.
    { field: 'status', options: statesOf(['open', 'closed', 'cancelled']), only: ['agency', 'provider'] },
    { field: 'status', options: statesOf(['open', 'closed']), only: ['funder'] },
    { field: 'finance_status' },
    { field: 'funding_status', quick: true },
    { field: 'funding_hold_reason' },
    { field: 'funding_type' },
    { field: 'is_disallowed' },
    { field: 'disallowed_status' },
    { field: 'is_overdue' },
    { field: 'age_bucket' },
  ],
  groups: [{ field: 'funding_status' }, { field: 'disallowed_status' }, { field: 'funding_type' }],
  tags: [
    { id: 'disallowed', label: 'Disallowed', filter: { is_disallowed: { is: true } }, tone: 'critical' },
    { id: 'overdue', label: 'Overdue', filter: { is_overdue: { is: true } } },
  ],
  search: ['human_id', 'client.name'],
  sort: { id: 'human_id', desc: true },
  sum: 'outstanding_balance',
  link: (row, category) => pathOf({ category, path: 'transaction/invoice', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'funding_status',
    party: 'client.name',
    detail: 'agency.name',
    amount: 'outstanding_balance',
    date: 'due_date',
  },
  first_run: 'Documents are financed when work is approved.',
  begins_at: 'transaction/timesheet',
})
