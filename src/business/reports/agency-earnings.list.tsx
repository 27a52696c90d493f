import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { invoice } from '../invoices/invoice.entity.ts'
import { by_client, by_contractor } from '../shared/list-filters.view.ts'
import { outstandingWhy } from './explain-row.view.ts'
import { last_7_days } from './report-list.view.ts'

/** The agency's earnings by document, paid and unpaid. The invoice list leaves these out (spec §2). */
export const agency_earnings_list = list({
  entity: invoice,
  title: 'Earnings',
  where: { type: { _eq: 'agency_earnings' }, status: { _in: ['open', 'closed'] } },
  columns: [
    { field: 'human_id', width: 140 },
    { field: 'finance_status', width: 120 },
    { field: 'period_end' },
    { field: 'client.name', label: 'Client', width: 180 },
    { field: 'contractor.name', label: 'Contractor', width: 160 },
    { field: 'total_amount', label: 'Earnings' },
    { field: 'paid_amount', label: 'Paid' },
    { field: 'outstanding_balance', label: 'Unpaid', why: outstandingWhy },
    { field: 'last_payment_date', label: 'Paid On' },
    { field: 'due_date' },
    { field: 'raised_date', label: 'Invoice Generated On', width: 156 },
    { field: 'contract.human_id', label: 'Source', width: 116 },
    { field: 'funding_type', width: 130 },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'raised_date', label: 'Invoice Generated On', max: 'today' },
    { field: 'period_end' },
    { field: 'last_payment_date', label: 'Paid On', max: 'today' },
    { field: 'finance_status' },
    by_client,
    by_contractor,
    { field: 'currency.alpha_code', label: 'Currency' },
    { field: 'total_amount', label: 'Earnings' },
  ],
  groups: [{ field: 'finance_status' }],
  search: ['human_id', 'client.name', 'contractor.name'],
  sort: { id: 'raised_date', desc: true },
  default_filter: { raised_date: last_7_days },
  sum: 'total_amount',
  fields: ['total_amount', 'paid_amount', 'outstanding_balance', 'currency.alpha_code'],
  link: (row, category) => pathOf({ category, path: 'transaction/invoice', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'finance_status',
    party: 'client.name',
    detail: 'contractor.name',
    amount: 'total_amount',
    date: 'period_end',
  },
  first_run: 'Earnings show here once work is approved.',
  begins_at: 'transaction/timesheet',
})
