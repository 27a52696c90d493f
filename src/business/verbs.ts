/** Every verb of the product: an import and a line each, in the order of their action ids. */
import type { AnyVerb } from '#server/verb.ts'

const list: readonly AnyVerb[] = []

/** By action id, e.g. `transaction.timesheet.approve`. */
export const verbs: ReadonlyMap<string, AnyVerb> = new Map(list.map((verb) => [verb.action_id, verb]))
