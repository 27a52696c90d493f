/** Changes of a placement, and of a party: their kinds, approvers, and the rules of deciding (spec §3, §4). Pure. */

import type { Category, Role, Viewer, WhoMay } from '#entity/access.ts'
import { client_cost_roles, client_placement_roles } from '#entity/roles.ts'
import type { Day } from '#kernel/day.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { party_approvers } from '../../parties/onboarding.rules.ts'
import type { NoticeAtEnd } from '../../placements/notice/notice-period.rules.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import {
  agency_writers,
  byRole,
  eitherOf,
  isOneOf,
  isSamePerson,
  provider_staff,
} from '../../shared/who-may.rules.ts'
import { type AskedSide, asked_sides, type ChangeOf, type ChangesOf } from './change.rules.ts'
import type { ChangeKind } from './change-request.entity.ts'
import { agencyDeciders, isPartySubject, party_askers } from './party-change.rules.ts'

type Asker = Pick<Viewer, 'category' | 'roles'>

/** Facts of a placement that a request changes. */
export const fact_labels = {
  contract_start_date: 'Start Date',
  placement_fee: 'Placement Fee',
  currency: 'Currency',
  funding_type: 'Funding Type',
  title: 'Title',
  end_date: 'End Date',
  work_location: 'Work Location',
  po_number: 'PO Number',
  notice: 'Notice',
  no_right_to_serve_notice: 'No Right to Serve Notice',
  ir35_status: 'IR35 Status',
  ir35_determined_by: 'IR35 Determined By',
  awr_role: 'Role for Equal Treatment',
  expense_funding_type: 'Expense Funding Type',
  timesheet_frequency: 'Timesheet Frequency',
} as const
export type FactField = keyof typeof fact_labels

/** Of each kind of placement; a permanent one changes its title and order number without a request. */
export const facts_of = {
  temp_placement: [
    'title',
    'end_date',
    'work_location',
    'po_number',
    'notice',
    'no_right_to_serve_notice',
    'ir35_status',
    'ir35_determined_by',
    'awr_role',
    'funding_type',
    'expense_funding_type',
    'timesheet_frequency',
  ],
  perm_placement: ['contract_start_date', 'placement_fee', 'currency', 'funding_type'],
} as const satisfies Record<string, readonly FactField[]>
export type RateField = 'contractor_rate' | 'client_rate'

/** Facts of a rate beside its price. */
const rate_fact_labels = {
  holiday_pay: 'Holiday pay',
  standard_units: 'Standard day',
  unit: 'Unit',
  last_day: 'Last day',
} as const
export type RateFact = keyof typeof rate_fact_labels

/** Facts of one version of a rate. */
export const version_fields = [
  'contractor_rate',
  'client_rate',
  'holiday_pay',
  'standard_units',
] as const satisfies readonly (RateField | RateFact)[]

/** The facts of a rate that a request may change. Only an added rate has a unit here (decision 0212). */
export const rate_fields = [...version_fields, 'unit', 'last_day'] as const satisfies readonly (
  | RateField
  | RateFact
)[]

export const isVersionField = (field: Change['field']): boolean => version_fields.some((one) => one === field)

export type Change = ChangeOf<FactField | RateField | RateFact>
export type RequestedChanges = ChangesOf<Change['field']>

/** Which versions a change of each field replaces: those of the contractor rate, of the client rate, or of both. */
export const rate_sides = {
  contractor_rate: ['contractor_rate'],
  client_rate: ['client_rate'],
  holiday_pay: ['contractor_rate'],
  standard_units: ['client_rate', 'contractor_rate'],
  unit: ['client_rate', 'contractor_rate'],
  last_day: ['client_rate', 'contractor_rate'],
} as const satisfies Record<RateField | RateFact, readonly RateField[]>

export const isRateField = (field: Change['field']): field is RateField | RateFact => field in rate_sides

export const isPrice = (field: Change['field']): field is RateField =>
  field === 'contractor_rate' || field === 'client_rate'

/**
 * The side of each fact: a rate belongs to its own side, an order number to the client (experience.md, tension 15).
 */
