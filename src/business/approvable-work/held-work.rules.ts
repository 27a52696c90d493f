/** Decisions of one person wait ten seconds, in which they can undo them. */

export const HOLD_SECONDS = 10

/** The queue's task that carries a decision out. */
export const HELD_TASK = 'held_decision'

/** Announces submitted work to its approvers. */
export const work_to_approve_topic = 'work_to_approve'

export const held_texts = {
  too_late: 'It is too late to undo this',
  deciding: (name: string): string => `${name} is just deciding this`,
} as const
