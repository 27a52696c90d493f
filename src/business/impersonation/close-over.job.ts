/** Closes impersonations that are over without a word of the impersonator. */
import type { Clock } from '#kernel/clock.ts'
import { frozenAt } from '#kernel/clock.ts'
import { writeAudit } from '#server/audit-write.server.ts'
import type { Database } from '#server/database.ts'
import { type OutboxItem, writeOutbox } from '#server/mail/outbox-write.server.ts'
import { writeAuditedEvents } from '#server/security/audited-events.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import { inTransaction } from '#server/tx.ts'
import type { VerbContext } from '#server/verb.ts'
import { closeImpersonations } from './close-impersonation.server.ts'

export async function closeOverImpersonations({
  database,
  clock,
}: {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
}): Promise<void> {
  const now = frozenAt(clock)
  await inTransaction(database, async (tx) => {
    const queued: OutboxItem[] = []
    const enqueue: VerbContext['enqueue'] = (topic, fact_key, payload) =>
      void queued.push({ topic, fact_key, payload })
    for (const { business_id, entry } of await closeImpersonations({ tx, clock: now, enqueue })) {
      if (business_id === null) continue
      const viewer = { user_id: SYSTEM, impersonator_user_id: null, business_id }
      const origin = { viewer, action_id: 'platform.impersonation.end', at: now.now() }
      await writeAuditedEvents(tx, origin, [entry])
      await writeAudit(tx, origin, [entry])
    }
    await writeOutbox(tx, queued)
  })
}
