/**
 * What a unit of an import did, kept so that it can be taken back: what was there before, and marks of what it left. A
 * mark that is another one now says that something has been built upon it since.
 */
import type { Tx } from '#server/verb.ts'
import { type Before, type Importer, notUndone, type Watched } from './importer.server.ts'

export type Effects = { readonly before: Before; readonly marks: readonly string[] }

const markSql = ({ table, where }: Watched) =>
  `(select coalesce(md5(string_agg(md5(r::text), '' order by md5(r::text))), '') from ${table} r
    where ${where.replaceAll('$1', 'x.id')})`

/**
 * A mark of each thing that is watched about each of these records, in the order of what is watched. Asked for many at
 * once: to plan this statement takes longer than to carry it out. What one unit of an import leaves is watched by no other.
 */
export async function marksOf(
  tx: Pick<Tx, 'rows'>,
  importer: Importer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await tx.rows<{ id: string; marks: string[] }>(
    `select x.id, array[${importer.watched.map(markSql).join(', ')}] as marks from unnest($1::uuid[]) x (id)`,
    [ids],
  )
  return new Map(found.map(({ id, marks }) => [id, marks]))
}

/** @throws precondition with the reason when something was built upon the record since; `now`: its marks as they are */
export function requireUntouched(
  importer: Importer,
  {
    row_no,
    human_id,
    effects,
  }: { readonly row_no: number; readonly human_id: string; readonly effects: Effects },
  now: readonly string[],
): void {
  const changed = importer.watched.find((_one, at) => now[at] !== effects.marks[at])
  if (changed) throw notUndone(row_no, `${human_id} ${changed.reason}`)
}
