/**
 * What each kind of user finds on the dashboard: counts of what needs them, then money (experience.md, page 1). A tile
 * counts with the very filter that its link carries, so the list it opens shows as many rows.
 */
import type { Category, Role } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import type { FilterBy } from '#entity/filter.ts'
import { commission_roles } from '#entity/roles.ts'
import type { Tone } from '#web/ui/Badge.tsx'
import { invoice } from '../invoices/invoice.entity.ts'
import { payment_batch } from '../ledger/payment-batch.entity.ts'
import { payment_receipt_summary } from '../ledger/receipt.entity.ts'
import { temp_placement } from '../placements/contract-kinds.entity.ts'
import { timesheet } from '../timesheets/timesheet.entity.ts'

export interface Tile {
  readonly id: string
  readonly label: string
  readonly entity: Entity
  /** The list it opens. */
  readonly path: string
  readonly filter: FilterBy
  /** Amount summed in the business's own currency. */
  readonly sum?: string
  /** How it looks when the count is not zero. */
  readonly tone: Tone
  readonly part: 'needs' | 'money'
  readonly roles?: readonly Role[]
}

const client_facing = ['provider-client', 'agency-client', 'funder-client']

const ofTimesheets = (
  id: string,
  label: string,
  status: string,
  tone: Tone,
  roles?: readonly Role[],
): Tile => ({
  id,
  label,
  entity: timesheet,
  path: 'transaction/timesheet',
  filter: { status: { in: [status] } },
  tone,
  part: 'needs',
  ...(roles ? { roles } : {}),
})

const ofInvoices = (
  id: string,
  label: string,
  filter: FilterBy,
  tone: Tone,
  part: Tile['part'],
  roles?: readonly Role[],
): Tile => ({
  id,
  label,
  entity: invoice,
  path: 'transaction/invoice',
  filter,
  sum: 'outstanding_balance',
  tone,
  part,
  ...(roles ? { roles } : {}),
})

const ofBatches = (status: string, label: string, tone: Tone): Tile => ({
  id: `batch_${status}`,
  label,
  entity: payment_batch,
  path: 'payment/payment_batch',
  filter: { status: { in: [status] } },
  sum: 'amount',
  tone,
  part: status === 'completed' ? 'money' : 'needs',
})

/** In time for the notice that the longest of usual periods asks for. */
const endingPlacements = (roles?: readonly Role[]): Tile => ({
  id: 'ending',
  label: 'Placements ending in 30 days',
  entity: temp_placement,
  path: 'contract/temp_placement',
  filter: { end_date: { from: 'today', to: 'today+30' }, status: { in: ['active'] } },
  tone: 'attention',
  part: 'needs',
  ...(roles ? { roles } : {}),
})

const to_clients = { type: { in: client_facing } }
const overdue = { finance_status: { in: ['overdue'] } }
const open = { status: { in: ['open'] } }
const cost: readonly Role[] = ['invoice_contact']

export const tiles: Record<Category, readonly Tile[]> = {
  agency: [
    ofTimesheets('submitted', 'Timesheets awaiting client', 'submitted', 'attention'),
    ofTimesheets('rejected', 'Rejected timesheets', 'rejected', 'critical'),
    ofTimesheets('suspense', 'Timesheets in suspense', 'suspense', 'critical'),
    ofInvoices('overdue', 'Overdue client invoices', { ...to_clients, ...overdue }, 'critical', 'needs'),
    ofInvoices(
      'disputed',
      'Disputed invoices',
      { ...to_clients, is_disputed: { is: true } },
      'attention',
      'needs',
    ),
    endingPlacements(),
    ofInvoices('outstanding', 'Client invoices outstanding', { ...to_clients, ...open }, 'neutral', 'money'),
    ofInvoices(
      'contractors',
      'Contractors to be paid',
      { type: { in: ['contractor-agency'] }, ...open },
      'neutral',
      'money',
    ),
    ofInvoices(
      'fees',
      'Fees to settle',
      { type: { in: ['provider-agency', 'funder-agency'] }, ...open },
      'neutral',
      'money',
      commission_roles,
    ),
  ],
  client: [
    ofTimesheets('approve', 'Timesheets to approve', 'submitted', 'attention', [
      'timesheet_approver',
      'invoice_contact',
    ]),
    ofInvoices('overdue', 'Overdue invoices', overdue, 'critical', 'needs', cost),
    endingPlacements(['hiring_manager', 'invoice_contact']),
    ofInvoices('due', 'Invoices to pay', open, 'neutral', 'money', cost),
    {
      id: 'placements',
      label: 'Active placements',
      entity: temp_placement,
      path: 'contract/temp_placement',
      filter: { status: { in: ['active'] } },
      tone: 'neutral',
      part: 'money',
      roles: ['hiring_manager', 'invoice_contact'],
    },
  ],
  contractor: [
    ofTimesheets('draft', 'Timesheets to fill in', 'draft', 'attention'),
    ofTimesheets('rejected', 'Timesheets to correct', 'rejected', 'critical'),
    ofTimesheets('submitted', 'Waiting for approval', 'submitted', 'progress'),
    ofInvoices('unpaid', 'To be paid to you', open, 'neutral', 'money'),
  ],
  funder: [
    ofInvoices('overdue', 'Overdue client invoices', { ...to_clients, ...overdue }, 'critical', 'needs'),
    ofInvoices('disallowed', 'Disallowed invoices', { is_disallowed: { is: true } }, 'attention', 'needs'),
    ofInvoices('disputed', 'Disputed invoices', { is_disputed: { is: true } }, 'attention', 'needs'),
    ofInvoices('exposure', 'Client invoices outstanding', { ...to_clients, ...open }, 'neutral', 'money'),
  ],
  provider: [
    {
      id: 'unmatched',
      label: 'Receipts to match',
      entity: payment_receipt_summary,
      path: 'transaction/receipts',
      filter: { status: { in: ['allocated', 'partially_matched'] }, type: { in: ['receipt'] } },
      sum: 'unmatched_amount',
      tone: 'attention',
      part: 'needs',
    },
    ofBatches('hold', 'Batches on hold', 'attention'),
    ofBatches('under_review', 'Batches under review', 'attention'),
    ofBatches('reviewed', 'Batches to complete', 'progress'),
    ofTimesheets('suspense', 'Timesheets in suspense', 'suspense', 'critical'),
    ofInvoices('overdue', 'Overdue client invoices', { ...to_clients, ...overdue }, 'critical', 'needs'),
    ofInvoices('disputed', 'Disputed invoices', { is_disputed: { is: true } }, 'attention', 'needs'),
    ofInvoices('outstanding', 'Client invoices outstanding', { ...to_clients, ...open }, 'neutral', 'money'),
    ofBatches('completed', 'Batches completed', 'neutral'),
  ],
}
