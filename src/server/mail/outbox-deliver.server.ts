/** Delivers committed messages to the outside: at least once, and once where the receiver recognises repeats. */
import type { Clock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import { traced } from '#kernel/tracing.ts'
import type { Database } from '../database.ts'
import { failed_deliveries } from '../health/metrics.ts'
import { printingApart } from '../pdf/pdf-apart.server.ts'
import type { Printed } from '../pdf/pdf-file.ts'
import type { Settings } from '../settings.ts'
import { type Files, renderedFiles } from '../storage.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { type DeliveredRecord, endDelivery } from './end-delivery.server.ts'
import { first_try, isLastTry, nextTryAt, type Trying } from './mail-tries.rules.ts'
import { reasonOfNever } from './never-delivered.ts'
import {
  claim,
  lockWaiting,
  markDelivered,
  markFailed,
  markGivenUp,
  type Waiting,
} from './outbox-claim.server.ts'

type DeliveryDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly settings: Settings
  readonly files: Files
}

type TryDeps = DeliveryDeps & { readonly trying: Trying }

export type Delivery = DeliveryDeps & {
  readonly tx: Tx
  readonly fact_key: string
  readonly payload: Readonly<Record<string, unknown>>
  /** Documents of this delivery; printed before its transaction. */
  readonly printed: Printed
}

/** Work outside of the database, with no transaction open. */
export type Sending = Omit<Delivery, 'tx' | 'printed'>
export type Recording = Omit<Delivery, 'printed'>

type TopicParts = {
  readonly topic: string
  /** The record that a delivery is about; null or absent where it has none. */
  readonly record?: (payload: Readonly<Record<string, unknown>>) => DeliveredRecord | null
  /** After a failed try, in its own transaction: records the delay and its reason on the record. */
  readonly failed?: (delivery: Omit<Recording, 'files'>, failure: FailedTry) => Promise<void>
  /** Its deliveries end after the last try; `failed` records it. */
  readonly is_given_up?: true
}

export type FailedTry = {
  readonly reason: string
  readonly error: unknown
  /** Null after the last try. */
  readonly next_try_at: Instant | null
}

/** The handler of a topic that writes rows alone: it runs inside the transaction that marks the row delivered. */
type WritingTopic = TopicParts & {
  readonly deliver: (delivery: Delivery) => Promise<void>
  readonly send?: undefined
}

/**
 * The handler of a topic that leaves the machine. Its `send` returns a function that records the outcome, in the
 * transaction that marks the row delivered. A worker that dies between the two leaves the row, and it is sent again.
 */
type SendingTopic = TopicParts & {
  readonly send: (sending: Sending) => Promise<(delivery: Recording) => Promise<void>>
  readonly deliver?: undefined
}

export type Topic = WritingTopic | SendingTopic

/**
 * Delivers one row of the outbox, unless it is delivered already or another worker has it. A delivery that can never
 * succeed ends at once.
 * @throws the delivery's error, after recording it on the row; the queue tries again later
 */
export async function deliverOutbox(
  deps: DeliveryDeps,
  topics: ReadonlyMap<string, Topic>,
  id: string,
  trying: Trying = first_try,
): Promise<void> {
  const named = await inTransaction(deps.database, (tx) =>
    tx.row<{ topic: string; traceparent: string | null }>(
      'select topic, traceparent from platform.outbox where id = $1 and delivered_at is null',
      [id],
    ),
  )
  if (!named) return
  const topic = topics.get(named.topic)
  const work = () =>
    topic?.send ? send({ ...deps, trying }, topic, id) : write({ ...deps, trying }, topic, id)
  await traced('delivery', { 'stint.topic': topic?.topic ?? 'other' }, work, named.traceparent)
}

/** Writes and marks in one transaction. */
async function write(deps: TryDeps, topic: WritingTopic | undefined, id: string): Promise<void> {
  let waiting: Waiting | undefined
  try {
    await printingApart({ ...deps, rendered: renderedFiles(deps.settings.files) }, (printed) =>
      inTransaction(deps.database, async (tx) => {
        waiting = await lockWaiting(tx, id)
        if (!waiting) return
        if (!topic) throw new Error(`This version cannot deliver ${waiting.topic}.`)
        await topic.deliver({ ...deps, tx, printed, fact_key: waiting.fact_key, payload: waiting.payload })
        await markDelivered({ ...deps, tx }, { id, lease_id: null })
      }),
    )
  } catch (error) {
    if (!waiting) throw error
    await failOrEnd(deps, topic, waiting, error)
  }
}

/** Claims, sends without a transaction, and marks. */
async function send(deps: TryDeps, topic: SendingTopic, id: string): Promise<void> {
  const claimed = await claim(deps, id)
  if (!claimed) return
  const { waiting, release } = claimed
  const { fact_key, payload } = waiting
  try {
    const record = await topic.send({ ...deps, fact_key, payload })
    await inTransaction(deps.database, async (tx) => {
      if (await markDelivered({ ...deps, tx }, waiting)) await record({ ...deps, tx, fact_key, payload })
    })
  } catch (error) {
    await failOrEnd(deps, topic, waiting, error)
  } finally {
    release()
  }
}

/** @throws the error, unless it ends the delivery for good */
async function failOrEnd(
  deps: TryDeps,
  topic: Topic | undefined,
  waiting: Waiting,
  error: unknown,
): Promise<void> {
  const reason = reasonOfNever(error)
  if (reason !== null) return endForGood(deps, topic, waiting, reason)
  await recordFailure(deps, topic, waiting, error)
  throw error
}

function endForGood(
  { database, clock }: DeliveryDeps,
  topic: Topic | undefined,
  waiting: Waiting,
  reason: string,
): Promise<void> {
  const record = topic?.record?.(waiting.payload) ?? null
  return inTransaction(database, (tx) => endDelivery({ tx, clock }, { ...waiting, record, reason }))
}

async function recordFailure(
  deps: TryDeps,
  topic: Topic | undefined,
  waiting: Waiting,
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  failed_deliveries.inc({ topic: topic?.topic ?? 'other' })
  await inTransaction(deps.database, async (tx) => {
    const is_over = topic?.is_given_up === true && isLastTry(deps.trying)
    if (is_over) await markGivenUp({ ...deps, tx }, waiting, reason)
    else await markFailed(tx, waiting, reason)
    const next_try_at = isLastTry(deps.trying) ? null : nextTryAt(deps.clock.now(), deps.trying)
    await topic?.failed?.({ ...deps, tx, ...waiting }, { reason, error, next_try_at })
  })
}
