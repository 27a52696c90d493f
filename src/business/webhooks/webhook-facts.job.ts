/** Turns facts of the outbox into deliveries: one for each webhook whose business can see the record. */
import { z } from 'zod'
import { newUuid } from '#kernel/uuid.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Delivery, Topic } from '#server/mail/outbox-deliver.server.ts'
import { insertRows } from '#server/write-row.server.ts'
import { newDelivery } from './new-delivery.rules.ts'
import { FACTS_TOPIC } from './queue-facts.job.ts'
import { partiesOf, type SeenRecord, seenRecords, viewerOfBusiness } from './seen-records.job.ts'
import { webhook_delivery } from './webhook.entity.ts'
import { bodyText } from './webhook-events.rules.ts'

const fact = z.object({
  event: z.string(),
  entity: z.string(),
  id: z.uuid(),
  old_status: z.string().nullable(),
  status: z.string(),
  message_id: z.uuid(),
})
type Fact = z.infer<typeof fact>
const payload = z.object({ at: z.iso.datetime(), facts: z.array(fact) })

type Listener = { readonly id: string; readonly business_id: string; readonly events: readonly string[] }

/** Webhooks that were there at the moment of the fact. A paused one keeps its deliveries for later. */
const listeners = (
  { tx }: Delivery,
  at: string,
  businesses: readonly string[],
  events: readonly string[],
): Promise<Listener[]> =>
  tx.rows<Listener>(
    `select id, business_id, events from platform.webhook
     where business_id = any ($1::uuid[]) and events && $2 and deleted_at is null and state <> 'disabled'
       and created_at <= $3 order by id`,
    [businesses, events, at],
  )

type Entity = { readonly at: string; readonly entity: string; readonly facts: readonly Fact[] }

/** Deliveries of the facts of one entity. */
async function writeDeliveries(delivery: Delivery, { at, entity, facts }: Entity): Promise<void> {
  const { tx } = delivery
  const ids = [...new Set(facts.map(({ id }) => id))]
  const events = [...new Set(facts.map(({ event }) => event))]
  const found = await listeners(delivery, at, await partiesOf(tx, entity, ids), events)
  for (const [business_id, hooks] of Map.groupBy(found, (hook) => hook.business_id)) {
    const viewer = await viewerOfBusiness(tx, business_id)
    if (viewer === null) continue
    const seen = await seenRecords(tx, viewer, entity, ids)
    for (const hook of hooks) await insertFor(delivery, at, { hook, seen, facts })
  }
}

type For = {
  readonly hook: Listener
  readonly seen: ReadonlyMap<string, SeenRecord>
  readonly facts: readonly Fact[]
}

async function insertFor({ tx, clock }: Delivery, at: string, { hook, seen, facts }: For): Promise<void> {
  const now = clock.now()
  const rows = facts.flatMap(({ event, entity, id, message_id, old_status, status }) => {
    const record = seen.get(id)
    if (!record || !hook.events.includes(event)) return []
    const data = { id, human_id: record.human_id, entity, old_status, status }
    return newDelivery(
      {
        id: newUuid(clock),
        webhook_id: hook.id,
        business_id: hook.business_id,
        message_id,
        event,
        entity,
        entity_id: id,
        payload: bodyText({ type: event, timestamp: at, data }),
      },
      now,
    )
  })
  await insertRows(tx, webhook_delivery, rows, 'on conflict (webhook_id, message_id) do nothing')
}

export const webhookFactsTopic: Topic = {
  topic: FACTS_TOPIC,
  deliver: async (delivery) => {
    const parsed = payload.safeParse(delivery.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const { at, facts } = parsed.data
    for (const [entity, of_entity] of Map.groupBy(facts, (one) => one.entity))
      await writeDeliveries(delivery, { at, entity, facts: of_entity })
  },
}
