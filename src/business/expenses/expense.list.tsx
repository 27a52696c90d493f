import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/list.ts'
import { expense } from './expense.entity.ts'

export const expense_list = list({
  entity: expense,
  title: 'Expenses',
  columns: [
    { field: 'human_id', width: 112 },
    { field: 'status', width: 120 },
    { field: 'contractor.name', label: 'Contractor', only: ['agency', 'client', 'funder', 'provider'] },
    { field: 'client.name', label: 'Client', only: ['agency', 'contractor', 'funder', 'provider'] },
    { field: 'agency.name', label: 'Agency', only: ['client', 'contractor', 'funder', 'provider'] },
    {
      field: 'contract.title',
      label: 'Placement',
      only: ['agency', 'contractor', 'funder', 'provider', 'client'],
    },
    { field: 'amount' },
    { field: 'tax_amount', width: 120 },
    { field: 'po_number', width: 120 },
    { field: 'submitted_date', width: 170 },
    { field: 'created_at', width: 170 },
    { field: 'updated_at', width: 170 },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'contract.title', label: 'Placement' },
    { field: 'agency.name', label: 'Agency', only: ['client', 'contractor', 'funder', 'provider'] },
    {
      field: 'client_id',
      label: 'Client',
      pick: { entity: 'business.client', label: 'name' },
      only: ['agency', 'provider'],
    },
    { field: 'contractor.name', label: 'Contractor', only: ['agency', 'client', 'funder', 'provider'] },
    { field: 'status' },
    { field: 'created_at', max: 'today' },
  ],
  groups: [{ field: 'status' }],
  tags: [
    {
      id: 'waiting',
      label: 'Awaiting approval',
      filter: { status: { in: ['submitted'] } },
      only: ['agency', 'client', 'provider'],
    },
  ],
  search: ['human_id', 'contractor.name', 'client.name'],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'transaction/expense', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'status',
    party: 'contractor.name',
    detail: 'client.name',
    amount: 'amount',
    date: 'updated_at',
  },
  first_run: 'Expenses appear here when a contractor enters the first one.',
})