const sides_of = {
  contract_start_date: ['client'],
  placement_fee: ['client'],
  currency: ['client'],
  // The funding type decides the day of the payments: the provider alone approves it.
  funding_type: ['provider'],
  title: ['client', 'contractor'],
  end_date: ['client', 'contractor'],
  work_location: ['client', 'contractor'],
  po_number: ['client'],
  notice: ['client', 'contractor'],
  no_right_to_serve_notice: ['client', 'contractor'],
  ir35_status: ['client', 'contractor'],
  ir35_determined_by: ['client', 'contractor'],
  // Agency and provider alone read it.
  awr_role: ['provider'],
  expense_funding_type: ['provider'],
  timesheet_frequency: ['client', 'contractor'],
  client_rate: ['client'],
  contractor_rate: ['contractor'],
  holiday_pay: ['contractor'],
  standard_units: ['client', 'contractor'],
  unit: ['client', 'contractor'],
  last_day: ['client', 'contractor'],
} as const satisfies Record<Change['field'], readonly AskedSide[]>

// Widened, since each field's list is typed by its own sides.
const concerns = (field: Change['field'], side: AskedSide): boolean =>
  (sides_of[field] as readonly AskedSide[]).includes(side)

/** Agency and provider see all, client and funder the client's side, contractors their own. */
export function isShownTo(category: Category, field: Change['field']): boolean {
  if (category === 'agency' || category === 'provider') return true
  if (category === 'funder' && field === 'ir35_determined_by') return false
  return concerns(field, category === 'contractor' ? 'contractor' : 'client')
}

/** The same for one reader: a client's rates are its cost, for its invoice contacts alone (roles.md). */
export function isShownIn(viewer: Asker, field: Change['field']): boolean {
  const is_cost = viewer.category === 'client' && isRateField(field)
  return isShownTo(viewer.category, field) && (!is_cost || isOneOf(viewer, { client: client_cost_roles }))
}

/** Changes that an invoice contact of the client decides on alone. */
export const asksInvoiceContact = (changes: readonly Pick<Change, 'field'>[]): boolean =>
  changes.some(({ field }) => isRateField(field) && isShownTo('client', field))

/** Does this reader see all that their side decides on? */
export function readsWhole(viewer: Asker, changes: readonly Change[]): Verdict {
  const seen = changes.every(({ field }) => !isShownTo(viewer.category, field) || isShownIn(viewer, field))
  return seen || refuse('not_allowed', 'Rates are decided by an invoice contact of the client')
}

/** The approving sides, in order. The agency approves requests of the provider and of the client; a client's request is its agreement. */
export function askedSides(changes: readonly Change[], asker: Category): AskedSide[] {
  return asked_sides.filter((side) => {
    if (side === 'agency') return asker !== 'agency'
    return !(side === 'client' && asker === 'client') && changes.some(({ field }) => concerns(field, side))
  })
}

/** A change of a rate names its group. */
export const isRate = (change: ChangeOf<string>): change is ChangeOf<RateField | RateFact> =>
  change.group_id !== undefined

export function changeLabel({ field, name }: Pick<Change, 'field' | 'name'>): string {
  if (field === 'contractor_rate') return `${name ?? 'Rate'} contractor rate`
  if (field === 'client_rate') return `${name ?? 'Rate'} client rate`
  if (isRateField(field)) return `${rate_fact_labels[field]} of ${name ?? 'a rate'}`
  return fact_labels[field]
}

/** The subject of the request, in a word for its list. */
export function kindOf(changes: readonly Change[]): ChangeKind {
  const kinds = new Set(
    changes.map(
      ({ field }): ChangeKind =>
        isRateField(field) ? 'Rates' : field === 'end_date' ? 'End date' : 'Details',
    ),
  )
  return kinds.size === 1 ? ([...kinds][0] ?? 'Details') : 'Several'
}

const deciders = {
  agency: { agency: agency_writers },
  client: { client: client_placement_roles },
  contractor: { contractor: ['contractor'] as const satisfies readonly Role[] },
  provider: { provider: party_approvers.provider },
} as const satisfies Record<AskedSide, WhoMay>

/** Roles that request, withdraw and compare again changes of a placement. */
export const askers = { agency: agency_writers, provider: provider_staff } as const satisfies WhoMay

/** A client asks for an earlier last day alone (placement.rules.ts, `ask_end`), and takes its request back. */
const end_askers = { client: client_placement_roles } as const satisfies WhoMay

/** Roles that request changes of a placement or a party. */
export const all_askers: WhoMay = eitherOf(askers, end_askers, ...Object.values(party_askers))

/** Roles that decide on any request. */
export const all_deciders = {
  ...deciders.agency,
  ...deciders.client,
  ...deciders.contractor,
  ...deciders.provider,
} as const satisfies WhoMay

