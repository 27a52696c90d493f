/** Keys of a timesheet's draft: a cell of the grid (`2026-11-16 {group_id}`), or the comment. */

/** A month of five rates, twice. */
export const draft_keys_max = 400

/** Days for which values are kept after their author last typed. */
export const draft_days = 30

export const comment_key = 'comment'

const cell = /^\d{4}-\d{2}-\d{2} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isDraftKey = (key: string): boolean => key === comment_key || cell.test(key)
