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

type Contact = {
  readonly user_id: string | null
  readonly business_id: string
  readonly first_name: string
  readonly last_name: string
}

export async function writeAuditedEvents(
  tx: Tx,
  { viewer, at }: Origin,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (const { contact_id, account_id, ...event } of entries.flatMap(eventsOf)) {
    const contact = contact_id
      ? await tx.row<Contact>(
          'select user_id, business_id, first_name, last_name from business.business_contact where id = $1',
          [contact_id],
        )
      : undefined
    // A contact that has not joined has no user, so the text names it.
    const named = contact?.user_id === null && `${contact.first_name} ${contact.last_name}: ${event.says}`
    const account = account_id
      ? await tx.row<{ business_id: string }>('select business_id from business.bank_account where id = $1', [
          account_id,
        ])
      : undefined
    await writeSecurityEvent(tx, fixedClock(at), {
      ...event,
      ...(named ? { says: named } : {}),
      user_id: contact_id ? (contact?.user_id ?? null) : (event.user_id ?? viewer.user_id),
      business_id: contact?.business_id ?? account?.business_id ?? event.business_id ?? viewer.business_id,
      actor_user_id: viewer.user_id,
      impersonator_user_id: viewer.impersonator_user_id,
    })
  }
}
