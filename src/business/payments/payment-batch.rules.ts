/**
 * What may be done with a payment batch, by whom and from which status (spec §4: hold, under_review, reviewed,
 * completed). Money leaves only after a second person has looked: whoever made a batch does not review it.
 */
import type { Role, Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'

export type BatchStatus = 'hold' | 'under_review' | 'reviewed' | 'completed' | 'cancelled'

type Transition = {
  readonly from: readonly BatchStatus[]
  /** Null: the status stays. */
  readonly to: BatchStatus | null
  readonly by: readonly Role[]
}

const makers = ['provider_admin', 'provider_operations'] as const satisfies readonly Role[]
const checkers = ['provider_admin', 'provider_approver'] as const satisfies readonly Role[]

export const batch_states = {
  submit: { from: ['hold'], to: 'under_review', by: makers },
  review: { from: ['under_review'], to: 'reviewed', by: checkers },
  complete: { from: ['reviewed'], to: 'completed', by: checkers },
  cancel: {
    from: ['hold', 'under_review', 'reviewed'],
    to: 'cancelled',
    by: [...makers, 'provider_approver'],
  },
  hold_item: { from: ['hold', 'under_review'], to: null, by: [...makers, 'provider_approver'] },
  release_item: { from: ['hold', 'under_review'], to: null, by: makers },
} as const satisfies Record<string, Transition>

export type BatchAction = keyof typeof batch_states

/** Who may make one. */
export const batch_makers: readonly Role[] = makers
/** Who releases payments: reviews, completes, and takes the file to the bank. */
export const batch_checkers: readonly Role[] = checkers

/** `1 item`, `12 items`. */
export const itemsText = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`

export type BatchFacts = {
  readonly human_id: string
  readonly status: BatchStatus
  readonly made_by: string
  readonly item_count: number
}

export type BatchAsker = Pick<Viewer, 'category' | 'roles' | 'user_id'>

export type BatchRefusal = {
  /** `conflict`: somebody was faster; `precondition`: the status forbids it. */
  readonly code: 'not_allowed' | 'precondition' | 'conflict'
  readonly message: string
}

const status_words: Record<BatchStatus, string> = {
  hold: 'on hold',
  under_review: 'under review',
  reviewed: 'reviewed',
  completed: 'completed',
  cancelled: 'cancelled',
}

const done: Record<BatchAction, string> = {
  submit: 'submitted for review',
  review: 'reviewed',
  complete: 'completed',
  cancel: 'cancelled',
  hold_item: 'changed',
  release_item: 'changed',
}

/** Why the action is refused, or null when it may go on. */
export function batchRefusal(
  action: BatchAction,
  batch: BatchFacts,
  viewer: BatchAsker,
): BatchRefusal | null {
  const { from, to, by }: Transition = batch_states[action]
  if (viewer.category !== 'provider' || !by.some((role) => viewer.roles.includes(role))) {
    return { code: 'not_allowed', message: errorText.not_allowed }
  }
  if (!from.includes(batch.status)) {
    if (batch.status === to)
      return { code: 'conflict', message: `Batch ${batch.human_id} is already ${done[action]}` }
    const message = `Batch ${batch.human_id} is ${status_words[batch.status]} and cannot be ${done[action]}`
    return { code: 'precondition', message }
  }
  if (action === 'review' && batch.made_by === viewer.user_id) {
    return { code: 'not_allowed', message: 'A batch is reviewed by somebody other than its maker' }
  }
  if (batch.item_count === 0 && ['submit', 'review', 'complete'].includes(action)) {
    return { code: 'precondition', message: `Batch ${batch.human_id} has nothing to pay` }
  }
  return null
}

type Can = (batch: BatchFacts, viewer: BatchAsker) => true | string
const ask =
  (action: BatchAction): Can =>
  (batch, viewer) =>
    batchRefusal(action, batch, viewer)?.message ?? true

/** True, or the reason that the user reads. */
export const can = {
  submit: ask('submit'),
  review: ask('review'),
  complete: ask('complete'),
  cancel: ask('cancel'),
  hold_item: ask('hold_item'),
  release_item: ask('release_item'),
} satisfies Record<BatchAction, Can>
