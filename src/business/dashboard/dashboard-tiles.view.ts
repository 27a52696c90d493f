/**
 * The tiles of each category's dashboard: to do, then money (experience.md, page 1). A tile counts with exactly the
 * filter of its link, within its list's base rows, so the list shows as many (test/lists/dashboard.db.test.ts).
 */

import type { Category, Role } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import type { FilterBy, Where } from '#entity/filter.ts'
import { commission_roles } from '#entity/roles.ts'
import { accounting_exception, data_queue } from '../accounting/accounting.entity.ts'
import { bank_account } from '../bank-accounts/bank-account.entity.ts'
import { flow_approval } from '../change-requests/request/change-request.entity.ts'
import { expense } from '../expenses/expense.entity.ts'
import { generation_types, invoice } from '../invoices/invoice.entity.ts'
import { service } from '../parties/service.entity.ts'
import { payment_batch } from '../payments/payment-batch.entity.ts'
import { payroll_override } from '../payroll/figures/payroll-override.entity.ts'
import { payslip } from '../payroll/payslips/payslip.entity.ts'
import { umbrella_payslip } from '../payroll/umbrella/umbrella-payslip.entity.ts'
import { umbrella_payslip_keepers } from '../payroll/umbrella/umbrella-payslip.rules.ts'
import { perm_placement, temp_placement } from '../placements/contract-kinds.entity.ts'
import { impersonation } from '../platform/people-log.entity.ts'
import { unconfirmed_user } from '../platform/unconfirmed-user.entity.ts'
import { funding_document } from '../portfolio/funding-portfolio.entity.ts'
import { payment_receipt_summary } from '../settlement/receipt.entity.ts'
import {
  client_facing_types,
  disallowed_reasons,
  unlisted_invoice_types,
} from '../shared/invoice-types.rules.ts'
import { timesheet } from '../timesheets/timesheet.entity.ts'
import { parties_to_approve, parties_to_complete } from './party-tiles.view.ts'
import type { Tile } from './tile.view.ts'

type Look = Pick<Tile, 'tone' | 'part' | 'roles' | 'not_for'>

/** The links of clients and agencies that the list of clients holds. */
export const client_list_where: Where = {
  type: { _eq: 'client-agency' },
  status: { _nin: ['draft', 'deleted'] },
}

/** Waiting work comes first, marked by its colour. */
const attention = { tone: 'attention', part: 'needs' } as const
const critical = { tone: 'critical', part: 'needs' } as const
const money = { tone: 'neutral', part: 'money' } as const
const flow = { tone: 'neutral', part: 'flow' } as const
const going_on = { tone: 'neutral', part: 'work' } as const

export const of_invoices = {
  entity: invoice,
  path: 'transaction/invoice',
  own: { type: { _nin: unlisted_invoice_types } },
} as const
export const of_receipts = {
  entity: payment_receipt_summary,
  own: { type: { _eq: 'receipt' }, status: { _neq: 'cancelled' } },
} as const

const work = { timesheet, expense } as const
export const ofWork = (
  kind: keyof typeof work,
  id: string,
  label: string,
  status: string,
  look: Look,
): Tile => ({
  id,
  label,
  entity: work[kind],
  path: `transaction/${kind}`,
  filter: { status: { in: [status] } },
  ...look,
})

export const ofInvoices = (
  id: string,
  label: string,
  filter: FilterBy,
  look: Look,
  sum = 'outstanding_balance',
): Tile => ({ id, label, ...of_invoices, filter, sum, ...look })

/** A funder's own client bills are in no list of invoices (spec §6): its debts are those of the portfolio. */
export const ofDebts = (
  id: string,
  label: string,
  filter: FilterBy,
  look: Look,
  sum = 'outstanding_balance',
): Tile => ({
  id,
  label,
  entity: funding_document,
  path: 'report/funding_debt',
  filter: { is_reassigned: { is: false }, ...filter },
  sum,
  ...look,
})

