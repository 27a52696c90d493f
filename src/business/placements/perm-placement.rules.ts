/** What may be done with a permanent placement, by whom and when (spec §4; our table of transitions, docs/gaps.md). */
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import { agency_writers, isOneOf, provider_staff, type WhoMay } from '../shared/who-may.rules.ts'

type Transition = { readonly from: readonly string[]; readonly to: string | null; readonly by: WhoMay }

const agency_side = { agency: agency_writers, provider: provider_staff } as const satisfies WhoMay
const client_side = { client: ['hiring_manager'] } as const satisfies WhoMay

/**
 * The agency asks, the client's hiring manager answers. `activate` is for terms that were signed elsewhere; documents
 * follow when the candidate starts, whichever way the placement came into force.
 */
export const perm_states = {
  submit: { from: ['draft', 'rejected'], to: 'pending_approval_client', by: agency_side },
  approve: { from: ['pending_approval_client'], to: 'active', by: client_side },
  reject: { from: ['pending_approval_client'], to: 'rejected', by: client_side },
  activate: { from: ['draft', 'rejected', 'pending_approval_client'], to: 'active', by: agency_side },
  cancel: {
    from: ['draft', 'rejected', 'pending_approval_client', 'active'],
    to: 'cancelled',
    by: agency_side,
  },
  raise: { from: ['active'], to: null, by: agency_side },
  rebate: { from: ['active'], to: 'expired', by: agency_side },
} as const satisfies Record<string, Transition>

export type PermAction = keyof typeof perm_states
export type PermFacts = {
  readonly human_id: string
  readonly status: string
  /** Its documents stand. */
  readonly is_raised: boolean
}

type Asker = Pick<Viewer, 'category' | 'roles'>
type PermRefusal = {
  readonly code: 'not_allowed' | 'precondition' | 'conflict'
  readonly message: string
}

const done: Record<PermAction, string> = {
  submit: 'submitted',
  approve: 'approved',
  reject: 'rejected',
  activate: 'activated',
  cancel: 'cancelled',
  raise: 'invoiced',
  rebate: 'rebated',
}

/** Why the action is refused, or null when it may go on. */
export function permRefusal(action: PermAction, row: PermFacts, viewer: Asker): PermRefusal | null {
  const { from, to, by }: Transition = perm_states[action]
  if (!isOneOf(viewer, by)) return { code: 'not_allowed', message: errorText.not_allowed }
  const name = `Placement ${row.human_id}`
  if (row.status === to && action !== 'rebate')
    return { code: 'conflict', message: `${name} is already ${to.replaceAll('_', ' ')}` }
  if (!from.includes(row.status))
    return {
      code: 'precondition',
      message: `${name} is ${row.status.replaceAll('_', ' ')} and cannot be ${done[action]}`,
    }
  if (action === 'raise' && row.is_raised) return { code: 'conflict', message: `${name} is already invoiced` }
  if (action === 'cancel' && row.is_raised)
    return { code: 'precondition', message: `${name} is invoiced: credit its documents instead` }
  if (action === 'rebate' && !row.is_raised)
    return { code: 'precondition', message: `${name} is not invoiced yet, so there is nothing to give back` }
  return null
}

type Can = (row: PermFacts, viewer: Asker) => true | string
const ask =
  (action: PermAction): Can =>
  (row, viewer) =>
    permRefusal(action, row, viewer)?.message ?? true

/** True, or the reason that the user reads. */
export const can = {
  submit: ask('submit'),
  approve: ask('approve'),
  reject: ask('reject'),
  activate: ask('activate'),
  cancel: ask('cancel'),
  raise: ask('raise'),
  rebate: ask('rebate'),
} satisfies Record<PermAction, Can>
