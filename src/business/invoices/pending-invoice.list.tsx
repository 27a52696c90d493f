import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { client_facing_types } from '../shared/invoice-types.rules.ts'
import { by_client, by_currency, not_agency } from '../shared/list-filters.view.ts'
import { invoice } from './invoice.entity.ts'
import { invoice_line_list } from './invoice-line.list.tsx'

/** Client-facing documents that wait for their money, with their lines under each row (spec §2, pending-invoice list). */
export const pending_invoice_list = list({
  entity: invoice,
  title: 'Pending Invoices',
  where: { type: { _in: client_facing_types }, status: { _eq: 'open' } },
  columns: [
    { field: 'human_id', width: 132 },
    { field: 'finance_status', width: 120 },
    { field: 'client.name', label: 'Client', width: 200 },
    { field: 'agency.name', label: 'Agency', width: 180, only: not_agency },
    { field: 'contractor.name', label: 'Contractor', width: 150 },
    { field: 'raised_date' },
    { field: 'due_date' },
    { field: 'days_overdue', width: 116 },
    { field: 'total_amount' },
    { field: 'outstanding_balance', label: 'Outstanding' },
    { field: 'is_part_paid', width: 104 },
    { field: 'is_disputed', width: 100 },
    { field: 'dispute.owner_name', label: 'Dispute Owner', width: 150 },
    { field: 'po_number', width: 120 },
  ],
  filters: [
    { field: 'human_id' },
    { ...by_client },
    { field: 'contractor.name', label: 'Contractor' },
    { field: 'raised_date', max: 'today' },
    { field: 'due_date' },
    { field: 'outstanding_balance' },
    { field: 'is_overdue' },
    { field: 'is_part_paid' },
    { field: 'is_disputed' },
    { field: 'dispute.owner_name', label: 'Dispute Owner' },
    { field: 'age_bucket' },
    by_currency,
  ],
  groups: [{ field: 'age_bucket' }],
  tags: [
    { id: 'overdue', label: 'Overdue', filter: { is_overdue: { is: true } } },
    { id: 'part_paid', label: 'Part paid', filter: { is_part_paid: { is: true } } },
  ],
  search: ['human_id', 'client.name', 'contractor.name'],
  sort: { id: 'due_date', desc: false },
  sum: 'outstanding_balance',
  expand: { list: invoice_line_list, scope: (row) => ({ invoice_id: { _eq: row.id } }) },
  link: (row, category) => pathOf({ category, path: 'transaction/invoice', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'finance_status',
    party: 'client.name',
    amount: 'outstanding_balance',
    date: 'due_date',
  },
  first_run: 'Unpaid invoices show here.',
  begins_at: 'transaction/timesheet',
})