/** Batches and payroll confirmations have a tab for each status (spec §4). */
const ofTab = (entity: Entity, path: string, tab: string, label: string, look: Look): Tile => ({
  ...{ id: `${entity.name}_${tab}`, label, entity, path, tab, filter: {} },
  own: { status: { _eq: tab } },
  ...look,
})
export const ofBatches = (status: string, label: string, look: Look): Tile => ({
  ...ofTab(payment_batch, 'payment/payment_batch', status, label, look),
  sum: 'amount',
})

/** In time for the notice that the longest of usual periods asks for. */
const endingPlacements = (roles?: readonly Role[]): Tile => ({
  id: 'ending',
  label: 'Placements ending in 30 days',
  entity: temp_placement,
  path: 'contract/temp_placement',
  filter: { end_date: { from: 'today', to: 'today+30' }, status: { in: ['active'] } },
  ...attention,
  ...(roles ? { roles } : {}),
})

const activePlacements = (roles?: readonly Role[]): Tile => ({
  id: 'placements',
  label: 'Active placements',
  entity: temp_placement,
  path: 'contract/temp_placement',
  filter: { status: { in: ['active'] } },
  tone: 'neutral',
  part: 'work',
  ...(roles ? { roles } : {}),
})

/** Only the provider brings a placement into force (decision 0035). */
const toActivate = [temp_placement, perm_placement].map(
  (entity): Tile => ({
    id: `${entity.name}_to_activate`,
    label: `${entity.plural} to activate`,
    entity,
    path: `contract/${entity.name}`,
    filter: { status: { in: ['pending_raise_approval'] } },
    ...attention,
  }),
)

/** Steps of change requests that wait for this side. */
const toApprove = (business_type: Category, roles?: readonly Role[]): Tile => ({
  id: 'changes',
  label: 'Change requests to approve',
  entity: flow_approval,
  path: 'request/flow_approval',
  filter: {
    is_most_recent: { is: true },
    status: { in: ['pending'] },
    business_type: { in: [business_type] },
  },
  ...attention,
  ...(roles ? { roles } : {}),
})

const toMatch = (path: string, label: string): Tile => ({
  id: 'unmatched',
  label,
  ...of_receipts,
  path,
  filter: { status: { in: ['allocated', 'partially_matched'] } },
  sum: 'unmatched_amount',
  ...attention,
})

const exceptions = (roles?: readonly Role[]): readonly Tile[] => [
  {
    id: 'exceptions',
    label: 'Accounting exceptions',
    entity: accounting_exception,
    path: 'integrations/exception',
    filter: { is_resolved: { is: false } },
    ...attention,
    ...(roles ? { roles } : {}),
  },
  {
    id: 'not_sent',
    label: 'Failed to sync',
    entity: data_queue,
    path: 'integrations/data_queue',
    own: { status: { _neq: 'sent' } },
    filter: { status: { in: ['failed'] } },
    ...critical,
    ...(roles ? { roles } : {}),
  },
]

export const to_clients = { type: { in: [...client_facing_types] } }
export const overdue = { finance_status: { in: ['overdue'] } }
export const open = { status: { in: ['open'] } }
const disputed = { is_disputed: { is: true } }
/** Payroll pays employees by payslip, so their documents are not owed by a payment run. */
const by_payment_run: readonly string[] = generation_types
  .map((one) => one.value)
  .filter((value) => value !== 'paye_timesheet' && value !== 'payroll_timesheet')
const to_be_paid = { ...open, generation_type: { in: by_payment_run } }
const cost: readonly Role[] = ['invoice_contact']
const placing: readonly Role[] = ['hiring_manager', 'invoice_contact']
const provider_admin: readonly Role[] = ['provider_admin']

const flow_days = { from: 'today-60', to: 'today' }
/** Documents without credit notes. */
const raised = { raised_date: flow_days, total_amount: { from: '0.01' } }
const issued = { status: { in: ['open', 'closed'] } }
export const closed = { status: { in: ['closed'] } }

