/**
 * The steps of a payment batch, by role and status (spec §4: hold, under_review, reviewed, completed). Money leaves
 * only after a second person's review: a batch's maker never reviews it.
 */

import type { Role, Viewer, WhoMay } from '#entity/access.ts'
import { countText } from '#kernel/count-text.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { isAnyPerson, isSamePerson } from '../shared/who-may.rules.ts'

export type BatchStatus = 'hold' | 'under_review' | 'reviewed' | 'completed' | 'cancelled'

/** Roles that make batches. */
export const batch_makers = ['provider_admin', 'provider_operations'] as const satisfies readonly Role[]
/** Roles that release payments: review, complete, and take the file to the bank. */
export const batch_checkers = ['provider_admin', 'provider_approver'] as const satisfies readonly Role[]

/** Days for which a new checker checks no batch of the maker behind their role, and an author no payment that their figure frees. */
export const NEW_CHECKER_DAYS = 7

const makers = { provider: batch_makers } as const satisfies WhoMay
const checkers = { provider: batch_checkers } as const satisfies WhoMay
const both = { provider: [...batch_makers, 'provider_approver'] } as const satisfies WhoMay

/** `1 item`, `12 items`. */
export const itemsText = (count: number): string => countText(count, 'item')

/** The facts that keep the asker off a review or completion, beside the people on the batch itself. */
export type CheckFacts = {
  /** Is the asker a person of a business that the batch pays? */
  readonly pays_asker: boolean
  /** Did the asker request a refund in the batch, or enter a document of it that nobody else approved? */
  readonly asked_payment: boolean
  /** Did the asker set a limit, retention or funding rule, or verify the client, of an advance in the batch in the last days? */
  readonly freed_payment: boolean
  /** Did the batch's maker ask for or approve the asker's role in the last days? */
  readonly brought_in: boolean
}

export type BatchCheck = CheckFacts & {
  /** Names of colleagues with the right to check the batch today. */
  readonly checkers: readonly string[]
  /** The first whole day on which the asker may check it, where only days keep them off. */
  readonly free_from: string | null
}

/** Of a step that does not ask for them, and until the server answers. */
export const no_check_facts: CheckFacts = {
  pays_asker: false,
  asked_payment: false,
  freed_payment: false,
  brought_in: false,
}

export type BatchFacts = CheckFacts & {
  readonly human_id: string
  readonly status: BatchStatus
  readonly made_by: string
  /** Users that released a held document into the batch. */
  readonly released_by: readonly string[]
  readonly item_count: number
}

export type BatchAsker = Pick<Viewer, 'category' | 'roles' | 'user_id'> &
  Partial<Pick<Viewer, 'impersonator_user_id' | 'same_person_ids'>>

export type BatchAction = 'submit' | 'review' | 'complete' | 'cancel' | 'hold_item' | 'release_item'

const hasItems = ({ human_id, item_count }: BatchFacts): Verdict =>
  item_count > 0 || refuse('precondition', `Batch ${human_id} has nothing to pay`)

/** Maker, approver and payee are three people; a maker of a part is one of the whole. */
function keepsApart(batch: BatchFacts, asker: BatchAsker, done: 'reviewed' | 'completed'): Verdict {
  if (isSamePerson(batch.made_by, asker))
    return refuse('not_allowed', `A batch is ${done} by somebody other than its maker`)
  if (isAnyPerson(batch.released_by, asker))
    return refuse('not_allowed', `You released a document of this batch, so it is ${done} by somebody else`)
  if (batch.pays_asker)
    return refuse('not_allowed', `This batch pays a business of yours, so it is ${done} by somebody else`)
  if (batch.asked_payment)
    return refuse('not_allowed', `You asked for a payment of this batch, so it is ${done} by somebody else`)
  if (batch.freed_payment)
    return refuse(
      'not_allowed',
      `You freed a payment of this batch within ${NEW_CHECKER_DAYS} days, so it is ${done} by somebody else`,
    )
  if (batch.brought_in)
    return refuse(
      'not_allowed',
      `A person you brought in cannot check your payments for ${NEW_CHECKER_DAYS} days`,
    )
  return hasItems(batch)
}

export const {
  can,
  who,
  states: batch_states,
  actions: batch_actions,
} = transitions<BatchAction, BatchFacts, BatchAsker>(
  { name: ({ human_id }) => `Batch ${human_id}`, words: { hold: 'on hold' } },
  {
    submit: {
      from: ['hold'],
      to: 'under_review',
      by: makers,
      done: 'submitted for review',
      already: 'submitted for review',
      refuse: hasItems,
    },
    review: {
      from: ['under_review'],
      to: 'reviewed',
      by: checkers,
      done: 'reviewed',
      already: 'reviewed',
      refuse: (batch, asker) => keepsApart(batch, asker, 'reviewed'),
    },
    complete: {
      from: ['reviewed'],
      to: 'completed',
      by: checkers,
      done: 'completed',
      already: 'completed',
      refuse: (batch, asker) => keepsApart(batch, asker, 'completed'),
    },
    cancel: {
      from: ['hold', 'under_review', 'reviewed'],
      to: 'cancelled',
      by: both,
      done: 'cancelled',
      already: 'cancelled',
    },
    hold_item: { from: ['hold', 'under_review'], to: null, by: both, done: 'changed' },
    release_item: { from: ['hold', 'under_review'], to: null, by: makers, done: 'changed' },
  },
)
