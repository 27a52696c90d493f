import { valueAt } from '#entity/path.ts'
import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_agency, by_currency } from '../../shared/list-filters.view.ts'
import { agency_writers, provider_staff } from '../../shared/who-may.rules.ts'
import { client } from '../business-kinds.entity.ts'
import { WaitingClients } from '../onboarding/waiting-clients.card.tsx'
import { service } from '../service.entity.ts'
import { client_template } from './client.template.ts'

/** Spec §2: draft and deleted are not offered. */
const offered = [
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'ended', label: 'Ended' },
] as const

/**
 * Clients of an agency. Status, compliance, payment terms, onboarding and currency belong to the service between
 * client and agency, so a row is that service; the link leads to the client.
 */
export const client_list = list({
  entity: service,
  title: 'Clients',
  templates: [client_template],
  where: { type: { _eq: 'client-agency' }, status: { _nin: ['draft', 'deleted'] } },
  columns: [
    {
      field: 'from_party.human_id',
      label: 'Client Id',
      width: 112,
    },
    { field: 'from_party.name', label: 'Name', width: 220 },
    { field: 'status', width: 110 },
    { field: 'compliance_status', width: 150 },
    { field: 'verification_status', width: 120, only: ['agency', 'provider'] },
    { field: 'agency.name', label: 'Agency', only: ['provider'] },
    { field: 'from_business.company.brn', label: 'Company Number', width: 150 },
    { field: 'temp_payment_terms', width: 160 },
    { field: 'perm_payment_terms', width: 160 },
    { field: 'onboarding_date', width: 140 },
    { field: 'currency.alpha_code', label: 'Currency' },
    {
      field: 'from_business.contracts_as_client',
      label: 'Temp Placements',
      width: 140,
      related: { tab: 'temp_placements', where: { type: { _eq: 'temp_placement' } } },
    },
    { field: 'reference', width: 140 },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'from_party.human_id', label: 'Client Id' },
    { field: 'from_party.name', label: 'Name' },
    { field: 'compliance_status' },
    { field: 'verification_status', only: ['agency', 'provider'] },
    { field: 'status', options: offered, quick: true },
    { field: 'from_business.company.brn', label: 'Company Number' },
    { field: 'temp_payment_terms' },
    { field: 'perm_payment_terms' },
    { field: 'onboarding_date' },
    by_currency,
    { ...by_agency, only: ['provider'] },
  ],
  groups: [{ field: 'compliance_status' }],
  search: ['from_party.human_id', 'from_party.name'],
  sort: { id: 'updated_at', desc: true },
  default_filter: { status: { in: ['active'] } },
  fields: ['from_business_id'],
  link: (row, category) =>
    pathOf({ category, path: 'business/client', id: String(valueAt(row, 'from_business_id')) }),
  card: { title: 'from_party.name', badge: 'status', detail: 'from_party.human_id', date: 'onboarding_date' },
  create: {
    label: 'New client',
    to: (category) => pathOf({ category, path: 'business/new_client' }),
    only: [...agency_writers, ...provider_staff],
  },
  above: WaitingClients,
  first_run: 'Your clients show here.',
  imports: {
    only: agency_writers,
    to: (category) => pathOf({ category, path: 'platform/new_import', tab: 'clients' }),
  },
})

/** A funder knows clients by the contracts it funds, not by a service of its own. */
export const funded_client_list = list({
  entity: client,
  title: 'Clients',
  columns: [
    { field: 'human_id', label: 'Client Id', width: 112 },
    { field: 'name', width: 240 },
    { field: 'temp_placements', label: 'Temp Placements', width: 140, related: { tab: 'temp_placements' } },
    { field: 'invoices', label: 'Invoices', width: 100, related: { tab: 'invoices' } },
    { field: 'status', width: 120 },
    { field: 'is_active' },
    { field: 'company.brn', label: 'Company Number', width: 150 },
    { field: 'base_currency.alpha_code', label: 'Currency' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id', label: 'Client Id' },
    { field: 'name' },
    { field: 'status', quick: true },
    { field: 'is_active' },
  ],
  groups: [{ field: 'status' }],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'business/client', id: row.id }),
  card: { title: 'name', badge: 'status', detail: 'human_id' },
  first_run: 'Clients show here once you fund a placement.',
  begins_at: 'contract/temp_placement',
})
