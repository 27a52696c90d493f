import type { ReactNode } from 'react'
import { valueAt } from '#entity/path.ts'
import { pathOf } from '#web/core/place.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { rateText } from '#web/kinds/number.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { service_charge } from '../rates/rate.entity.ts'

/** A fixed fee without a currency counts in that of the work. */
const currencyOf = (row: ListRow) => {
  const code = valueAt(row, 'currency.alpha_code')
  return typeof code === 'string' ? code : null
}

/** `2.50%`, or an amount for a fixed fee: the number alone says neither. */
export const feeValue = (row: ListRow): ReactNode =>
  row.type === 'percent' ? (
    <span className="numeric">{rateText(row.value)}%</span>
  ) : (
    <Amount value={row.value} currency={currencyOf(row)} />
  )

/** The facts of a fee rule: its kind, its amount and its days. */
export const fee_facts = [
  { field: 'fee_type' },
  { field: 'type' },
  { field: 'value', cell: feeValue },
  { field: 'currency.alpha_code', label: 'Currency' },
  { field: 'fee_base' },
  { field: 'effective_from' },
  { field: 'effective_to' },
] as const

/** Fee rules by date: for the agency's commission roles and for provider and funder. */
export const service_charge_list = list({
  entity: service_charge,
  title: 'Fee Rules',
  columns: [
    { field: 'fee_type', width: 130 },
    { field: 'service_type', width: 140 },
    { field: 'agency.name', label: 'Agency', only: ['provider', 'funder'] },
    { field: 'funding_type', width: 130 },
    { field: 'type', width: 100 },
    { field: 'value', width: 100, cell: feeValue },
    { field: 'currency.alpha_code', label: 'Currency' },
    { field: 'fee_base', width: 100 },
    { field: 'payment_terms', width: 130 },
    { field: 'payment_terms_type', label: 'Terms Of', width: 110 },
    { field: 'contract.title', label: 'Placement' },
    { field: 'effective_from' },
    { field: 'effective_to' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'fee_type' },
    { field: 'service_type' },
    { field: 'funding_type' },
    { field: 'type' },
    { field: 'agency.name', label: 'Agency', only: ['provider', 'funder'] },
    { field: 'effective_from' },
    { field: 'effective_to' },
  ],
  groups: [{ field: 'fee_type' }, { field: 'service_type' }],
  search: [],
  sort: { id: 'effective_from', desc: true },
  link: (row, category) => pathOf({ category, path: 'contract/service_charge', id: row.id }),
  create: {
    label: 'New fee rule',
    to: (category) => pathOf({ category, path: 'contract/new_service_charge' }),
    only: ['provider_admin', 'provider_operations'],
  },
  card: {
    title: 'fee_type',
    badge: 'type',
    party: 'agency.name',
    detail: ['service_type', 'funding_type'],
    amount: 'value',
    date: 'effective_from',
  },
  first_run: 'Fee rules show here. Work cannot be invoiced without one.',
})
