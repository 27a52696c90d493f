/** Keeps the inbox in step with the audit: whichever verb, job or import changed a record, its tasks follow. */
import type { Instant } from '#kernel/instant.ts'
import type { Tx } from '#server/verb.ts'
import { endLostDelegations } from '../away/end-lost-delegations.server.ts'
import { type FollowedEntry, followedOf } from './followed-audit.rules.ts'
import { waitingAtClientsOf } from './invoice-contact-tasks.server.ts'
import { followContacts, followed_entities, followRecords } from './open-tasks.server.ts'
import { waitingForSigners } from './party-tasks.server.ts'
import { writeNotices } from './write-notices.server.ts'

/** In the transaction of the step: one statement for each entity, however many records. */
export async function followAudit(
  tx: Tx,
  following: { readonly at: Instant; readonly actor_user_id: string | null },
  entries: readonly FollowedEntry[],
): Promise<void> {
  const { records, contacts, users, notices } = followedOf(entries, followed_entities)
  for (const [entity, ids] of records) await followRecords(tx, following, entity, ids)
  for (const [name, ids] of notices) await writeNotices(tx, following.at, name, ids)
  const changed = [...contacts, ...(await contactsOf(tx, users))]
  if (changed.length === 0) return
  const freed = await endLostDelegations(tx, following.at, changed)
  await followContacts(tx, following, [...new Set([...changed, ...freed])])
  for (const [entity, ids] of await waitingAtClientsOf(tx, changed))
    await followRecords(tx, following, entity, ids)
  const unsigned = await waitingForSigners(tx, changed)
  if (unsigned.length > 0) await followRecords(tx, following, 'platform.document', unsigned)
}

async function contactsOf(tx: Tx, users: readonly string[]): Promise<string[]> {
  if (users.length === 0) return []
  const rows = await tx.rows<{ id: string }>(
    'select id from business.business_contact where user_id = any ($1)',
    [users],
  )
  return rows.map(({ id }) => id)
}
