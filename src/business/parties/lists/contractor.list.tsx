import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { agency_writers, provider_staff } from '../../shared/who-may.rules.ts'
import { contractor } from '../business-kinds.entity.ts'
import { contractor_template } from './contractor.template.ts'

export const contractor_list = list({
  entity: contractor,
  title: 'Contractors',
  templates: [contractor_template],
  columns: [
    { field: 'human_id', label: 'Contractor Id', width: 124 },
    { field: 'name' },
    { field: 'status', width: 120 },
    { field: 'payment_type', width: 130, only: ['agency', 'provider'] },
    { field: 'payment_company.name', label: 'Payment Company', only: ['agency', 'provider'] },
    { field: 'is_active' },
    { field: 'base_currency.alpha_code', label: 'Currency' },
    { field: 'onboarded_at' },
    {
      field: 'temp_placements',
      label: 'Temp Placements',
      width: 140,
      related: { tab: 'temp_placements' },
    },
    {
      field: 'timesheets',
      label: 'Timesheets',
      width: 110,
      related: { tab: 'timesheets' },
      only: ['agency', 'funder', 'provider', 'invoice_contact'],
    },
    {
      field: 'expenses',
      label: 'Expenses',
      width: 110,
      related: { tab: 'expenses' },
      only: ['agency', 'funder', 'provider', 'invoice_contact'],
    },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id', label: 'Contractor Id' },
    { field: 'name' },
    { field: 'status', quick: true },
    { field: 'payment_type', only: ['agency', 'provider'] },
    { field: 'payment_company.name', label: 'Payment Company', only: ['agency', 'provider'] },
    { field: 'is_active' },
    { field: 'onboarded_at', max: 'today' },
  ],
  groups: [{ field: 'payment_type', only: ['agency', 'provider'] }, { field: 'status' }],
  search: ['human_id', 'name', { field: 'payment_company.name', only: ['agency', 'provider'] }],
  sort: { id: 'updated_at', desc: true },
  // Spec §9: default filter active.
  default_filter: { is_active: { is: true } },
  link: (row, category) => pathOf({ category, path: 'business/contractor', id: row.id }),
  card: { title: 'name', badge: 'status', detail: 'payment_company.name', party: 'human_id' },
  create: {
    label: 'New contractor',
    to: (category) => pathOf({ category, path: 'business/new_contractor' }),
    only: [...agency_writers, ...provider_staff],
  },
  first_run: 'Your contractors show here.',
  imports: {
    only: agency_writers,
    to: (category) => pathOf({ category, path: 'platform/new_import', tab: 'contractors' }),
  },
})
