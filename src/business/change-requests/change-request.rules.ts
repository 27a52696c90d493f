/** What a change of a placement can be, who is asked about it, and who may decide when (spec §3, §4). Pure. */
import type { Category, Role, Viewer } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import type { Day } from '#kernel/day.ts'
import { errorText } from '#kernel/messages.ts'
import { agency_writers, isOneOf, provider_staff, type WhoMay } from '../shared/who-may.rules.ts'

/** The order in which they are asked, as a placement's own approvals (spec §3). */
const asked_sides = ['agency', 'client', 'contractor'] as const
export type AskedSide = (typeof asked_sides)[number]

/** Facts of a placement that a request changes. */
export const fact_labels = {
  title: 'Title',
  end_date: 'End Date',
  work_location: 'Work Location',
  po_number: 'PO Number',
} as const
export type FactField = keyof typeof fact_labels
export type RateField = 'contractor_rate' | 'client_rate'

export type Change = {
  readonly field: FactField | RateField
  /** Of a rate: which, and its name. */
  readonly group_id?: string | undefined
  readonly name?: string | undefined
  /** As it stood when it was asked for; days and rates as text. */
  readonly old: string | null
  readonly new: string | null
}

export type RequestedChanges = {
  /** The day from which new rates hold. */
  readonly effective_from: Day | null
  readonly changes: readonly Change[]
}

/** Whose a fact is: a rate belongs to its own side alone, an order number to who orders (experience.md, tension 15). */
const sides_of = {
  title: ['client', 'contractor'],
  end_date: ['client', 'contractor'],
  work_location: ['client', 'contractor'],
  po_number: ['client'],
  client_rate: ['client'],
  contractor_rate: ['contractor'],
} as const satisfies Record<Change['field'], readonly AskedSide[]>

// Widened, since each field's list is typed by its own sides.
const concerns = (field: Change['field'], side: 'client' | 'contractor'): boolean =>
  (sides_of[field] as readonly AskedSide[]).includes(side)

/** Agency and provider see all, a client and a funder the client's side, a contractor his own. */
export function isShownTo(category: Category, field: Change['field']): boolean {
  if (category === 'agency' || category === 'provider') return true
  return concerns(field, category === 'contractor' ? 'contractor' : 'client')
}

/** Who has to agree, in order. The agency is asked where its provider asks in its name. */
export function askedSides(changes: readonly Change[], asker: Category): AskedSide[] {
  return asked_sides.filter((side) =>
    side === 'agency' ? asker === 'provider' : changes.some(({ field }) => concerns(field, side)),
  )
}

export function changeLabel({ field, name }: Pick<Change, 'field' | 'name'>): string {
  if (field === 'contractor_rate') return `${name ?? 'Rate'} contractor rate`
  if (field === 'client_rate') return `${name ?? 'Rate'} client rate`
  return fact_labels[field]
}

/** What the request is about, in a word for its list. */
export function kindOf(changes: readonly Change[]): string {
  const kinds = new Set(
    changes.map(({ field }) =>
      field === 'contractor_rate' || field === 'client_rate'
        ? 'Rates'
        : field === 'end_date'
          ? 'End date'
          : 'Details',
    ),
  )
  return kinds.size === 1 ? ([...kinds][0] ?? 'Details') : 'Several'
}

const deciders = {
  agency: { agency: agency_writers },
  client: { client: client_placement_roles },
  contractor: { contractor: ['contractor'] as const satisfies readonly Role[] },
} as const satisfies Record<AskedSide, WhoMay>

/** Who asks, takes back and compares anew. */
export const askers = { agency: agency_writers, provider: provider_staff } as const satisfies WhoMay

/** Everybody who decides on some request or other. */
export const all_deciders = {
  ...deciders.agency,
  ...deciders.client,
  ...deciders.contractor,
} as const satisfies WhoMay

export type RequestFacts = {
  readonly human_id: string
  readonly status: string
  readonly waits_for: string | null
}
export type RequestAction = 'approve' | 'reject' | 'cancel' | 'refresh'
type RequestRefusal = {
  readonly code: 'not_allowed' | 'conflict' | 'precondition'
  readonly message: string
}
type Asker = Pick<Viewer, 'category' | 'roles'>

const whose: Readonly<Record<AskedSide, string>> = {
  agency: 'the agency',
  client: 'the client',
  contractor: 'the contractor',
}

/** Why it is refused, or null when it may go on. */
export function requestRefusal(
  action: RequestAction,
  row: RequestFacts,
  viewer: Asker,
): RequestRefusal | null {
  const decides = action === 'approve' || action === 'reject'
  if (!isOneOf(viewer, decides ? all_deciders : askers))
    return { code: 'not_allowed', message: errorText.not_allowed }
  const name = `Change request ${row.human_id}`
  if (row.status !== 'pending') return { code: 'conflict', message: `${name} is already ${row.status}` }
  const side = asked_sides.find((one) => one === row.waits_for)
  if (side === undefined) return { code: 'precondition', message: `${name} waits for nobody here` }
  if (decides && !isOneOf(viewer, deciders[side]))
    return { code: 'precondition', message: `${name} waits for ${whose[side]}` }
  return null
}

const ask =
  (action: RequestAction) =>
  (row: RequestFacts, viewer: Asker): true | string =>
    requestRefusal(action, row, viewer)?.message ?? true

/** True, or the reason that the user reads. */
export const can = {
  approve: ask('approve'),
  reject: ask('reject'),
  cancel: ask('cancel'),
  refresh: ask('refresh'),
} satisfies Record<RequestAction, unknown>

/** A change as its reader compares it. */
export type ComparedRow = {
  readonly label: string
  readonly kind: 'text' | 'day' | 'rate'
  readonly old: string | null
  readonly new: string | null
  /** What stands there by now, where it has moved since. */
  readonly now?: string | null
  /** Of a rate: the last day of the one before. */
  readonly closes?: Day
}
export type Compared = {
  readonly currency: string
  readonly effective_from: Day | null
  readonly rows: readonly ComparedRow[]
  readonly unchanged: readonly { label: string; kind: ComparedRow['kind']; value: string | null }[]
  /** Drafts that will be priced anew; for agency and provider. */
  readonly timesheets: number | null
  /** Client's less contractor's rate, where one of them changes; for agency and provider. */
  readonly margins: readonly { name: string; before: string; after: string }[] | null
}
