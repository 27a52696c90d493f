/** Nightly: documents past their end expire, and signers who wait are reminded. */
import type { Clock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import type { AuditEntry, Tx, VerbContext } from '#server/verb.ts'
import { FOLLOW_TOPIC, revokeLinks, type SigningSigner, TELL_TOPIC } from './load-signing.server.ts'
import { writeEvent } from './signature-event.server.ts'
import { isReminderDue } from './signing.rules.ts'
import { noteReminder } from './steer-document.server.ts'

type Night = { readonly tx: Tx; readonly clock: Clock; readonly enqueue: VerbContext['enqueue'] }

/** @returns audit entries by the business of the sender */
export async function expireDocuments({ tx, clock, enqueue }: Night): Promise<Map<string, AuditEntry[]>> {
  const now = clock.now()
  const gone = await tx.rows<{ id: string; business_id: string; envelope_id: string | null }>(
    `update platform.document set status = 'expired', updated_at = $1
     where status = 'inprogress' and expires_at <= $1 and deleted_at is null returning id, business_id, envelope_id`,
    [now],
  )
  const changed = new Map<string, AuditEntry[]>()
  for (const { id, business_id, envelope_id } of gone) {
    const signers = await tx.rows<{ id: string }>('select id from platform.signer where document_id = $1', [
      id,
    ])
    await revokeLinks(
      tx,
      now,
      signers.map((one) => one.id),
    )
    await writeEvent({ tx, clock }, id, {
      kind: 'expired',
      signer_id: null,
      says: 'The time to sign is over',
    })
    enqueue(TELL_TOPIC, `${TELL_TOPIC}:${id}`, { document_id: id, what: 'expired' })
    if (envelope_id !== null) enqueue(FOLLOW_TOPIC, `${FOLLOW_TOPIC}:${id}:ended`, { document_id: id })
    const entry = {
      entity: 'platform.document',
      entity_id: id,
      old_values: { status: 'inprogress' },
      new_values: { status: 'expired' },
    }
    changed.set(business_id, [...(changed.get(business_id) ?? []), entry])
  }
  return changed
}

type Waiting = Pick<SigningSigner, 'id' | 'name' | 'email' | 'document_id' | 'reminded_at'> & {
  readonly asked_at: Instant
  readonly expires_at: Instant
  readonly envelope_id: string | null
}

export async function remindSigners(night: Night): Promise<void> {
  const waiting = await night.tx.rows<Waiting>(
    `select s.id, s.name, s.email, s.document_id, s.asked_at, s.reminded_at, d.expires_at, d.envelope_id
     from platform.document d join platform.signer s on s.document_id = d.id
     where d.status = 'inprogress' and d.deleted_at is null and s.status in ('asked', 'viewed') and s.asked_at is not null
       and not platform.signer_has_left(s.contact_id)
     order by d.id, s.id for update of d`,
  )
  for (const one of waiting)
    if (isReminderDue(one, night.clock.now())) await noteReminder(night, { ...one, id: one.document_id }, one)
}

/** Documents at Documenso are compared every night: a webhook may have been lost. */
export async function followEnvelopes({ tx, clock, enqueue }: Night): Promise<void> {
  const open = await tx.rows<{ id: string }>(
    `select id from platform.document
     where status = 'inprogress' and envelope_id is not null and deleted_at is null order by id`,
  )
  for (const { id } of open)
    enqueue(FOLLOW_TOPIC, `${FOLLOW_TOPIC}:${id}:${clock.today()}`, { document_id: id })
}
