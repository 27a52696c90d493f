import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { unlisted_invoice_types } from '../../shared/invoice-types.rules.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { agency, funder, limited, payer, selfemployed, umbrella } from '../business-kinds.entity.ts'
import { insurances, sumOf } from '../compliance/insurance.rules.ts'

const first_run = {
  limited: 'A limited company that pays its contractor shows here once somebody has entered it.',
  umbrella: 'An umbrella company that employs contractors shows here once somebody has entered it.',
  selfemployed: 'A self-employed contractor’s business shows here once somebody has entered it.',
  payer: 'A company that pays workers through payroll shows here once somebody has entered it.',
} as const

/** A contractor's payment companies (spec §1), by kind. */
function of(entity: typeof limited | typeof umbrella | typeof selfemployed | typeof payer) {
  return list({
    entity,
    title: entity.plural,
    columns: [
      { field: 'human_id', label: 'Company Id', width: 112 },
      { field: 'name', width: 260 },
      { field: 'status', width: 120 },
      { field: 'is_active' },
      { field: 'company.brn', label: 'Company Number', width: 150 },
      { field: 'company.vat_registration_no', label: 'VAT Number', width: 160 },
      { field: 'base_currency.alpha_code', label: 'Currency' },
      { field: 'updated_at' },
    ],
    filters: [
      { field: 'human_id', label: 'Company Id' },
      { field: 'name' },
      { field: 'status' },
      { field: 'is_active' },
    ],
    sort: { id: 'updated_at', desc: true },
    link: (row, category) => pathOf({ category, path: `business/${entity.name}`, id: row.id }),
    card: { title: 'name', badge: 'status', detail: 'human_id' },
    create: {
      label: `New ${entity.label.toLowerCase()}`,
      to: (category) => pathOf({ category, path: `business/new_${entity.name}` }),
      only: provider_staff,
    },
    first_run: first_run[entity.name],
  })
}

export const limited_list = of(limited)
export const umbrella_list = of(umbrella)
export const selfemployed_list = of(selfemployed)
export const payer_list = of(payer)

/** The agencies that a provider operates the platform for. */
export const agency_list = list({
  entity: agency,
  title: 'Agencies',
  columns: [
    { field: 'human_id', label: 'Agency Id', width: 112 },
    { field: 'name', width: 240 },
    { field: 'status', width: 120 },
    { field: 'funding_model', width: 140, only: ['agency', 'funder', 'provider'] },
    { field: 'product', width: 140, only: ['agency', 'funder', 'provider'] },
    { field: 'is_active' },
    { field: 'company.brn', label: 'Company Number', width: 150 },
    { field: 'base_currency.alpha_code', label: 'Currency' },
    {
      field: 'invoices',
      label: 'Invoices',
      width: 100,
      related: { tab: 'invoices', where: { type: { _nin: unlisted_invoice_types } } },
      only: ['funder', 'provider'],
    },
    ...insurances.map((type) => ({
      field: sumOf(type),
      currency: 'base_currency.alpha_code' as const,
      width: 230,
      only: ['agency', 'provider'] as const,
    })),
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id', label: 'Agency Id' },
    { field: 'name' },
    { field: 'status' },
    { field: 'funding_model', only: ['agency', 'funder', 'provider'], quick: true },
    { field: 'product', only: ['agency', 'funder', 'provider'] },
    { field: 'is_active' },
  ],
  groups: [{ field: 'status' }, { field: 'funding_model', only: ['agency', 'funder', 'provider'] }],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'business/agency', id: row.id }),
  card: { title: 'name', badge: 'status', detail: 'human_id' },
  create: {
    label: 'New agency',
    to: (category) => pathOf({ category, path: 'business/new_agency' }),
    only: ['provider_admin'],
  },
  first_run: 'Agencies show here.',
})

/** The funders of the provider's agencies. */
export const funder_list = list({
  entity: funder,
  title: 'Funders',
  columns: [
    { field: 'human_id', label: 'Funder Id', width: 112 },
    { field: 'name', width: 240 },
    { field: 'status', width: 120 },
    { field: 'product', width: 140, only: ['agency', 'funder', 'provider'] },
    { field: 'is_active' },
    { field: 'company.brn', label: 'Company Number', width: 150 },
    { field: 'base_currency.alpha_code', label: 'Currency' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id', label: 'Funder Id' },
    { field: 'name' },
    { field: 'status' },
    { field: 'product', only: ['agency', 'funder', 'provider'] },
    { field: 'is_active' },
  ],
  groups: [{ field: 'status' }],
  sort: { id: 'updated_at', desc: true },
  link: (row, category) => pathOf({ category, path: 'business/funder', id: row.id }),
  card: { title: 'name', badge: 'status', detail: 'human_id' },
  create: {
    label: 'New funder',
    to: (category) => pathOf({ category, path: 'business/new_funder' }),
    only: ['provider_admin'],
  },
  first_run: 'Funders show here.',
})