export type RequestFacts = {
  readonly human_id: string
  readonly status: string
  readonly type: string
  readonly subject: string
  readonly waits_for: string | null
  /** The side that asked; null for requests of earlier versions. */
  readonly asked_by: string | null
  /** The asking person, and the person behind an impersonation; null where the reader may not know. */
  readonly requested_by: string | null
  readonly requested_as: string | null
}
export type RequestAction = 'approve' | 'reject' | 'cancel' | 'refresh'

/** A viewer's own request is recognised by the person, where they are known. */
type Decider = Asker & Partial<Pick<Viewer, 'user_id' | 'impersonator_user_id' | 'same_person_ids'>>

const side_names: Readonly<Record<AskedSide, string>> = {
  agency: 'the agency',
  client: 'the client',
  contractor: 'the contractor',
  provider: 'the provider',
}
const nameOf = ({ human_id }: RequestFacts) => `Change request ${human_id}`
/** A credit limit has verbs of its own. */
const sideOf = ({ waits_for, type }: RequestFacts) =>
  type === 'credit_limit' ? undefined : asked_sides.find((side) => side === waits_for)

const isWaiting = (row: RequestFacts): Verdict =>
  sideOf(row) !== undefined || refuse('precondition', `${nameOf(row)} waits for nobody here`)

function isTheirTurn(row: RequestFacts, viewer: Decider): Verdict {
  const side = sideOf(row)
  if (side === undefined) return isWaiting(row)
  if (!isOneOf(viewer, side === 'agency' ? { agency: agencyDeciders(row.subject) } : deciders[side]))
    return refuse('precondition', `${nameOf(row)} waits for ${side_names[side]}`)
  const is_own = isSamePerson(row.requested_by, viewer) || isSamePerson(row.requested_as, viewer)
  return !is_own || refuse('not_allowed', 'You submitted this, so somebody else approves it')
}

/** A party's request is taken back by the side that asked. */
function isTheirs(row: RequestFacts, viewer: Decider): Verdict {
  const waits = isWaiting(row)
  if (waits !== true || !isPartySubject(row.subject)) return waits
  const mine = row.asked_by === viewer.category && isOneOf(viewer, party_askers[row.subject])
  return mine || refuse('not_allowed', `${nameOf(row)} is taken back by the side that asked`)
}

const isOfPlacement = (row: RequestFacts, viewer: Decider): Verdict =>
  isPartySubject(row.subject) || byRole(viewer, askers)

const isTheirPlacement = (row: RequestFacts, viewer: Decider): Verdict =>
  isPartySubject(row.subject) || byRole(viewer, row.asked_by === 'client' ? end_askers : askers)

const decision = { from: ['pending'], by: all_deciders, refuse: isTheirTurn } as const
const revision = { from: ['pending'], by: all_askers, refuse: isTheirs } as const

export const { can, who, allowedActions } = transitions<RequestAction, RequestFacts, Decider>(
  { name: nameOf, misfit: (row) => refuse('conflict', `${nameOf(row)} is already ${row.status}`) },
  {
    approve: { ...decision, to: 'approved', done: 'approved' },
    reject: { ...decision, to: 'rejected', done: 'rejected' },
    cancel: { ...revision, before: isTheirPlacement, to: 'cancelled', done: 'cancelled' },
    refresh: { ...revision, before: isOfPlacement, to: null, done: 'compared again' },
  },
)

/** A change as its reader compares it. */
export type ComparedRow = {
  readonly label: string
  readonly kind: 'text' | 'day' | 'rate'
  readonly old: string | null
  readonly new: string | null
  /** The present value, where it has changed since. */
  readonly now?: string | null
  /** Of a rate: the last day of the one before. */
  readonly closes?: Day
}
export type Compared = {
  readonly currency: string
  readonly effective_from: Day | null
  readonly rows: readonly ComparedRow[]
  readonly unchanged: readonly { label: string; kind: ComparedRow['kind']; value: string | null }[]
  /** Of a new end: the notice that it leaves, on the day of reading. */
  readonly notice: NoticeAtEnd | null
  /** Drafts that get the new prices; for agency and provider. */
  readonly timesheets: number | null
  /** Client's less contractor's rate, where one of them changes; for agency and provider. */
  readonly margins: readonly { name: string; before: string; after: string }[] | null
  /** The effects of a pending change of payment on each placement, in sentences. */
  readonly effects: readonly string[]
}
