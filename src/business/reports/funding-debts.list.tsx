import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/list.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { can, type ReassignFacts } from '../funding/reassign.rules.ts'
import { funding_document } from './funding-portfolio.entity.ts'

const ReassignSelected = lazyPart(async () => (await import('../funding/reassign.form.tsx')).ReassignSelected)
const TakeBackSelected = lazyPart(async () => (await import('../funding/reassign.form.tsx')).TakeBackSelected)

const factsOf = (row: Readonly<Record<string, unknown>>): ReassignFacts =>
  // What the portfolio holds is open, and no credit note.
  ({ ...row, status: 'open', is_credit_note: false }) as unknown as ReassignFacts

/** Document by document what stands at one's risk, the funder's own bills too: here a debt goes back to its agency, or is taken again. */
export const funding_debt_list = list({
  entity: funding_document,
  title: 'Funding Debts',
  columns: [
    { field: 'human_id', width: 132 },
    { field: 'client_name', width: 190 },
    { field: 'agency_name', width: 170 },
    { field: 'type', width: 140 },
    { field: 'due_date', width: 110 },
    { field: 'days_overdue', width: 116 },
    { field: 'outstanding_balance', width: 140 },
    { field: 'disallowed_status', width: 190 },
    { field: 'disallowed_amount', width: 150 },
    { field: 'recourse_amount', width: 130 },
    { field: 'is_reassigned', width: 110 },
    { field: 'reassigned_on', width: 130 },
    { field: 'reassign_reason', width: 220 },
    { field: 'is_disputed', width: 100 },
    { field: 'raised_date', width: 110 },
    { field: 'alpha_code', label: 'Currency', width: 92 },
  ],
  filters: [
    { field: 'human_id' },
    { field: 'client_name', label: 'Client' },
    { field: 'agency_name', label: 'Agency' },
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
  search: ['human_id', 'client_name', 'agency_name'],
  sort: { id: 'days_overdue', desc: true },
  sum: 'outstanding_balance',
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
  // Spec §6: what a funder bills clients himself is not among the invoices that he is listed.
  link: (row, category) =>
    category === 'funder' && row.type === 'funder-client'
      ? null
      : pathOf({ category, path: 'transaction/invoice', id: row.id }),
  card: {
    title: 'human_id',
    badge: 'disallowed_status',
    party: 'client_name',
    detail: 'agency_name',
    amount: 'outstanding_balance',
    date: 'due_date',
  },
  first_run: 'Debts stand here once invoices are raised whose risk is yours.',
})
