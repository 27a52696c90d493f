import { replaceEqualDeep } from '@tanstack/react-query'
import type { ListRow } from '../model/list.ts'

/** Keeps the objects of unchanged rows by id after a refresh, so that a new row does not render all others. */
export function sharedRows(before: readonly ListRow[], after: readonly ListRow[]): readonly ListRow[] {
  const known = new Map(before.map((row) => [row.id, row]))
  const shared = after.map((row) => replaceEqualDeep(known.get(row.id), row))
  const isSame = shared.length === before.length && shared.every((row, at) => row === before[at])
  return isSame ? before : shared
}

/** Ids of new or changed rows after `sharedRows`. */
export function changedRows(before: readonly ListRow[], after: readonly ListRow[]): ReadonlySet<string> {
  const known = new Set(before)
  return new Set(after.filter((row) => !known.has(row)).map((row) => row.id))
}
