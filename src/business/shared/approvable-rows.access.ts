/** Rows of work that a client approves, and of its steps: timesheets and expenses. */
import type { RowRule } from '#entity/access.ts'

/** A draft is the contractor's own until submission. */
export const handed_in = { status: { _neq: 'draft' } } as const satisfies RowRule
/** Spec §6: a funder reads approved work. */
export const approved = { status: { _eq: 'approved' } } as const satisfies RowRule
/** Why documents could not be raised is between the agency and the provider. */
export const not_suspense = { new_status: { _neq: 'suspense' } } as const satisfies RowRule
/** Steps before the submission, and between a rejection and the next submission. */
export const drafting = {
  _or: [{ new_status: { _eq: 'draft' } }, { action: { _in: ['save_draft', 'note_day'] } }],
} as const satisfies RowRule
