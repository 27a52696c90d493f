import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { change_status_options, placement_status_options } from '../shared/contract-terms.rules.ts'
import { unlisted_invoice_types } from '../shared/invoice-types.rules.ts'
import {
  by_agency,
  by_client,
  by_contractor,
  financing,
  not_agency,
  not_client,
  not_contractor,
} from '../shared/list-filters.view.ts'
import { tabOf } from '../shared/related-tabs.view.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { temp_placement } from './contract-kinds.entity.ts'

/** Agency and provider also look for placements that are not in force yet. */
const offered_to_makers = [
  { value: 'draft', label: 'Draft' },
  { value: 'pending_approval_agency', label: 'Pending approval agency' },
  { value: 'pending_approval_client', label: 'Pending approval client' },
  { value: 'pending_approval_contractor', label: 'Pending approval contractor' },
  { value: 'awaiting_raise_approval', label: 'Awaiting raise approval' },
  { value: 'pending_raise_approval', label: 'Pending raise approval' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'rejected_contractor', label: 'Rejected contractor' },
  { value: 'cancelled', label: 'Cancelled' },
  ...placement_status_options,
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

/** Counts follow the invoice list, which leaves these types out. */
const listed_invoices = { type: { _nin: unlisted_invoice_types } }

export const temp_placement_list = list({
  entity: temp_placement,
  title: 'Temp Placements',
  columns: [
    { field: 'human_id', width: 120 },
    { field: 'title' },
    { field: 'status', width: 130 },
    { field: 'contractor.name', label: 'Contractor', only: not_contractor },
    { field: 'client.name', label: 'Client', only: not_client },
    { field: 'agency.name', label: 'Agency', only: not_agency },
    { field: 'payment_company.name', label: 'Payment Company', only: ['agency', 'contractor', 'provider'] },
    { field: 'start_date' },
    { field: 'end_date' },
    { field: 'timesheet_frequency', width: 160 },
    { field: 'unit_type', width: 100 },
    { field: 'funding_type', width: 130, only: financing },
    {
      field: 'client_terms.payment_terms',
      label: 'Client Payment Terms',
      width: 170,
      only: ['agency', 'client', 'funder', 'provider'],
    },
    {
      field: 'contractor_terms.payment_terms',
      label: 'Contractor Payment Terms',
      width: 190,
      only: ['agency', 'contractor', 'provider'],
    },
    { field: 'change_request.status', label: 'Change Request', width: 140 },
    {
      field: 'timesheets',
      label: 'Timesheets',
      related: { tab: 'timesheets' },
      only: ['agency', 'contractor', 'funder', 'provider', 'invoice_contact'],
    },
    {
      field: 'invoices',
      label: 'Invoices',
      related: { tab: 'invoices', where: listed_invoices },
      only: ['agency', 'contractor', 'funder', 'provider', 'invoice_contact'],
    },
    {
      field: 'expenses',
      label: 'Expenses',
      related: { tab: 'expenses' },
      only: ['agency', 'contractor', 'funder', 'provider', 'invoice_contact'],
    },
    { field: 'ir35_status', width: 130 },
    { field: 'po_number', width: 120, only: not_contractor },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'title' },
    { field: 'start_date' },
    { field: 'end_date' },
    { field: 'status', options: offered_to_makers, quick: true, only: ['agency', 'provider'] },
    { field: 'status', options: placement_status_options, quick: true, only: ['client', 'funder'] },
    { field: 'status', options: offered_to_contractor, quick: true, only: ['contractor'] },
    { field: 'funding_type', only: financing },
    { ...by_client, only: financing },
    { field: 'client.name', label: 'Client', only: ['contractor'] },
    { ...by_contractor, only: not_contractor },
    { field: 'contractor.name', label: 'Candidate Name', only: not_contractor },
    { ...by_agency, only: not_agency },
    { field: 'timesheet_frequency' },
    {
      field: 'client_terms.payment_terms',
      label: 'Client Payment Terms',
      only: ['agency', 'client', 'funder', 'provider'],
    },
    {
      field: 'contractor_terms.payment_terms',
      label: 'Contractor Payment Terms',
      only: ['agency', 'contractor', 'provider'],
    },
    { field: 'change_request.status', label: 'Change Request', options: change_status_options },
  ],
  groups: [{ field: 'timesheet_frequency' }, { field: 'funding_type', only: financing }],
  tags: [
    {
      id: 'drafts',
      label: 'Draft',
      filter: { status: { in: ['draft', 'rejected', 'rejected_contractor'] } },
      only: ['agency', 'provider'],
    },
    {
      id: 'to_approve',
      label: 'To approve',
      filter: { status: { in: ['pending_approval_client'] } },
      only: ['client'],
    },
    {
      id: 'to_approve',
      label: 'To approve',
      filter: { status: { in: ['pending_approval_contractor'] } },
      only: ['contractor'],
    },
    {
      id: 'to_activate',
      label: 'To activate',
      filter: { status: { in: ['pending_raise_approval'] } },
      only: ['provider'],
    },
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
  card: {
    title: 'human_id',
    badge: 'status',
    party: 'title',
    detail: ['contractor.name', 'client.name'],
    date: 'end_date',
  },
  create: {
    label: 'New temp placement',
    to: (category) => pathOf({ category, path: 'contract/new_temp_placement' }),
    only: [...agency_writers, ...provider_staff],
  },
  first_run: 'A placement brings a contractor to a client, with rates and terms.',
})

export const temp_placements_tab = tabOf({
  id: 'temp_placements',
  label: 'Temp Placements',
  list: temp_placement_list,
  only: ['agency', 'contractor', 'funder', 'provider', 'hiring_manager', 'invoice_contact'],
})
