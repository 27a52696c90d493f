import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { perm_placement } from '../placements/contract-kinds.entity.ts'
import { change_status_options, placement_status_options } from '../shared/contract-terms.rules.ts'
import { unlisted_invoice_types } from '../shared/invoice-types.rules.ts'
import { by_agency, by_client, financing, not_agency } from '../shared/list-filters.view.ts'
import { tabOf } from '../shared/related-tabs.view.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'

/** Agency and provider also look for placements that are not in force yet. */
const offered_to_makers = [
  { value: 'draft', label: 'Draft' },
  { value: 'pending_approval_client', label: 'Pending approval client' },
  { value: 'pending_raise_approval', label: 'Pending raise approval' },
  ...placement_status_options,
] as const

export const perm_placement_list = list({
  entity: perm_placement,
  title: 'Perm Placements',
  columns: [
    { field: 'human_id', width: 120 },
    { field: 'title' },
    { field: 'status', width: 130 },
    { field: 'candidate_name' },
    { field: 'client.name', label: 'Client', only: financing },
    { field: 'agency.name', label: 'Agency', only: ['client', 'funder', 'provider'] },
    { field: 'start_date' },
    { field: 'end_date' },
    { field: 'contract_start_date', width: 150 },
    { field: 'placement_fee' },
    { field: 'client_terms.payment_terms', label: 'Payment Terms', width: 130 },
    { field: 'change_request.status', label: 'Change Request', width: 140 },
    {
      field: 'invoices',
      label: 'Invoices',
      related: { tab: 'invoices', where: { type: { _nin: unlisted_invoice_types } } },
      only: ['agency', 'funder', 'provider', 'invoice_contact'],
    },
    { field: 'funding_type', width: 130, only: financing },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'title' },
    { field: 'candidate_name' },
    { field: 'start_date' },
    { field: 'end_date' },
    { field: 'contract_start_date' },
    { field: 'status', options: offered_to_makers, quick: true, only: ['agency', 'provider'] },
    { field: 'status', options: placement_status_options, quick: true, only: ['client', 'funder'] },
    { field: 'funding_type', only: financing },
    { ...by_client, only: financing },
    { ...by_agency, only: not_agency },
    { field: 'client_terms.payment_terms', label: 'Payment Terms' },
    { field: 'change_request.status', label: 'Change Request', options: change_status_options },
  ],
  groups: [{ field: 'funding_type', only: financing }],
  search: ['human_id', 'title', 'candidate_name', 'client.name'],
  sort: { id: 'updated_at', desc: true },
  sum: 'placement_fee',
  default_filter: { status: { in: ['active'] } },
  link: (row, category) => pathOf({ category, path: 'contract/perm_placement', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'status',
    party: 'candidate_name',
    detail: ['client.name', 'agency.name'],
    amount: 'placement_fee',
    date: 'contract_start_date',
  },
  create: {
    label: 'New perm placement',
    to: (category) => pathOf({ category, path: 'contract/new_perm_placement' }),
    only: [...agency_writers, ...provider_staff],
  },
  first_run: 'A perm placement brings a candidate into a client’s own employment, for a fee.',
})

export const perm_placements_tab = tabOf({
  id: 'perm_placements',
  label: 'Perm Placements',
  list: perm_placement_list,
  only: ['agency', 'funder', 'provider', 'hiring_manager', 'invoice_contact'],
})
