import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_agency, by_currency } from '../../shared/list-filters.view.ts'
import { collection_note } from './collection-note.entity.ts'

/**
 * Spec §2, collection notes: agencies' debts to their principals, recovered from their next earnings (money.md §1.8).
 */
export const collection_note_list = list({
  entity: collection_note,
  title: 'Collection Notes',
  columns: [
    { field: 'human_id', width: 156 },
    { field: 'status', width: 110 },
    { field: 'source', width: 110 },
    { field: 'agency.name', label: 'Agency', only: ['provider', 'funder'] },
    { field: 'reason', width: 320 },
    { field: 'raised_date' },
    { field: 'amount' },
    { field: 'recovered_amount' },
    { field: 'cured_amount' },
    { field: 'outstanding_balance', label: 'Outstanding' },
    { field: 'invoice.human_id', label: 'Invoice', width: 132, only: ['agency', 'provider'] },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'status' },
    { field: 'source' },
    { ...by_agency, only: ['provider'] },
    { field: 'raised_date', max: 'today' },
    { field: 'amount' },
    by_currency,
  ],
  groups: [{ field: 'status' }],
  search: ['human_id', 'reason'],
  sort: { id: 'human_id', desc: true },
  sum: 'outstanding_balance',
  link: (row, category) => pathOf({ category, path: 'transaction/collection_note', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'status',
    party: 'agency.name',
    detail: 'reason',
    amount: 'outstanding_balance',
    date: 'raised_date',
  },
  create: {
    label: 'New collection note',
    to: (category) => pathOf({ category, path: 'transaction/new_collection_note' }),
    only: ['provider_admin', 'provider_operations'],
  },
  first_run: 'Collection notes show here. Each is deducted from the agency’s next earnings.',
})
