import { pathOf } from '#web/core/place.ts'
import type { List } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { adhoc_fee, purchase_ledger, sales_invoice } from '../placements/contract-kinds.entity.ts'
import { by_agency, by_client, by_currency, not_agency } from '../shared/list-filters.view.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'

const in_force = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
] as const
const offered = [{ value: 'draft', label: 'Draft' }, ...in_force] as const
/** A draft is its makers'. */
const makers = ['agency', 'provider'] as const

/** Contracts that are one document each: a supplier's bill, a sale, a fee (spec §3 Contract, its types). */
function of(entity: typeof purchase_ledger | typeof sales_invoice | typeof adhoc_fee): List {
  return list({
    entity,
    title: entity.plural,
    columns: [
      { field: 'human_id', width: 160 },
      { field: 'title' },
      { field: 'status', width: 120 },
      { field: 'agency.name', label: 'Agency', only: not_agency },
      { field: 'client.name', label: 'Client', only: ['agency', 'funder', 'provider'] },
      { field: 'start_date' },
      { field: 'end_date' },
      { field: 'amount' },
      { field: 'tax_amount' },
      { field: 'funding_type', width: 130, only: ['agency', 'funder', 'provider'] },
      { field: 'is_credit_note', width: 110 },
      { field: 'refinement.human_id', label: 'Refinement', width: 112, only: makers },
      { field: 'po_number', width: 120 },
      { field: 'description' },
      { field: 'updated_at' },
    ],
    filters: [
      { field: 'human_id' },
      { field: 'title' },
      { ...by_agency, only: not_agency },
      { ...by_client, only: ['agency', 'funder', 'provider'] },
      { field: 'status', options: offered, quick: true, only: makers },
      { field: 'status', options: in_force, quick: true, only: ['funder'] },
      { field: 'start_date' },
      { field: 'end_date' },
      { field: 'amount' },
      by_currency,
      { field: 'funding_type', only: ['agency', 'funder', 'provider'] },
      { field: 'is_credit_note' },
    ],
    groups: [
      { field: 'status', options: offered, only: makers },
      { field: 'status', options: in_force, only: ['funder'] },
    ],
    search: ['human_id', 'title', { field: 'client.name', only: ['agency', 'funder', 'provider'] }],
    sort: { id: 'updated_at', desc: true },
    sum: 'amount',
    link: (row, category) => pathOf({ category, path: `contract/${entity.name}`, id: row.id }),
    card: {
      title: 'human_id',
      badge: 'status',
      party: 'title',
      detail: 'client.name',
      amount: 'amount',
      date: 'start_date',
    },
    create: {
      label: `New ${entity.label.toLowerCase()}`,
      to: (category) => pathOf({ category, path: `contract/new_${entity.name}` }),
      only: entity.name === 'adhoc_fee' ? provider_staff : [...agency_writers, ...provider_staff],
    },
    first_run: `${entity.plural} show here once an agency or the provider has entered one.`,
  })
}

export const purchase_ledger_list = of(purchase_ledger)
export const sales_invoice_list = of(sales_invoice)
export const adhoc_fee_list = of(adhoc_fee)
