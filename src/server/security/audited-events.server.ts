/** Writes the security events that follow from a verb's audit entries, in the verb's own transaction. */
import type { Viewer } from '#entity/access.ts'
import { fixedClock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import type { AuditEntry, Tx } from '../verb.ts'
import { eventsOf } from './audited-events.rules.ts'
import { writeSecurityEvent } from './security-write.server.ts'

type Origin = {
  readonly viewer: Pick<Viewer, 'user_id' | 'business_id' | 'impersonator_user_id'>
  readonly at: Instant
}

export async function writeAuditedEvents(
  tx: Tx,
  { viewer, at }: Origin,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (const { contact_id, ...event } of entries.flatMap(eventsOf)) {
    const contact = contact_id
      ? await tx.row<{ user_id: string | null; business_id: string }>(
          'select user_id, business_id from business.business_contact where id = $1',
          [contact_id],
        )
      : undefined
    await writeSecurityEvent(tx, fixedClock(at), {
      ...event,
      user_id: contact_id ? (contact?.user_id ?? null) : (event.user_id ?? viewer.user_id),
      business_id: contact?.business_id ?? event.business_id ?? viewer.business_id,
      actor_user_id: viewer.user_id,
      impersonator_user_id: viewer.impersonator_user_id,
    })
  }
}
