import { traceparent } from '#kernel/tracing.ts'
import type { Tx } from '../verb.ts'

export type OutboxItem = {
  readonly topic: string
  readonly fact_key: string
  readonly payload: Readonly<Record<string, unknown>>
  /** The person to tell where it can never be delivered. */
  readonly user_id?: string
  /** Of its business two deliveries run at once in a process. */
  readonly business_id?: string | null
  /** The person who acted as the user. */
  readonly impersonator_user_id?: string | null
}

/** The queue's task that delivers one outbox row (outbox-deliver.server.ts). */
export const OUTBOX_TASK = 'outbox'

/** The flag of a queued delivery, in SQL over a row of the outbox. */
export const OUTBOX_FLAGS = `case when business_id is not null then array['b:' || business_id] end`

/**
 * Writes outbox rows beside their cause, and queues a job for each, in the same transaction. A repeated fact is
 * dropped. Only topic handlers read the payloads.
 */
export async function writeOutbox(tx: Tx, items: readonly OutboxItem[]): Promise<void> {
  if (items.length === 0) return
  await tx.rows(
    `with fresh as (
       insert into platform.outbox (topic, fact_key, payload, user_id, business_id, impersonator_user_id, traceparent)
       select topic, fact_key, payload, user_id, business_id, impersonator_user_id, $2::text from jsonb_to_recordset($1::jsonb)
         as r (topic text, fact_key text, payload jsonb, user_id text, business_id uuid, impersonator_user_id text)
       on conflict (fact_key) do nothing returning id, business_id)
     select graphile_worker.add_job('${OUTBOX_TASK}', json_build_object('id', id), job_key := 'outbox:' || id,
       flags := ${OUTBOX_FLAGS})
     from fresh`,
    [JSON.stringify(items), traceparent()],
  )
}
