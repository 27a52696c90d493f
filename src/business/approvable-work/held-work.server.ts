/** Work that somebody is just deciding: nobody else decides it meanwhile. */
import { conflict } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import { held_texts } from './held-work.rules.ts'

/** Names of the deciders, by record. Ask after the lock of the records. */
export async function decidersOf(
  tx: Tx,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ entity_id: string; user_name: string }>(
    `select r.entity_id, d.user_name from request.held_record r join request.held_decision d on d.id = r.held_decision_id
     where r.entity = $1 and r.entity_id = any ($2::uuid[]) order by r.entity_id`,
    [entity, ids],
  )
  return new Map(rows.map((row) => [row.entity_id, row.user_name]))
}

/** @throws conflict where one of the records waits for a decision */
export async function requireUndecided(tx: Tx, entity: string, ids: readonly string[]): Promise<void> {
  const [name] = (await decidersOf(tx, entity, ids)).values()
  if (name !== undefined) throw conflict(held_texts.deciding(name))
}
