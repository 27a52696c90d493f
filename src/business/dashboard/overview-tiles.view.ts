/**
 * The figures of each category's overview: all that the reader's business holds, by status. A tile counts with exactly
 * the filter of its link (test/lists/dashboard.db.test.ts).
 */
import type { Category, Role } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import { client_cost_roles, client_placement_roles, client_work_roles } from '#entity/roles.ts'
import { agency, contractor, funder } from '../parties/business-kinds.entity.ts'
import { service } from '../parties/service.entity.ts'
import { temp_placement } from '../placements/contract-kinds.entity.ts'
import {
  client_list_where,
  closed,
  of_receipts,
  ofBatches,
  ofDebts,
  ofInvoices,
  ofWork,
  open,
  overdue,
  to_clients,
} from './dashboard-tiles.view.ts'
import type { Tile } from './tile.view.ts'

interface Group {
  readonly title: string
  readonly tiles: readonly Tile[]
}

const calm = { tone: 'neutral', part: 'work' } as const
const late = { tone: 'critical', part: 'work' } as const
const during = { tone: 'progress', part: 'work' } as const

const clients: Tile = {
  id: 'clients',
  label: 'Active clients',
  entity: service,
  path: 'business/client',
  own: client_list_where,
  filter: { status: { in: ['active'] } },
  ...calm,
}

const businesses = (entity: Entity, roles?: readonly Role[]): Tile => ({
  id: entity.name,
  label: entity.plural,
  entity,
  path: `business/${entity.name}`,
  filter: {},
  ...calm,
  ...(roles ? { roles } : {}),
})

const placements = (roles?: readonly Role[]): Group => ({
  title: 'Placements',
  tiles: (['active', 'expired'] as const).map((status) => ({
    id: `placements_${status}`,
    label: status === 'active' ? 'Active' : 'Expired',
    entity: temp_placement,
    path: 'contract/temp_placement',
    filter: { status: { in: [status] } },
    ...calm,
    ...(roles ? { roles } : {}),
  })),
})

const statuses = [
  ['draft', 'Draft', calm],
  ['submitted', 'Awaiting approval', during],
  ['rejected', 'Rejected', late],
  ['approved', 'Approved', calm],
] as const

/** @param hidden statuses that this category does not see */
const work = (
  noun: 'timesheet' | 'expense',
  { roles, hidden = [] }: { readonly roles?: readonly Role[]; readonly hidden?: readonly string[] } = {},
): Group => ({
  title: noun === 'timesheet' ? 'Timesheets' : 'Expenses',
  tiles: statuses
    .filter(([status]) => !hidden.includes(status))
    .map(([status, label, look]) =>
      ofWork(noun, `${noun}_${status}`, label, status, { ...look, ...(roles ? { roles } : {}) }),
    ),
})

const invoices = (title: string, only: Tile['filter'], roles?: readonly Role[]): Group => {
  const look = { ...calm, ...(roles ? { roles } : {}) }
  return {
    title,
    tiles: [
      ofInvoices('invoices_open', 'Open', { ...only, ...open }, look),
      ofInvoices('invoices_overdue', 'Overdue', { ...only, ...overdue }, { ...look, tone: 'critical' }),
      // Without credit notes.
      ofInvoices(
        'invoices_closed',
        'Closed',
        { ...only, ...closed, total_amount: { from: '0.01' } },
        look,
        'total_amount',
      ),
    ],
  }
}

const receipts = (path: string): Group => ({
  title: 'Receipts',
  tiles: [
    { id: 'receipts', label: 'All', ...of_receipts, path, filter: {}, sum: 'amount', ...calm },
    {
      id: 'receipts_unmatched',
      label: 'Not fully matched',
      ...of_receipts,
      path,
      filter: { status: { in: ['allocated', 'partially_matched'] } },
      sum: 'unmatched_amount',
      ...during,
    },
  ],
})

export const overview: Record<Category, readonly Group[]> = {
  agency: [
    { title: 'People', tiles: [clients, businesses(contractor)] },
    placements(),
    work('timesheet'),
    work('expense'),
    invoices('Client invoices', to_clients),
    receipts('transaction/receipts'),
  ],
  client: [
    { title: 'People', tiles: [businesses(contractor, client_placement_roles)] },
    placements(client_placement_roles),
    work('timesheet', { roles: client_work_roles, hidden: ['draft'] }),
    work('expense', { roles: client_work_roles, hidden: ['draft'] }),
    invoices('Invoices', {}, client_cost_roles),
  ],
  contractor: [placements(), work('timesheet'), work('expense'), invoices('Invoices', {})],
  funder: [
    { title: 'People', tiles: [businesses(agency)] },
    placements(),
    {
      title: 'Debts',
      tiles: [
        ofDebts('debts', 'At your risk', {}, calm),
        ofDebts('debts_overdue', 'Overdue', { days_overdue: { from: '1' } }, late),
      ],
    },
    receipts('transaction/receipt'),
  ],
  provider: [
    {
      title: 'People',
      tiles: [businesses(agency), clients, businesses(contractor), businesses(funder)],
    },
    placements(),
    work('timesheet'),
    work('expense'),
    invoices('Client invoices', to_clients),
    receipts('transaction/receipts'),
    {
      title: 'Payment batches',
      tiles: [
        ofBatches('under_review', 'Under review', during),
        ofBatches('reviewed', 'To complete', during),
        ofBatches('completed', 'Completed', calm),
      ],
    },
  ],
}
