import { pathOf } from '#web/core/place.ts'
import type { List, ListRow } from '#web/list/model/list.ts'
import { list } from '#web/list/model/list.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { can, type ReassignFacts } from '../funding/reassign.rules.ts'
import { receiptOf } from '../receipts/receipt.list.tsx'
import { withMailing } from '../report-mailing/report-mailing.card.tsx'
import { by_agency, by_client } from '../shared/list-filters.view.ts'
import { funding_document } from './funding-portfolio.entity.ts'

const ReassignSelected = lazyPart(async () => (await import('../funding/reassign.form.tsx')).ReassignSelected)
const TakeBackSelected = lazyPart(async () => (await import('../funding/reassign.form.tsx')).TakeBackSelected)

const factsOf = (row: ListRow): ReassignFacts => ({
  human_id: String(row.human_id ?? ''),
  // The purchase represents the funder's bill to the client. The entity's choices are of the rules (guard: schema).
  type: row.type === 'agency-funder' ? 'funder-client' : (row.type as ReassignFacts['type']),
  // The portfolio holds open documents only.
  status: 'open',
  is_credit_note: row.is_credit_note === true,
  reassigned_on: typeof row.reassigned_on === 'string' ? row.reassigned_on : null,
})

/** The signed timesheet, whose page recomputes its hash. */
const toTimesheet: List['link'] = (row, category) =>
  row.timesheet_id == null
    ? null
    : pathOf({ category, path: 'transaction/timesheet', id: String(row.timesheet_id) })

/** The client's money: the receipt that paid last. */
const toReceipt: List['link'] = (row, category) =>
  row.receipt_id == null ? null : receiptOf(category, String(row.receipt_id))

/**
 * Each debt at the reader's risk, a funder's by its purchase of the work: debt is reassigned to its agency here, and
 * taken back.
 */
export const funding_debt_list = list({
  entity: funding_document,
  title: 'Funding Debts',
  columns: [
    { field: 'human_id', width: 132 },
    { field: 'client_name', width: 190 },
    { field: 'agency_name', width: 170 },
    { field: 'type', width: 140 },
    { field: 'due_date' },
    { field: 'days_overdue', width: 116 },
    { field: 'outstanding_balance' },
    { field: 'timesheet_human_id', width: 124, link: toTimesheet },
    { field: 'received_amount', link: toReceipt },
    { field: 'disallowed_status', width: 190 },
    { field: 'disallowed_amount', width: 150 },
    { field: 'recourse_amount' },
    { field: 'is_reassigned', width: 110 },
    { field: 'reassigned_on', width: 130 },
    { field: 'reassign_reason', width: 220 },
    { field: 'is_disputed', width: 100 },
    { field: 'raised_date' },
    { field: 'alpha_code', label: 'Currency' },
  ],
  filters: [
    { field: 'human_id' },
    by_client,
    by_agency,
    { field: 'due_date' },
    { field: 'days_overdue' },
    { field: 'outstanding_balance' },
    { field: 'disallowed_status' },
    { field: 'is_reassigned' },
    { field: 'is_disputed' },
    { field: 'alpha_code', label: 'Currency' },
  ],
  tags: [
    { id: 'reassigned', label: 'Reassigned', filter: { is_reassigned: { is: true } } },
    { id: 'disputed', label: 'Disputed', filter: { is_disputed: { is: true } } },
  ],
  above: withMailing('funding_debts'),
  search: ['human_id', 'client_name', 'agency_name'],
  sort: { id: 'days_overdue', desc: true },
  sum: 'outstanding_balance',
  fields: [
    'type',
    'is_credit_note',
    'is_reassigned',
    'reassigned_on',
    'listed_id',
    'timesheet_id',
    'receipt_id',
  ],
  bulk: [
    {
      label: 'Reassign',
      action_id: 'transaction.invoice.reassign',
      offered: (rows) => rows.some((row) => row.is_reassigned !== true),
      allowed: (row, session) => can.reassign(factsOf(row), session),
      opens: ReassignSelected,
      only: ['funder_admin', 'provider_admin'],
    },
    {
      label: 'Take back',
      action_id: 'transaction.invoice.take_back',
      offered: (rows) => rows.some((row) => row.is_reassigned === true),
      allowed: (row, session) => can.takeBack(factsOf(row), session),
      opens: TakeBackSelected,
      only: ['funder_admin', 'provider_admin'],
    },
  ],
  // Spec §6: a funder's own client invoices are not in its list of invoices; the purchase of the work is.
  link: (row, category) =>
    row.listed_id == null
      ? null
      : pathOf({
          category,
          path: 'transaction/invoice',
          id: category === 'funder' ? String(row.listed_id) : row.id,
        }),
  card: {
    title: 'human_id',
    badge: 'disallowed_status',
    party: 'client_name',
    detail: 'agency_name',
    amount: 'outstanding_balance',
    date: 'due_date',
  },
  first_run: 'Debts show here once you finance invoices.',
  begins_at: 'contract/temp_placement',
})
