import { pathOf } from '#web/core/place.ts'
import type { List } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { listAgreement } from '../ledger/agreement.card.tsx'
import { withMailing } from '../report-mailing/report-mailing.card.tsx'
import { client_statement } from './client-statement.entity.ts'
import { headroomWhy, netOwedWhy } from './explain-row.view.ts'
import { aged_figures, type LedgerFigure, ledgerRows } from './figure-rows.rules.ts'
import { addressOf } from './report-list.view.ts'

/** The rows that make a figure, on the client's own statement. */
const toRows =
  (figure: LedgerFigure): NonNullable<List['columns'][number]['link']> =>
  (row, category) =>
    addressOf(
      pathOf({ category, path: 'report/client_statement', id: String(row.client_id) }),
      ledgerRows(figure, String(row.alpha_code)).filter,
    )

/** Each client's debt, a row a currency. */
export const client_statement_list = list({
  entity: client_statement,
  title: 'Client Statement',
  columns: [
    {
      field: 'client_name',
      link: (row, category) =>
        pathOf({ category, path: 'report/client_statement', id: String(row.client_id) }),
    },
    { field: 'client_human_id', width: 110 },
    { field: 'alpha_code', label: 'Currency' },
    { field: 'invoice_count', width: 116 },
    { field: 'aged_current', currency: 'alpha_code', link: toRows('aged_current') },
    { field: 'aged_0_30', currency: 'alpha_code', link: toRows('aged_0_30') },
    { field: 'aged_31_60', currency: 'alpha_code', link: toRows('aged_31_60') },
    { field: 'aged_61_90', currency: 'alpha_code', link: toRows('aged_61_90') },
    { field: 'aged_91_120', currency: 'alpha_code', link: toRows('aged_91_120') },
    { field: 'aged_over_120', currency: 'alpha_code', link: toRows('aged_over_120') },
    {
      field: 'net_outstanding_balance',
      width: 176,
      currency: 'alpha_code',
      link: toRows('net_outstanding_balance'),
      why: netOwedWhy,
    },
    { field: 'unallocated_amount', width: 156, currency: 'alpha_code', link: toRows('unallocated_amount') },
    { field: 'credit_limit', currency: 'alpha_code' },
    { field: 'headroom', currency: 'alpha_code', why: headroomWhy },
  ],
  filters: [
    { field: 'client_name' },
    { field: 'client_human_id' },
    { field: 'alpha_code', label: 'Currency' },
    { field: 'net_outstanding_balance' },
    { field: 'oldest_due_date' },
  ],
  groups: [],
  sort: { id: 'net_outstanding_balance', desc: true },
  currency: 'alpha_code',
  sum: 'net_outstanding_balance',
  fields: [
    'client_id',
    'alpha_code',
    'net_outstanding_balance',
    'credit_limit',
    'headroom',
    ...aged_figures.map(({ field }) => field),
  ],
  above: withMailing(
    'client_statements',
    listAgreement({ root: 'get_client_statement_agreement', covers: 'All clients' }),
  ),
  link: (row, category) => pathOf({ category, path: 'report/client_statement', id: String(row.client_id) }),
  card: { title: 'client_name', badge: 'alpha_code', amount: 'net_outstanding_balance' },
  first_run: 'Clients show here once they are billed.',
  begins_at: 'transaction/timesheet',
})
