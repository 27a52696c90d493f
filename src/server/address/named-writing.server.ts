/** Writes of people without a verb: by the operator, and by the reader of a mailed link. */
import type { Inviting } from '#business/people/invite-contact.server.ts'
import type { Clock } from '#kernel/clock.ts'
import { writeAudit } from '../audit-write.server.ts'
import { type OutboxItem, writeOutbox } from '../mail/outbox-write.server.ts'
import { writeAuditedEvents } from '../security/audited-events.server.ts'
import type { AuditEntry, Tx } from '../verb.ts'

export type Named = { readonly context: Inviting; readonly finish: () => Promise<void> }

type Origin = {
  readonly user_id: string
  readonly business_id: string
  readonly action_id: string
  /** Security events follow from the audit; else the caller writes them. */
  readonly isLogged: boolean
}

/** A context in the name of a person. `finish` writes audit and mails. */
export function openNamed(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  { user_id, business_id, action_id, isLogged }: Origin,
  viewer: Inviting['viewer'],
): Named {
  const [entries, items]: [AuditEntry[], OutboxItem[]] = [[], []]
  return {
    context: {
      tx,
      clock,
      viewer,
      audit: (entry) => void entries.push(entry),
      enqueue: (topic, fact_key, payload) => void items.push({ topic, fact_key, payload, business_id }),
    },
    finish: async () => {
      await writeOutbox(tx, items)
      const named = { user_id, impersonator_user_id: null, business_id }
      const origin = { viewer: named, action_id, at: clock.now() }
      await writeAudit(tx, origin, entries)
      if (isLogged) await writeAuditedEvents(tx, origin, entries)
    },
  }
}
