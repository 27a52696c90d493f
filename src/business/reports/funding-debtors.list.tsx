import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/list.ts'
import { funding_debtor } from './funding-portfolio.entity.ts'
import { addressOf } from './report-list.page.tsx'

/** Whose debt it is, agency by agency, largest share first: concentration, limits and what is left out. */
export const funding_debtor_list = list({
  entity: funding_debtor,
  title: 'Debtors',
  columns: [
    { field: 'client_human_id', width: 110 },
    { field: 'client_name', width: 190 },
    { field: 'agency_name', width: 170 },
    { field: 'alpha_code', label: 'Currency', width: 92 },
    { field: 'net_outstanding_balance', width: 150 },
    { field: 'disallowed_age', width: 140 },
    { field: 'disallowed_part_paid', width: 150 },
    { field: 'disallowed_credit_limit', width: 150 },
    { field: 'eligible', width: 140 },
    { field: 'share_percent', width: 92 },
    { field: 'concentration_excess', width: 150 },
    { field: 'credit_limit', width: 140 },
    { field: 'headroom', width: 140 },
    { field: 'overdue_amount', width: 130 },
    { field: 'disputed_amount', width: 130 },
    { field: 'funds_in_use', width: 130 },
    { field: 'recourse_outstanding', width: 160 },
    { field: 'reassigned_amount', width: 130 },
    { field: 'verified_amount', width: 130, hidden: true },
    { field: 'oldest_raised_date', width: 130 },
  ],
  filters: [
    { field: 'client_name', label: 'Client' },
    { field: 'agency_name', label: 'Agency' },
    { field: 'alpha_code', label: 'Currency' },
    { field: 'net_outstanding_balance' },
    { field: 'headroom' },
    { field: 'share_percent' },
  ],
  search: ['client_human_id', 'client_name', 'agency_name'],
  sort: { id: 'eligible', desc: true },
  fields: ['client_id', 'agency_id'],
  // The first of three steps to what proves a debt: its invoices, each with its timesheet and its receipts.
  link: (row, category) =>
    addressOf(pathOf({ category, path: 'transaction/invoice' }), {
      client_id: { in: [String(row.client_id)] },
      agency_id: { in: [String(row.agency_id)] },
      status: { in: ['open'] },
    }),
  card: {
    title: 'client_name',
    party: 'agency_name',
    amount: 'net_outstanding_balance',
    date: 'oldest_raised_date',
  },
  first_run: 'Debtors stand here once invoices are raised whose risk is yours.',
})
