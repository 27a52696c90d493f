/** The states of a permanent placement (spec §4; our table of transitions, docs/gaps.md). */
import type { WhoMay } from '#entity/access.ts'
import { refuse } from '#kernel/refusal.ts'
import { open_flags } from '../parties/self-dealing/flag.rules.ts'
import {
  type ActivationAsker,
  activators,
  mayActivate,
  own_placement,
} from '../placements/activation.rules.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side, isAnyPerson } from '../shared/who-may.rules.ts'

/** Roles of the client that approve or reject a permanent placement. */
export const perm_approvers = { client: ['hiring_manager'] } as const satisfies WhoMay

export type PermAction =
  | 'update'
  | 'submit'
  | 'approve'
  | 'approve_by_evidence'
  | 'reject'
  | 'activate'
  | 'return'
  | 'cancel'
  | 'raise'
  | 'rebate'
  | 'update_details'
export type PermFacts = {
  readonly human_id: string
  readonly status: string
  readonly is_raised: boolean
  /** Null: not known to the asker. */
  readonly submitted_by: string | null
  /** The person behind an impersonation. Absent: not known to the asker. */
  readonly submitted_as?: string | null
  /** By the agency's terms with its provider. */
  readonly is_model_allowed: boolean
  /** Flags that nobody has accepted. Absent: not known to the asker. */
  readonly has_flags?: boolean
}

const nameOf = ({ human_id }: PermFacts) => `Placement ${human_id}`

/**
 * The agency asks, the client's hiring manager answers, here or elsewhere, and the provider brings it into force.
 * Documents follow when the candidate starts.
 */
export const {
  can,
  who,
  states: perm_states,
} = transitions<PermAction, PermFacts, ActivationAsker>(
  { name: nameOf },
  {
    update: { from: ['draft', 'rejected'], to: null, by: agency_side, done: 'changed' },
    submit: {
      from: ['draft', 'rejected'],
      to: 'pending_approval_client',
      by: agency_side,
      done: 'submitted',
      already: 'pending approval client',
    },
    approve: {
      from: ['pending_approval_client'],
      to: 'pending_raise_approval',
      by: perm_approvers,
      done: 'approved',
      already: 'approved',
      refuse: (row, asker) =>
        !isAnyPerson([row.submitted_by, row.submitted_as], asker) || refuse('not_allowed', own_placement),
    },
    approve_by_evidence: {
      from: ['pending_approval_client'],
      to: 'pending_raise_approval',
      by: agency_side,
      done: 'approved by evidence',
    },
    reject: {
      from: ['pending_approval_client'],
      to: 'rejected',
      by: perm_approvers,
      done: 'rejected',
      already: 'rejected',
    },
    activate: {
      from: ['awaiting_raise_approval', 'pending_raise_approval'],
      to: 'active',
      by: activators,
      done: 'activated',
      already: 'active',
      refuse: (row, asker) => {
        const may = mayActivate(row, asker)
        return may === true && row.has_flags === true ? refuse('precondition', open_flags) : may
      },
    },
    return: {
      from: ['awaiting_raise_approval', 'pending_raise_approval'],
      to: 'draft',
      by: activators,
      done: 'returned',
    },
    cancel: {
      from: ['draft', 'rejected', 'pending_approval_client', 'pending_raise_approval', 'active'],
      to: 'cancelled',
      by: agency_side,
      done: 'cancelled',
      already: 'cancelled',
      refuse: (row) =>
        !row.is_raised || refuse('precondition', `${nameOf(row)} is invoiced: credit its documents instead`),
    },
    raise: {
      from: ['active'],
      to: null,
      by: agency_side,
      done: 'invoiced',
      refuse: (row) => !row.is_raised || refuse('conflict', `${nameOf(row)} is already invoiced`),
    },
    update_details: { from: ['active'], to: null, by: agency_side, done: 'changed' },
    rebate: {
      from: ['active'],
      to: 'expired',
      by: agency_side,
      done: 'rebated',
      refuse: (row) =>
        row.is_raised ||
        refuse('precondition', `${nameOf(row)} is not invoiced yet, so there is nothing to give back`),
    },
  },
)
