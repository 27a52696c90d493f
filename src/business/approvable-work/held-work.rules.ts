/** Decisions of one person wait ten seconds, in which they can undo them. */

export const HOLD_SECONDS = 10

/** The queue's task that carries a decision out. */
export const HELD_TASK = 'held_decision'

/** Announces submitted work to its approvers. */
export const work_to_approve_topic = 'work_to_approve'

export const held_texts = {
  too_late: 'It is too late to undo this',
  deciding: (name: string): string => `${name} is just deciding this`,
  own: 'You have just decided this. Undo that first',
} as const

type Subject = { readonly human_id: string; readonly contractor: string }

/** `Approved TMS000123 of Yusuf Rahman` */
export function heldText(
  decision: 'approve' | 'reject',
  noun: 'timesheet' | 'expense',
  of: readonly Subject[],
): string {
  const [one, ...more] = of
  const what = one !== undefined && more.length === 0 ? one.human_id : `${of.length} ${noun}s`
  const names = [...new Set(of.map(({ contractor }) => contractor))].join(', ')
  return `${decision === 'approve' ? 'Approved' : 'Rejected'} ${what}${names === '' ? '' : ` of ${names}`}`
}
