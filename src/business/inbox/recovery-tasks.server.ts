/** The task of a person with few recovery codes left. */
import type { Clock } from '#kernel/clock.ts'
import type { Tx } from '#server/verb.ts'
import { followRecords } from './open-tasks.server.ts'
import { own_tasks_entity } from './own-tasks.server.ts'

/** After a code was used, or new ones were made: the tasks of the person, in all their businesses. */
export async function followRecoveryCodes(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  user_id: string,
): Promise<void> {
  const rows = await tx.rows<{ id: string }>(
    'select id from business.business_contact where user_id = $1 and deleted_at is null',
    [user_id],
  )
  const ids = rows.map(({ id }) => id)
  await followRecords(tx, { at: clock.now(), actor_user_id: user_id }, own_tasks_entity, ids)
}
