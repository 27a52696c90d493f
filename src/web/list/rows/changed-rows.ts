import { replaceEqualDeep } from '@tanstack/react-query'
import type { ListRow } from '../model/list.ts'

/**
 * Rows that were read again, with what has not changed as the same objects as before: a row is found by its id, wherever
 * it stands now, so that one new row at the top does not draw all others anew.
 */
export function sharedRows(before: readonly ListRow[], after: readonly ListRow[]): readonly ListRow[] {
  const known = new Map(before.map((row) => [row.id, row]))
  const shared = after.map((row) => replaceEqualDeep(known.get(row.id), row))
  const isSame = shared.length === before.length && shared.every((row, at) => row === before[at])
  return isSame ? before : shared
}

/** Ids of rows that are new or read otherwise than before; both as `sharedRows` leaves them. */
export function changedRows(before: readonly ListRow[], after: readonly ListRow[]): ReadonlySet<string> {
  const known = new Set(before)
  return new Set(after.filter((row) => !known.has(row)).map((row) => row.id))
}
