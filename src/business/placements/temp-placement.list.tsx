import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/list.ts'
import { temp_placement } from './contract-kinds.entity.ts'

const offered = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
] as const
/** Spec §2: the statuses a contractor is offered. */
const offered_to_contractor = [
  { value: 'pending_approval_client', label: 'Pending approval client' },
  { value: 'awaiting_raise_approval', label: 'Awaiting raise approval' },
  { value: 'pending_approval_contractor', label: 'Pending approval contractor' },
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'rejected_contractor', label: 'Rejected contractor' },
  { value: 'pending_raise_approval', label: 'Pending raise approval' },
] as const

export const temp_placement_list = list({
  entity: temp_placement,
  title: 'Temp Placements',
  columns: [
    { field: 'human_id', width: 112 },
    { field: 'title' },
    { field: 'status', width: 130 },
    { field: 'contractor.name', label: 'Contractor', only: ['agency', 'client', 'funder', 'provider'] },
    { field: 'client.name', label: 'Client', only: ['agency', 'contractor', 'funder', 'provider'] },
    { field: 'agency.name', label: 'Agency', only: ['client', 'contractor', 'funder', 'provider'] },
    { field: 'payment_company.name', label: 'Payment Company', only: ['agency', 'contractor', 'provider'] },
    { field: 'start_date' },
    { field: 'end_date' },
    { field: 'timesheet_frequency', width: 120 },
    { field: 'unit_type', width: 100 },
    { field: 'funding_type', width: 130, only: ['agency', 'funder', 'provider'] },
    { field: 'ir35_status', width: 130 },
    { field: 'po_number', width: 120, only: ['agency', 'client', 'funder', 'provider'] },
    { field: 'updated_at', width: 170 },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'title' },
    { field: 'start_date' },
    { field: 'end_date' },
    { field: 'status', options: offered, quick: true, only: ['agency', 'client', 'funder', 'provider'] },
    { field: 'status', options: offered_to_contractor, quick: true, only: ['contractor'] },
    { field: 'funding_type', only: ['agency', 'funder', 'provider'] },
    {
      field: 'client_id',
      label: 'Client',
      pick: { entity: 'business.client', label: 'name' },
      only: ['agency', 'provider'],
    },
    { field: 'contractor.name', label: 'Contractor', only: ['agency', 'client', 'funder', 'provider'] },
    { field: 'agency.name', label: 'Agency', only: ['client', 'contractor', 'funder', 'provider'] },
    { field: 'timesheet_frequency' },
  ],
  groups: [
    { field: 'timesheet_frequency' },
    { field: 'funding_type', only: ['agency', 'funder', 'provider'] },
  ],
  tags: [
    {
      id: 'ending',
      label: 'Ending in 30 days',
      filter: { end_date: { from: 'today', to: 'today+30' }, status: { in: ['active'] } },
    },
  ],
  search: ['human_id', 'title', 'contractor.name', 'client.name'],
  sort: { id: 'updated_at', desc: true },
  default_filter: { status: { in: ['active'] } },
  link: (row, category) => pathOf({ category, path: 'contract/temp_placement', id: row.id }),
  card: { title: 'human_id', badge: 'status', party: 'title', detail: 'client.name', date: 'end_date' },
  first_run: 'A placement brings a contractor to a client, with rates and terms.',
})
