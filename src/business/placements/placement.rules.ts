/** The states of a temp placement (spec §4; our table of transitions, decision 0059). */
import type { Role, WhoMay } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side, agency_writers, isAnyPerson, isOneOf, isSamePerson } from '../shared/who-may.rules.ts'
import { type ActivationAsker, activators, mayActivate, own_placement } from './activation.rules.ts'
import { construction_refused } from './construction.rules.ts'
import type { ContractStatus } from './contract.entity.ts'
import { checkWords, type PlacementCheck, shownChecks } from './placement-checks.rules.ts'

export type TempAction =
  | 'update'
  | 'submit'
  | 'approve'
  | 'approve_by_evidence'
  | 'reject'
  | 'recall'
  | 'activate'
  | 'return'
  | 'cancel'
  | 'delete'
  | 'end'
  | 'ask_end'

/** Actions that lead to one status: that of `end` depends on the last day, and `ask_end` opens a request. */
export type TempStep = Exclude<TempAction, 'end' | 'ask_end'>

export type PlacementFacts = {
  readonly human_id: string
  readonly status: string
  /** Null: not known to the asker. */
  readonly submitted_by: string | null
  /** The person behind an impersonation. Absent: not known to the asker. */
  readonly submitted_as?: string | null
  readonly created_by: string | null
  /** By the agency's terms with its provider. */
  readonly is_model_allowed: boolean
  /** The missing facts, as far as the viewer may know them. */
  readonly open_checks: readonly PlacementCheck[]
}

const nameOf = ({ human_id }: PlacementFacts) => `Placement ${human_id}`

/** Roles whose submission needs no further approval in the agency. */
const approving_roles = [
  'agency_admin',
  'primary_staff_user',
  'agency_relationship_manager',
] as const satisfies readonly Role[]
export const agency_approvers = { agency: approving_roles } as const satisfies WhoMay

/** Roles of each side that approve a placement. */
export const approvers = {
  ...agency_approvers,
  client: client_placement_roles,
  contractor: ['contractor'],
} as const satisfies WhoMay

/** The side that each waiting status waits for. */
export const asked_sides = {
  pending_approval_agency: 'agency',
  pending_approval_client: 'client',
  pending_approval_contractor: 'contractor',
} as const satisfies Partial<Record<ContractStatus, 'agency' | 'client' | 'contractor'>>
type Asked = keyof typeof asked_sides
const asked = Object.keys(asked_sides) as Asked[] // Its keys.

/** The side that is asked now; null: nobody is. */
export const askedSide = (status: string) => (status in asked_sides ? asked_sides[status as Asked] : null) // Its own key.

/** With its agency, before it is asked for or after a rejection. */
const unsent = ['draft', 'rejected', 'rejected_contractor'] as const
const agreed = ['awaiting_raise_approval', 'pending_raise_approval'] as const

/** Only the asked side answers, and never the submitter. */
function isAsked(row: PlacementFacts, viewer: ActivationAsker): Verdict {
  const side = askedSide(row.status)
  if (side !== null && side !== viewer.category)
    return refuse('precondition', `${nameOf(row)} waits for the ${side}`)
  return !isAnyPerson([row.submitted_by, row.submitted_as], viewer) || refuse('not_allowed', own_placement)
}

const isReady = (row: PlacementFacts, viewer: ActivationAsker): Verdict => {
  const person = mayActivate(row, viewer)
  if (person !== true) return person
  if (row.open_checks.includes('construction')) return refuse('precondition', construction_refused)
  return (
    row.open_checks.length === 0 ||
    refuse('precondition', `${nameOf(row)} still needs: ${checkWords(row.open_checks)}`)
  )
}

const isDrafter = (row: PlacementFacts, viewer: ActivationAsker): Verdict =>
  isOneOf(viewer, { agency: ['agency_admin'], provider: ['provider_admin'] }) ||
  isSamePerson(row.created_by, viewer) ||
  refuse('not_allowed', 'Only the person who made this draft, or an administrator, deletes it')

/** Agency, client and contractor agree; the provider brings it into force: nobody funds a placement of their own. */
export const { can, who } = transitions<TempAction, PlacementFacts, ActivationAsker>(
  { name: nameOf },
  {
    update: { from: unsent, to: null, by: agency_side, done: 'changed' },
    submit: {
      from: unsent,
      to: null,
      by: agency_side,
      done: 'submitted',
    },
    approve: { from: asked, to: null, by: approvers, done: 'approved', before: isAsked },
    approve_by_evidence: {
      from: ['pending_approval_client', 'pending_approval_contractor'],
      to: null,
      by: agency_side,
      done: 'approved by evidence',
    },
    reject: { from: asked, to: null, by: approvers, done: 'rejected', before: isAsked },
    recall: {
      from: [...asked, ...agreed],
      to: 'draft',
      by: { agency: agency_writers },
      done: 'recalled',
    },
    activate: { from: agreed, to: 'active', by: activators, done: 'activated', refuse: isReady },
    return: { from: agreed, to: 'draft', by: activators, done: 'returned' },
    cancel: {
      from: [...unsent, ...asked, ...agreed],
      to: 'cancelled',
      by: agency_side,
      done: 'cancelled',
      already: 'cancelled',
    },
    delete: { from: ['draft'], to: 'deleted', by: agency_side, done: 'deleted', refuse: isDrafter },
    end: { from: ['active'], to: null, by: agency_side, done: 'ended' },
    ask_end: { from: ['active'], to: null, by: { client: client_placement_roles }, done: 'ended' },
  },
)

/** The status after a step that the table allows. */
export function statusAfter(
  action: TempStep,
  { status, open_checks }: Pick<PlacementFacts, 'status' | 'open_checks'>,
  viewer: ActivationAsker,
): ContractStatus {
  switch (action) {
    case 'update':
      return status as ContractStatus // The row's own.
    case 'submit':
      return isOneOf(viewer, agency_approvers) ? 'pending_approval_client' : 'pending_approval_agency'
    case 'approve':
    case 'approve_by_evidence':
      if (status === 'pending_approval_agency') return 'pending_approval_client'
      if (status === 'pending_approval_client') return 'pending_approval_contractor'
      return statusOfAgreed(open_checks)
    case 'reject':
      return status === 'pending_approval_contractor' ? 'rejected_contractor' : 'rejected'
    case 'activate':
      return 'active'
    case 'cancel':
      return 'cancelled'
    case 'delete':
      return 'deleted'
    default:
      return 'draft'
  }
}

/** Everybody agreed: the provider decides once nothing is missing. */
export const statusOfAgreed = (open_checks: readonly PlacementCheck[]): (typeof agreed)[number] =>
  shownChecks(open_checks).length === 0 ? 'pending_raise_approval' : 'awaiting_raise_approval'
