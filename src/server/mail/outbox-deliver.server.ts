/** Delivers committed messages to the outside: at least once, and once where the receiver recognises repeats. */
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '../database.ts'
import { failed_deliveries } from '../health/metrics.ts'
import type { Settings } from '../settings.ts'
import type { Files } from '../storage.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { type DeliveredRecord, endDelivery } from './end-delivery.server.ts'
import { reasonOfNever } from './never-delivered.ts'

type DeliveryDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly settings: Settings
  readonly files: Files
}

export type Delivery = DeliveryDeps & {
  readonly tx: Tx
  readonly fact_key: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** The handler of a topic. It runs inside the transaction that marks the row delivered and may write rows. */
export interface Topic {
  readonly topic: string
  readonly deliver: (delivery: Delivery) => Promise<void>
  /** The record that a delivery is about; null or absent where it has none. */
  readonly record?: (payload: Readonly<Record<string, unknown>>) => DeliveredRecord | null
  /** After a failed try, in its own transaction: records the delay and its reason on the record. */
  readonly failed?: (delivery: Omit<Delivery, 'files'>, reason: string) => Promise<void>
}

type Waiting = {
  id: string
  topic: string
  fact_key: string
  payload: Record<string, unknown>
  user_id: string | null
}

/**
 * Delivers one row of the outbox, unless it is delivered already or another worker has it. A delivery that can never
 * succeed ends at once.
 * @throws the delivery's error, after recording it on the row; the queue tries again later
 */
export async function deliverOutbox(
  deps: DeliveryDeps,
  topics: ReadonlyMap<string, Topic>,
  id: string,
): Promise<void> {
  let waiting: Waiting | undefined
  try {
    await inTransaction(deps.database, async (tx) => {
      waiting = await tx.row<Waiting>(
        `select id, topic, fact_key, payload, user_id from platform.outbox
         where id = $1 and delivered_at is null and not is_held for update skip locked`,
        [id],
      )
      if (!waiting) return
      const topic = topics.get(waiting.topic)
      if (!topic) throw new Error(`This version cannot deliver ${waiting.topic}.`)
      await topic.deliver({ ...deps, tx, fact_key: waiting.fact_key, payload: waiting.payload })
      await tx.run(
        `update platform.outbox set delivered_at = $2, attempts = attempts + 1, last_error = null,
           payload = payload - 'one_time_link'
         where id = $1`,
        [id, deps.clock.now()],
      )
    })
  } catch (error) {
    const reason = reasonOfNever(error)
    if (waiting && reason !== null) return endForGood(deps, topics, waiting, reason)
    if (waiting) await recordFailure(deps, topics, waiting, error)
    throw error
  }
}

function endForGood(
  { database, clock }: DeliveryDeps,
  topics: ReadonlyMap<string, Topic>,
  waiting: Waiting,
  reason: string,
): Promise<void> {
  const record = topics.get(waiting.topic)?.record?.(waiting.payload) ?? null
  return inTransaction(database, (tx) => endDelivery({ tx, clock }, { ...waiting, record, reason }))
}

async function recordFailure(
  deps: DeliveryDeps,
  topics: ReadonlyMap<string, Topic>,
  waiting: Waiting,
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  failed_deliveries.inc({ topic: topics.has(waiting.topic) ? waiting.topic : 'other' })
  await inTransaction(deps.database, async (tx) => {
    await tx.run('update platform.outbox set attempts = attempts + 1, last_error = $2 where id = $1', [
      waiting.id,
      reason.slice(0, 1000),
    ])
    await topics.get(waiting.topic)?.failed?.({ ...deps, tx, ...waiting }, reason)
  })
}
