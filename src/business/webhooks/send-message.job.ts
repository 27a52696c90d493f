/** Hands messages to the messaging service of MESSAGING_URL, and keeps their outcome on the record. */
import { z } from 'zod'
import type { Instant } from '#kernel/instant.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Recording, Sending, Topic } from '#server/mail/outbox-deliver.server.ts'
import { inTransaction } from '#server/tx.ts'
import { updateRow } from '#server/write-row.server.ts'
import { message } from '../platform/messages/message.entity.ts'
import {
  isTooLate,
  type MessageOutcome,
  message_topic,
  no_messaging,
  outcomeOf,
  too_late,
} from '../platform/messages/message.rules.ts'
import { allowedNetworks } from '../shared/public-address.rules.ts'
import { PostFault, postTo } from './endpoint-post.server.ts'

type Row = {
  readonly id: string
  readonly text: string
  readonly contact_id: string
  /** Today's number of the contact; null without one: the service knows contacts by id, too. */
  readonly telephone: string | null
  readonly created_at: Instant
}

const payload = z.object({ id: z.uuid() })

const readMessage = ({ database }: Sending, id: string): Promise<Row | undefined> =>
  inTransaction(database, (tx) =>
    tx.row<Row>(
      `select m.id, m.text, m.contact_id, c.contact_phone as telephone, m.created_at from platform.message m
       join business.business_contact c on c.id = m.contact_id where m.id = $1 and m.status = 'queued'`,
      [id],
    ),
  )

/** The address was checked when the server read its settings; where it leads is checked as for webhooks. */
async function handOver({ settings, clock }: Sending, row: Row): Promise<MessageOutcome> {
  if (isTooLate(row.created_at, clock.now())) return { to: 'failed', error: too_late }
  const { messaging } = settings
  if (messaging === null) return { to: 'again', error: no_messaging }
  const { id: reference, contact_id, telephone, text } = row
  try {
    const { status } = await postTo(
      { allowed: allowedNetworks(settings.webhookAllow) },
      messaging.url,
      // The service ignores a second call with the same key.
      { authorization: `Bearer ${messaging.token}`, 'idempotency-key': reference },
      JSON.stringify({ reference, contact_id, telephone, text }),
    )
    return outcomeOf(status)
  } catch (fault) {
    if (!(fault instanceof PostFault)) throw fault
    return { to: 'again', error: fault.message }
  }
}

async function record(
  { tx, clock }: Pick<Recording, 'tx' | 'clock'>,
  id: string,
  outcome: MessageOutcome,
): Promise<void> {
  await updateRow(tx, message, id, {
    ...(outcome.to === 'sent'
      ? { status: 'sent' as const, sent_at: clock.now(), error: null }
      : {
          status: outcome.to === 'failed' ? ('failed' as const) : ('queued' as const),
          error: outcome.error,
        }),
    updated_at: clock.now(),
  })
}

export const messageTopic: Topic = {
  topic: message_topic,
  record: (facts) => {
    const parsed = payload.safeParse(facts)
    return parsed.success ? { entity: 'platform.message', id: parsed.data.id } : null
  },
  send: async (sending) => {
    const parsed = payload.safeParse(sending.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const row = await readMessage(sending, parsed.data.id)
    if (!row) return async () => undefined
    const outcome = await handOver(sending, row)
    // The queue tries again.
    if (outcome.to === 'again') throw new Error(outcome.error)
    return (delivery) => record(delivery, row.id, outcome)
  },
  failed: async (delivery, { reason }) => {
    const parsed = payload.safeParse(delivery.payload)
    if (parsed.success) await record(delivery, parsed.data.id, { to: 'again', error: reason.slice(0, 500) })
  },
}