/** From work to cash: the steps of the last 60 days. */
const from_work_to_cash: readonly Tile[] = [
  {
    id: 'flow_approved',
    label: 'Timesheets approved',
    entity: timesheet,
    path: 'transaction/timesheet',
    filter: { status: { in: ['approved'] }, 'invoice_sets.created_at': flow_days },
    sum: 'client_amount',
    ...flow,
  },
  ofInvoices('flow_invoiced', 'Invoiced', { ...to_clients, ...raised, ...issued }, flow, 'total_amount'),
  ofInvoices(
    'flow_funded',
    'Funded',
    { ...to_clients, ...raised, ...issued, funding_type: { in: ['funded', 'partly_funded'] } },
    flow,
    'total_amount',
  ),
  ofInvoices(
    'flow_paid',
    'Contractors paid',
    { type: { in: ['contractor-agency'] }, ...raised, ...closed },
    flow,
    'total_amount',
  ),
  ofInvoices('flow_collected', 'Collected', { ...to_clients, ...raised, ...closed }, flow, 'total_amount'),
]

/** Debts of clients, and debts to contractors. */
const owed_and_owing: readonly Tile[] = [
  ofInvoices('outstanding', 'Client invoices outstanding', { ...to_clients, ...open }, money),
  ofInvoices(
    'contractors',
    'Contractors to be paid',
    { type: { in: ['contractor-agency'] }, ...to_be_paid },
    money,
  ),
]

