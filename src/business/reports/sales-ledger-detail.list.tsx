import { pathOf } from '#web/core/place.ts'
import { type List, type ListRow, list } from '#web/list/model/list.ts'
import { chaseAction } from '../invoices/chase.view.ts'
import { receiptOf } from '../receipts/receipt.list.tsx'
import { ledgerLineWhy } from './explain-row.view.ts'
import { agency_sales_ledger_detail } from './sales-ledger.entity.ts'

/** Money that came in and credit notes have no type that is chased. */
const chaseFacts = (row: ListRow) => ({
  type: row.is_credit_note === true ? 'credit_note' : String(row.type),
  due_date: typeof row.due_date === 'string' ? row.due_date : null,
})

/** Open client-facing documents and unmatched money, without closed and cancelled ones (spec §4). */
export const sales_ledger_detail_list = list({
  entity: agency_sales_ledger_detail,
  title: 'Open documents',
  columns: [
    { field: 'human_id', width: 140 },
    { field: 'client_name' },
    { field: 'kind', width: 110 },
    { field: 'raised_date' },
    { field: 'due_date' },
    { field: 'days_overdue', width: 112 },
    { field: 'age_bucket' },
    { field: 'total_amount', currency: 'alpha_code' },
    { field: 'paid_amount', currency: 'alpha_code' },
    { field: 'outstanding_balance', width: 152, currency: 'alpha_code', why: ledgerLineWhy },
    { field: 'po_number' },
    { field: 'is_disputed', width: 100 },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'client_name' },
    { field: 'kind' },
    { field: 'alpha_code', label: 'Currency' },
    { field: 'age_bucket' },
    { field: 'due_date' },
    { field: 'raised_date' },
    { field: 'outstanding_balance' },
    { field: 'is_disputed' },
  ],
  groups: [{ field: 'age_bucket' }],
  tags: [
    { id: 'overdue', label: 'Overdue', filter: { is_overdue: { is: true } }, tone: 'critical' },
    { id: 'disputed', label: 'Disputed', filter: { is_disputed: { is: true } }, tone: 'attention' },
  ],
  sort: { id: 'due_date', desc: false },
  currency: 'alpha_code',
  sum: 'outstanding_balance',
  bulk: [
    // Listed documents are open; the offering rule checks the rest.
    chaseAction(chaseFacts, () => true),
  ],
  fields: [
    'type',
    'due_date',
    'is_credit_note',
    'kind',
    'alpha_code',
    'total_amount',
    'paid_amount',
    'outstanding_balance',
  ],
  link: (row, category) =>
    row.kind === 'receipt'
      ? receiptOf(category, row.id)
      : pathOf({ category, path: 'transaction/invoice', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'age_bucket',
    party: 'client_name',
    amount: 'outstanding_balance',
    date: 'due_date',
  },
  first_run: 'Client documents show here from issue to payment.',
  begins_at: 'transaction/timesheet',
})

/** The same as a page of its own, with the ledger's name. */
export const whole_sales_ledger_detail_list: List = {
  ...sales_ledger_detail_list,
  title: 'Sales Ledger Detail',
}
