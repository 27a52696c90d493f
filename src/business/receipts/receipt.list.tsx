import type { Category } from '#entity/access.ts'
import { pathOf } from '#web/core/place.ts'
import { type List, list } from '#web/list/model/list.ts'
import { match_list } from '../settlement/match.list.tsx'
import { payment_receipt_summary } from '../settlement/receipt.entity.ts'
import { by_agency, by_currency, by_for_business } from '../shared/list-filters.view.ts'
import { receipt_template } from './receipt.template.ts'

/** Spec §4: match status matched, partially_matched, allocated, reversed; cancelled ones are excluded from lists. */
export const match_statuses = [
  { value: 'allocated', label: 'Allocated' },
  { value: 'partially_matched', label: 'Partially matched' },
  { value: 'matched', label: 'Matched' },
  { value: 'reversed', label: 'Reversed' },
] as const

/** Shared by the lists of receipts and payments, as are the filters, the parts and the card below. */
export const cash_columns = [
  { field: 'transaction_date', width: 140 },
  { field: 'amount' },
  { field: 'matched_amount' },
  { field: 'unmatched_amount', width: 160 },
  { field: 'currency.alpha_code', label: 'Currency' },
  { field: 'reference' },
] as const
export const cash_filters = [
  { field: 'transaction_date', max: 'today' },
  { field: 'status', options: match_statuses },
  by_currency,
  { field: 'amount' },
  { field: 'matched_amount' },
  { field: 'unmatched_amount' },
] as const
/** Spec §2: payment receipts with matched-invoice lines. */
export const cash_parts = {
  search: ['human_id', 'reference', 'for_business.name'] as const,
  expand: { list: match_list, scope: (row) => ({ payment_receipt_summary_id: { _eq: row.id } }) },
} satisfies Pick<List<typeof payment_receipt_summary>, 'search' | 'expand'>
export const cash_card = {
  title: 'human_id',
  badge: 'status',
  party: 'for_business.name',
  amount: 'amount',
  date: 'transaction_date',
} as const

/** A receipt under the name that the viewer's menu gives to receipts (spec §2): so its page leads back to that list. */
export const receiptOf = (category: Category, id: string): string =>
  pathOf({ category, path: category === 'funder' ? 'transaction/receipt' : 'transaction/receipts', id })

export const receipt_list = list({
  entity: payment_receipt_summary,
  title: 'Receipts',
  templates: [receipt_template],
  where: { type: { _eq: 'receipt' }, status: { _neq: 'cancelled' } },
  columns: [
    { field: 'human_id', label: 'Receipt Id', width: 112 },
    { field: 'status', width: 150 },
    { field: 'for_business.name', label: 'For Business' },
    { field: 'agency.name', label: 'Agency', only: ['provider', 'funder'] },
    ...cash_columns,
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id', label: 'Receipt Id' },
    by_for_business,
    ...cash_filters,
    { ...by_agency, only: ['provider', 'funder'] },
  ],
  groups: [{ field: 'status', options: match_statuses }],
  tags: [
    {
      id: 'unmatched',
      label: 'Not fully matched',
      filter: { status: { in: ['allocated', 'partially_matched'] } },
    },
  ],
  ...cash_parts,
  sort: { id: 'updated_at', desc: true },
  sum: 'unmatched_amount',
  link: (row, category) => receiptOf(category, row.id),
  card: cash_card,
  first_run: 'Receipts are recorded from the lines of the bank statement.',
  begins_at: 'transaction/bank_line',
})
