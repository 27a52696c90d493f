/** Work that somebody is just deciding: nobody else decides it meanwhile. */
import { conflict } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { held_texts } from './held-work.rules.ts'

type Asking = Pick<VerbContext, 'tx' | 'viewer'>

/** Why records wait, in words for the viewer, by record. Ask after the lock of the records. */
export async function waitingOf(
  { tx, viewer }: Asking,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ entity_id: string; business_contact_id: string; user_name: string }>(
    `select r.entity_id, d.business_contact_id, d.user_name from request.held_record r
     join request.held_decision d on d.id = r.held_decision_id
     where r.entity = $1 and r.entity_id = any ($2::uuid[]) order by r.entity_id`,
    [entity, ids],
  )
  return new Map(
    rows.map(({ entity_id, business_contact_id, user_name }) => [
      entity_id,
      business_contact_id === viewer.business_contact_id ? held_texts.own : held_texts.deciding(user_name),
    ]),
  )
}

/** @throws conflict where one of the records waits for a decision */
export async function requireUndecided(
  context: Asking,
  entity: string,
  ids: readonly string[],
): Promise<void> {
  const [text] = (await waitingOf(context, entity, ids)).values()
  if (text !== undefined) throw conflict(text)
}
