import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { by_currency } from '../shared/list-filters.view.ts'
import { payment_batch } from './payment-batch.entity.ts'
import { batch_makers } from './payment-batch.rules.ts'

export const payment_batch_list = list({
  entity: payment_batch,
  title: 'Payment Batches',
  // Spec §4, payment batch views.
  tabs: [
    { id: 'all', label: 'All', where: {} },
    { id: 'hold', label: 'Hold', where: { status: { _eq: 'hold' } } },
    { id: 'under_review', label: 'Under review', where: { status: { _eq: 'under_review' } } },
    { id: 'reviewed', label: 'Reviewed', where: { status: { _eq: 'reviewed' } } },
    { id: 'completed', label: 'Completed', where: { status: { _eq: 'completed' } } },
  ],
  columns: [
    { field: 'human_id', label: 'Batch Id', width: 112 },
    { field: 'status', width: 130 },
    { field: 'run_date' },
    { field: 'amount' },
    { field: 'item_count', width: 100 },
    { field: 'principal.name', label: 'Paid From' },
    { field: 'currency.alpha_code', label: 'Currency' },
    { field: 'reviewed_at' },
    { field: 'completed_at' },
    { field: 'updated_at' },
  ],
  filters: [
    { field: 'human_id', label: 'Batch Id' },
    { field: 'run_date' },
    { field: 'amount' },
    by_currency,
  ],
  sort: { id: 'updated_at', desc: true },
  sum: 'amount',
  link: (row, category) => pathOf({ category, path: 'payment/payment_batch', id: row.id }),
  card: { title: 'human_id', badge: 'status', party: 'principal.name', amount: 'amount', date: 'run_date' },
  create: {
    label: 'New batch',
    to: (category) => pathOf({ category, path: 'payment/new_batch' }),
    only: batch_makers,
  },
  first_run: 'A batch pays the contractors and agencies whose documents are due.',
})
