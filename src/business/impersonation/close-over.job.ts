/** Closes impersonations that are over without a word of the impersonator. */
import type { Clock } from '#kernel/clock.ts'
import { frozenAt } from '#kernel/clock.ts'
import { writeAudit } from '#server/audit-write.server.ts'
import type { Database } from '#server/database.ts'
import { writeOutbox } from '#server/mail/outbox-write.server.ts'
import { writeAuditedEvents } from '#server/security/audited-events.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import { inTransaction } from '#server/tx.ts'
import { closeImpersonations } from './close-impersonation.server.ts'
import { impersonation_topic } from './impersonation.rules.ts'

export async function closeOverImpersonations({
  database,
  clock,
}: {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
}): Promise<void> {
  const now = frozenAt(clock)
  await inTransaction(database, async (tx) => {
    for (const { id, business_id, entry } of await closeImpersonations({ tx, clock: now })) {
      await writeOutbox(tx, [
        {
          topic: impersonation_topic,
          fact_key: `impersonation:${id}`,
          payload: { impersonation_id: id },
          business_id,
        },
      ])
      if (business_id === null) continue
      const viewer = { user_id: SYSTEM, impersonator_user_id: null, business_id }
      const origin = { viewer, action_id: 'platform.impersonation.end', at: now.now() }
      await writeAuditedEvents(tx, origin, [entry])
      await writeAudit(tx, origin, [entry])
    }
  })
}
