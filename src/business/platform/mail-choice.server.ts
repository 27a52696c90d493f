/** The mail choice of a person, for tasks with a mail topic of their own. */
import type { Tx } from '#server/verb.ts'
import type { NotificationKindName } from './notification-kinds.rules.ts'

/** The contacts that want no mail of the kind at once: they get the digest, or none. */
export async function notAtOnce(
  tx: Tx,
  kind: NotificationKindName,
  contact_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(
    `select business_contact_id as id from platform.notification_preference 
     where business_contact_id = any ($2) and kind = $1 and mail <> 'now'`,
    [kind, contact_ids],
  )
  return new Set(rows.map(({ id }) => id))
}
