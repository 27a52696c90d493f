/** Invoices of a period as one document: its groups, and its allowed steps (spec §3, §4). */
import type { WhoMay } from '#entity/access.ts'
import type { Day } from '#kernel/day.ts'
import { addDays, addMonths, dayOf, partsOf, weekday } from '#kernel/day.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side } from '../shared/who-may.rules.ts'

export type ConsolidationFrequency = 'week' | 'month'
export type ConsolidationBy = 'client' | 'po_number' | 'placement'
export type ConsolidatedStatus = 'draft' | 'generated' | 'open' | 'closed' | 'canceled'

/** The last whole week, Monday to Sunday, or calendar month before a day. */
export function lastPeriod(frequency: ConsolidationFrequency, today: Day): { start: Day; end: Day } {
  if (frequency === 'week') {
    const monday = addDays(today, 1 - weekday(today))
    return { start: addDays(monday, -7), end: addDays(monday, -1) }
  }
  const { year, month } = partsOf(today)
  const first = dayOf(year, month, 1)
  return { start: addMonths(first, -1), end: addDays(first, -1) }
}

export type Member = {
  readonly id: string
  readonly type: string
  readonly from_business_id: string
  readonly currency_id: string
  readonly payable_bank_account_id: string | null
  readonly po_number: string | null
  readonly contract_id: string
}

/** Groups members into documents: one debtor, creditor, currency and account, and the client's preference. */
export function groupMembers<M extends Member>(members: readonly M[], by: ConsolidationBy): M[][] {
  const wanted = {
    client: () => '',
    po_number: (m: M) => m.po_number ?? '',
    placement: (m: M) => m.contract_id,
  }
  const key = (m: M) =>
    [m.type, m.from_business_id, m.currency_id, m.payable_bank_account_id ?? '', wanted[by](m)].join(' ')
  return [...Map.groupBy(members, key).values()]
}

export type ConsolidationAction = 'generate' | 'send' | 'cancel'

/** The agency for its own clients, and the provider for all its agencies. */
export const consolidators: WhoMay = agency_side

type ConsolidatedFacts = { readonly human_id: string; readonly status: ConsolidatedStatus }

export const { can, who } = transitions<ConsolidationAction, ConsolidatedFacts>(
  { name: ({ human_id }) => human_id },
  {
    generate: { from: ['draft'], to: 'generated', by: consolidators, done: 'generated' },
    send: { from: ['generated', 'open', 'closed'], to: 'open', by: consolidators, done: 'sent' },
    cancel: { from: ['draft', 'generated', 'open'], to: 'canceled', by: consolidators, done: 'canceled' },
  },
)