export const tiles: Record<Category, readonly Tile[]> = {
  agency: [
    ofInvoices('overdue', 'Overdue client invoices', { ...to_clients, ...overdue }, critical),
    ofWork('timesheet', 'suspense', 'Timesheets in suspense', 'suspense', critical),
    ofWork('expense', 'expense_suspense', 'Expenses in suspense', 'suspense', critical),
    ofWork('timesheet', 'rejected', 'Rejected timesheets', 'rejected', critical),
    ofWork('timesheet', 'submitted', 'Timesheets awaiting client', 'submitted', attention),
    ofWork('expense', 'expense_submitted', 'Expenses awaiting client', 'submitted', attention),
    ofInvoices('disputed', 'Disputed invoices', { ...to_clients, ...disputed }, attention),
    parties_to_complete,
    toMatch('transaction/receipts', 'Receipts not fully matched'),
    toApprove('agency'),
    ...exceptions(['agency_admin']),
    ofTab(umbrella_payslip, 'paye/umbrella_payslip', 'low', 'Umbrella pay below the illustration', {
      ...attention,
      roles: umbrella_payslip_keepers.agency,
    }),
    endingPlacements(),
    ...from_work_to_cash,
    ...owed_and_owing,
    ofInvoices(
      'fees',
      'Fees to settle',
      { type: { in: ['provider-agency', 'funder-agency'] }, ...open },
      { ...money, roles: commission_roles },
    ),
  ],
  client: [
    ofInvoices('overdue', 'Overdue invoices', overdue, { ...critical, roles: cost }),
    ofInvoices('disputed', 'Invoices you dispute', disputed, { ...attention, roles: cost }),
    toApprove('client', placing),
    endingPlacements(placing),
    ofInvoices('due', 'Invoices to pay', open, { ...money, roles: cost }),
    ofInvoices(
      'due_soon',
      'Due in 7 days',
      { due_date: { from: 'today', to: 'today+7' }, ...open },
      { ...money, roles: cost },
    ),
    // An approver decides them in the cards above; an invoice contact sees coming costs.
    ofWork('timesheet', 'approve', 'Timesheets awaiting approval', 'submitted', {
      ...going_on,
      roles: cost,
      not_for: ['timesheet_approver'],
    }),
    ofWork('expense', 'approve_expense', 'Expenses awaiting approval', 'submitted', {
      ...going_on,
      roles: cost,
      not_for: ['timesheet_approver'],
    }),
    activePlacements(placing),
  ],
  contractor: [
    ofWork('timesheet', 'rejected', 'Timesheets to correct', 'rejected', critical),
    ofWork('timesheet', 'draft', 'Timesheets to fill in', 'draft', attention),
    ofWork('expense', 'expense_draft', 'Expenses to send', 'draft', attention),
    ofWork('expense', 'expense_rejected', 'Rejected expenses', 'rejected', critical),
    toApprove('contractor'),
    ofWork('timesheet', 'submitted', 'Timesheets awaiting approval', 'submitted', {
      tone: 'progress',
      part: 'work',
    }),
    ofWork('expense', 'expense_submitted', 'Expenses awaiting approval', 'submitted', {
      tone: 'progress',
      part: 'work',
    }),
    activePlacements(),
    ofInvoices('unpaid', 'Invoices to be paid to you', to_be_paid, money),
    {
      id: 'payslips_unpaid',
      label: 'Payslips to be paid to you',
      entity: payslip,
      path: 'paye/payslip',
      filter: { status: { in: ['issued'] } },
      sum: 'net_pay',
      ...money,
    },
  ],
  funder: [
    ofDebts('overdue', 'Overdue debts', { days_overdue: { from: '1' } }, critical),
    ofDebts(
      'disallowed',
      'Disallowed debts',
      { disallowed_status: { in: disallowed_reasons } },
      attention,
      'disallowed_amount',
    ),
    ofDebts('disputed', 'Disputed debts', disputed, attention),
    toMatch('transaction/receipt', 'Receipts not fully matched'),
    toApprove('funder'),
    ofDebts('exposure', 'Debts at your risk', {}, money),
    ofDebts('due_soon', 'Due in 7 days', { due_date: { from: 'today', to: 'today+7' } }, money),
  ],
  provider: [
    ...toActivate,
    {
      id: 'clients_to_verify',
      label: 'Clients to verify',
      entity: service,
      path: 'business/client',
      own: client_list_where,
      filter: { verification_status: { in: ['unverified'] }, status: { in: ['active'] } },
      ...attention,
    },
    parties_to_approve,
    toMatch('transaction/receipts', 'Receipts to match'),
    ofBatches('hold', 'Batches on hold', attention),
    ofBatches('under_review', 'Batches under review', attention),
    ofBatches('reviewed', 'Batches to complete', { tone: 'progress', part: 'needs' }),
    {
      id: 'accounts',
      label: 'Bank accounts to confirm',
      entity: bank_account,
      path: 'business/bank_account',
      filter: { status: { in: ['pending'] } },
      ...attention,
    },
    ofTab(payroll_override, 'paye/payroll_override', 'requested', 'Payroll figures to confirm', attention),
    ofWork('timesheet', 'suspense', 'Timesheets in suspense', 'suspense', critical),
    ofWork('expense', 'expense_suspense', 'Expenses in suspense', 'suspense', critical),
    ofInvoices('overdue', 'Overdue client invoices', { ...to_clients, ...overdue }, critical),
    ofInvoices('disputed', 'Disputed invoices', disputed, attention),
    toApprove('provider'),
    ...exceptions(),
    ...owed_and_owing,
    ofBatches('completed', 'Batches completed', money),
    {
      id: 'unconfirmed',
      label: 'Unconfirmed users',
      entity: unconfirmed_user,
      path: 'log/unconfirmed_user',
      filter: {},
      tone: 'attention',
      part: 'people',
      roles: provider_admin,
    },
    {
      id: 'impersonations',
      label: 'Impersonations in 7 days',
      entity: impersonation,
      path: 'log/impersonation',
      filter: { started_at: { from: 'today-7', to: 'today' } },
      tone: 'neutral',
      part: 'people',
      roles: provider_admin,
    },
  ],
}
