import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { addressOf } from '../reports/report-list.view.ts'
import { funding_debtor } from './funding-portfolio.entity.ts'
import { debtRows } from './funding-rows.rules.ts'

/** Debtors by agency, largest share first: concentration, limits and disallowed amounts. */
export const funding_debtor_list = list({
  entity: funding_debtor,
  title: 'Debtors',
  columns: [
    { field: 'client_human_id', width: 110 },
    { field: 'client_name', width: 190 },
    { field: 'agency_name', width: 170 },
    { field: 'alpha_code', label: 'Currency' },
    { field: 'net_outstanding_balance', width: 176 },
    { field: 'disallowed_age' },
    { field: 'disallowed_part_paid', width: 208 },
    { field: 'disallowed_credit_limit', width: 160 },
    { field: 'eligible' },
    { field: 'share_percent' },
    { field: 'concentration_excess', width: 160 },
    { field: 'credit_limit' },
    { field: 'headroom' },
    { field: 'overdue_amount' },
    { field: 'disputed_amount' },
    { field: 'funds_in_use' },
    { field: 'recourse_outstanding', width: 168 },
    { field: 'reassigned_amount' },
    { field: 'verified_amount', hidden: true },
    { field: 'oldest_raised_date', width: 148 },
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
  // The first of three steps to a debt's evidence: its documents, each with timesheet and receipts.
  link: (row, category) =>
    addressOf(
      pathOf({ category, path: 'report/funding_debt' }),
      debtRows({
        alpha_code: String(row.alpha_code),
        agency_id: String(row.agency_id),
        client_id: String(row.client_id),
      }),
    ),
  card: {
    title: 'client_name',
    party: 'agency_name',
    amount: 'net_outstanding_balance',
    date: 'oldest_raised_date',
  },
  first_run: 'Debtors show here once you finance invoices.',
  begins_at: 'contract/temp_placement',
})
