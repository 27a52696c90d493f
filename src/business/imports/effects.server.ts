/**
 * The effects of an import's unit, kept for an undo: the former values, and marks of its rows. A changed mark shows
 * that something has been built upon a row since.
 */
import type { Tx } from '#server/verb.ts'
import { type Before, type Importer, notUndone, type Watched } from './importer.server.ts'

export type Effects = { readonly before: Before; readonly marks: readonly string[] }

const markSql = ({ table, where }: Watched) =>
  `(select coalesce(md5(string_agg(md5(r::text), '' order by md5(r::text))), '') from ${table} r
    where ${where.replaceAll('$1', 'x.id')})`

/**
 * Marks of these records, in the order of `watched`. Asked for many at once, because planning this statement takes
 * longer than running it. No two units watch the same row.
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
