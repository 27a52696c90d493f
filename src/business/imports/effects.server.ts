/**
 * What a unit of an import did, kept so that it can be taken back: what was there before, and marks of what it left. A
 * mark that is another one now says that something has been built upon it since.
 */
import { precondition } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import type { Before, Importer, Watched } from './importer.server.ts'

export type Effects = { readonly before: Before; readonly marks: readonly string[] }

const markSql = ({ table, where }: Watched) =>
  `(select coalesce(md5(string_agg(md5(r::text), '' order by md5(r::text))), '') from ${table} r where ${where})`

/** A mark of each thing that is watched about a record, in their order. */
export async function marksOf(tx: Pick<Tx, 'rows'>, importer: Importer, id: string): Promise<string[]> {
  const [found] = await tx.rows<{ marks: string[] }>(
    `select array[${importer.watched.map(markSql).join(', ')}] as marks from (select $1::uuid as id) x`,
    [id],
  )
  return found?.marks ?? []
}

/** @throws precondition with the reason when something was built upon the record since */
export async function requireUntouched(
  tx: Pick<Tx, 'rows'>,
  importer: Importer,
  record: { readonly id: string; readonly human_id: string },
  effects: Effects,
): Promise<void> {
  const now = await marksOf(tx, importer, record.id)
  const changed = importer.watched.find((_one, at) => now[at] !== effects.marks[at])
  if (changed) throw precondition(`${record.human_id} ${changed.reason}`)
}
