/** Queues the facts of audit entries for webhooks: whichever verb, job or import changed a record. */
import { fixedClock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import { writeOutbox } from '#server/mail/outbox-write.server.ts'
import type { Tx } from '#server/verb.ts'
import { type FactEntry, factsOf } from './webhook-events.rules.ts'

export const FACTS_TOPIC = 'webhook_facts'

/** Facts of one message of the outbox. */
const FACTS_MAX = 500

type Origin = {
  readonly viewer: { readonly business_id: string; readonly impersonator_user_id: string | null }
  readonly at: Instant
}

type Part = { readonly origin: Origin; readonly entries: readonly FactEntry[] }
type Fact = ReturnType<typeof factsOf>[number]

/** Of one verb or many, in their transaction; nothing is written while nobody listens. */
export async function queueFacts(tx: Tx, parts: readonly Part[]): Promise<void> {
  const told = parts.map(({ origin, entries }) => ({ origin, facts: factsOf(entries) }))
  const events = new Set(told.flatMap(({ facts }) => facts.map(({ event }) => event)))
  if (events.size === 0) return
  const heard = await tx.row<{ events: string[] }>(
    `select coalesce(array_agg(distinct e), '{}') as events from platform.webhook w, unnest(w.events) e
     where w.deleted_at is null and w.state <> 'disabled' and w.events && $1 and e = any ($1)`,
    [[...events]],
  )
  for (const { origin, facts } of told)
    await queue(
      tx,
      origin,
      facts.filter(({ event }) => heard?.events.includes(event)),
    )
}

async function queue(tx: Tx, { viewer, at }: Origin, facts: readonly Fact[]): Promise<void> {
  const clock = fixedClock(at)
  const told = facts.map((fact) => ({ ...fact, message_id: newUuid(clock) }))
  const parts: (typeof told)[] = []
  for (let at_fact = 0; at_fact < told.length; at_fact += FACTS_MAX)
    parts.push(told.slice(at_fact, at_fact + FACTS_MAX))
  await writeOutbox(
    tx,
    parts.map((part) => ({
      topic: FACTS_TOPIC,
      fact_key: `${FACTS_TOPIC}:${part[0]?.message_id}`,
      payload: { at, facts: part },
      business_id: viewer.business_id,
      impersonator_user_id: viewer.impersonator_user_id,
    })),
  )
}
