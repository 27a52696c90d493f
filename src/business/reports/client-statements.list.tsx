import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/list.ts'
import { client_statement } from './client-statement.entity.ts'

/** What each client owes, a row a currency. */
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
    { field: 'alpha_code', width: 90 },
    { field: 'invoice_count', width: 110 },
    { field: 'aged_current', currency: 'alpha_code', width: 120 },
    { field: 'aged_0_30', currency: 'alpha_code', width: 120 },
    { field: 'aged_31_60', currency: 'alpha_code', width: 120 },
    { field: 'aged_61_90', currency: 'alpha_code', width: 120 },
    { field: 'aged_91_120', currency: 'alpha_code', width: 120 },
    { field: 'aged_over_120', currency: 'alpha_code', width: 120 },
    { field: 'net_outstanding_balance', currency: 'alpha_code' },
    { field: 'unallocated_amount', currency: 'alpha_code' },
    { field: 'credit_limit', currency: 'alpha_code' },
    { field: 'headroom', currency: 'alpha_code' },
  ],
  filters: [
    { field: 'client_name' },
    { field: 'client_human_id' },
    { field: 'alpha_code' },
    { field: 'net_outstanding_balance' },
    { field: 'oldest_due_date' },
  ],
  groups: [],
  sort: { id: 'net_outstanding_balance', desc: true },
  currency: 'alpha_code',
  sum: 'net_outstanding_balance',
  fields: ['client_id'],
  link: (row, category) => pathOf({ category, path: 'report/client_statement', id: String(row.client_id) }),
  card: { title: 'client_name', badge: 'alpha_code', amount: 'net_outstanding_balance' },
})
