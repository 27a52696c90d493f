import { pathOf } from '#web/core/place.ts'
import { type ListRow, list } from '#web/list/model/list.ts'
import { unlisted_invoice_types } from '../shared/invoice-types.rules.ts'
import {
  by_agency,
  by_client,
  by_contractor,
  by_currency,
  financing,
  not_agency,
  not_contractor,
} from '../shared/list-filters.view.ts'
import { tabOf } from '../shared/related-tabs.view.ts'
import { isOwed } from './chase.rules.ts'
import { chaseAction } from './chase.view.ts'
import { invoice, invoice_types } from './invoice.entity.ts'
import { invoice_template } from './invoice.template.ts'

const unlisted: readonly string[] = unlisted_invoice_types
const listed_types = invoice_types.filter((type) => !unlisted.includes(type.value))
/** Spec §6: the types a funder sees; the filter offers no others. */
const seen_by_funder: readonly string[] = [
  'provider-client',
  'agency-funder',
  'funder-agency',
  'agency-client',
]
const funder_types = invoice_types.filter((type) => seen_by_funder.includes(type.value))

const raised = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
] as const
/** Issued documents: drafts are their issuer's. */
const issued = [...raised, { value: 'cancelled', label: 'Cancelled' }] as const

const chaseFacts = (row: ListRow) => ({
  type: String(row.type),
  due_date: row.due_date === null ? null : String(row.due_date),
})

export const invoice_list = list({
  entity: invoice,
  title: 'Invoices',
  templates: [invoice_template],
  // Spec §2: types left out of the list.
  where: { type: { _nin: unlisted_invoice_types } },
  columns: [
    { field: 'human_id', width: 132 },
    { field: 'finance_status', width: 120 },
    { field: 'type', only: financing },
    {
      field: 'to_business.name',
      label: 'To',
      width: 168,
      only: ['agency', 'contractor', 'funder', 'provider'],
    },
    { field: 'from_business.name', label: 'From', width: 180, only: ['client'] },
    {
      field: 'contractor.name',
      label: 'Contractor',
      width: 138,
      only: not_contractor,
    },
    { field: 'due_date' },
    { field: 'total_amount' },
    { field: 'outstanding_balance', label: 'Outstanding' },
    { field: 'days_overdue', width: 116 },
    { field: 'raised_date' },
    { field: 'amount' },
    { field: 'tax_amount' },
    { field: 'status', width: 110 },
    { field: 'client.name', label: 'Client', only: financing },
    { field: 'from_business.name', label: 'From', only: ['agency', 'contractor', 'funder', 'provider'] },
    { field: 'generation_type', width: 130 },
    { field: 'period_end', label: 'Weekending' },
    { field: 'funding_type', width: 130, only: financing },
    { field: 'is_disallowed', width: 104, only: financing },
    { field: 'is_disputed', width: 100 },
    { field: 'dispute.owner_name', label: 'Dispute Owner', width: 150, only: not_contractor },
    { field: 'po_number', width: 120 },
    { field: 'last_payment_date', width: 144 },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'raised_date', max: 'today' },
    { field: 'due_date' },
    { ...by_client, only: financing },
    { field: 'client.name', label: 'Client', only: ['contractor'] },
    { ...by_contractor, only: financing },
    { field: 'contractor.name', label: 'Contractor', only: ['client'] },
    { ...by_agency, only: not_agency },
    // Beside the From and To of days and amounts.
    { field: 'from_business.name', label: 'From Business' },
    { field: 'to_business.name', label: 'To Business', only: ['agency', 'contractor', 'funder', 'provider'] },
    {
      field: 'payment_company_type',
      options: [
        { value: 'umbrella', label: 'Umbrella' },
        { value: 'selfemployed', label: 'Self-employed' },
        { value: 'limited', label: 'Limited' },
        { value: 'payer', label: 'Payer' },
      ],
      only: ['agency', 'contractor', 'provider'],
    },
    { field: 'contract.title', label: 'Placement' },
    { field: 'timesheet.human_id', label: 'Timesheet' },
    { field: 'expense.human_id', label: 'Expense' },
    { field: 'generation_type' },
    { field: 'type', options: listed_types, quick: true, only: ['agency', 'provider'] },
    { field: 'type', options: funder_types, quick: true, only: ['funder'] },
    { field: 'status', only: ['agency', 'provider'] },
    { field: 'status', options: issued, only: ['client', 'contractor'] },
    { field: 'status', options: raised, only: ['funder'] },
    { field: 'finance_status' },
    by_currency,
    { field: 'total_amount' },
    { field: 'last_payment_date', max: 'today' },
    { field: 'is_overdue' },
    { field: 'age_bucket' },
    { field: 'is_disputed' },
    { field: 'dispute.owner_name', label: 'Dispute Owner', only: not_contractor },
    { field: 'is_disallowed', only: financing },
    { field: 'disallowed_status', only: financing },
    { field: 'funding_type', only: financing },
    {
      field: 'payment_receipt_details.payment_receipt_summary.human_id',
      label: 'Payment or Receipt',
    },
    {
      field: 'payment_receipt_details.payment_receipt_summary.reference',
      label: 'Payment or Receipt Reference',
    },
  ],
  groups: [
    { field: 'finance_status' },
    { field: 'status', options: issued, only: ['agency', 'client', 'contractor', 'provider'] },
    { field: 'status', options: raised, only: ['funder'] },
    { field: 'type', options: listed_types, only: ['agency', 'provider'] },
    { field: 'age_bucket' },
  ],
  tags: [
    { id: 'overdue', label: 'Overdue', filter: { is_overdue: { is: true } } },
    {
      id: 'due_soon',
      label: 'Due in 7 days',
      filter: { due_date: { from: 'today', to: 'today+7' }, status: { in: ['open'] } },
    },
    { id: 'disputed', label: 'Disputed', filter: { is_disputed: { is: true } } },
    { id: 'part_paid', label: 'Part paid', filter: { is_part_paid: { is: true }, status: { in: ['open'] } } },
  ],
  search: [
    'human_id',
    { field: 'client.name', only: financing },
    { field: 'contractor.name', only: not_contractor },
    'from_business.name',
  ],
  // Spec §9: human_id descending (invoices).
  sort: { id: 'human_id', desc: true },
  sum: 'outstanding_balance',
  fields: [{ field: 'type', only: ['agency', 'provider'] }, 'due_date'],
  bulk: [chaseAction(chaseFacts, (row) => isOwed({ status: row.status }))],
  link: (row, category) => pathOf({ category, path: 'transaction/invoice', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'finance_status',
    party: 'to_business.name',
    detail: ['from_business.name', 'contractor.name'],
    amount: 'total_amount',
    date: 'due_date',
  },
  first_run: 'Invoices are raised when work is approved.',
  begins_at: 'transaction/timesheet',
})

export const invoices_tab = tabOf({
  id: 'invoices',
  label: 'Invoices',
  list: invoice_list,
  only: ['agency', 'contractor', 'funder', 'provider', 'invoice_contact'],
})
