/** Sends one delivery: claimed, posted without a transaction, and recorded. */
import type { Clock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import { toMs } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type DataKeySettings, decryptText } from '#server/data-key.ts'
import type { Database } from '#server/database.ts'
import { untilDecided } from '#server/perform.server.ts'
import type { Tx } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { disableWebhook } from './disable-webhook.job.ts'
import { type Answered, PostFault, type Posting, postTo } from './endpoint-post.server.ts'
import { seenRecords, viewerOfBusiness } from './seen-records.job.ts'
import { webhook } from './webhook.entity.ts'
import { FAILING_DAYS, failsForDays, nextTry, retryAfter } from './webhook.rules.ts'
import { SECRET_PLACE, signedHeaders } from './webhook-signature.server.ts'

export type SendDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly settings: DataKeySettings
  readonly posting: Posting
}

/** Longer than any try. A worker that died leaves the delivery to others. */
const LEASE_SECONDS = 60

type Claimed = {
  readonly id: string
  readonly webhook_id: string
  readonly business_id: string
  readonly message_id: string
  readonly entity: string | null
  readonly entity_id: string | null
  readonly payload: string
  readonly url: string
  readonly secret_enc: string
  readonly old_secret_enc: string | null
  readonly old_secret_until: Instant | null
}

/** Does the business still see the record? */
async function isSeen(tx: Tx, { business_id, entity, entity_id }: Claimed): Promise<boolean> {
  if (entity === null || entity_id === null) return true
  const viewer = await viewerOfBusiness(tx, business_id)
  return viewer !== null && (await seenRecords(tx, viewer, entity, [entity_id])).has(entity_id)
}

/** The delivery under a claim; null where it is over, not due, or another worker has it. */
async function claim(tx: Tx, clock: Clock, id: string, lease_id: string): Promise<Claimed | null> {
  const row = await tx.row<Claimed>(
    `select d.id, d.webhook_id, d.business_id, d.message_id, d.entity, d.entity_id, d.payload, w.url, w.secret_enc,
       w.old_secret_enc, w.old_secret_until
     from platform.webhook_delivery d join platform.webhook w on w.id = d.webhook_id
     where d.id = $1 and d.state = 'pending' and d.next_attempt_at <= $2 and w.state = 'active' and w.deleted_at is null
       and (d.lease_until is null or d.lease_until <= clock_timestamp()) for update of d skip locked`,
    [id, clock.now()],
  )
  if (!row) return null
  if (!(await isSeen(tx, row))) {
    await tx.run(
      `update platform.webhook_delivery set state = 'failed', next_attempt_at = null, updated_at = $2,
         error = 'Your business no longer sees this record' where id = $1`,
      [id, clock.now()],
    )
    return null
  }
  await tx.run(
    `update platform.webhook_delivery set lease_id = $2, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     where id = $1`,
    [id, lease_id],
  )
  return row
}

type Outcome = {
  readonly answer: Answered | null
  readonly error: string | null
  readonly duration_ms: number
}

const isDelivered = ({ answer }: Outcome): boolean =>
  answer !== null && answer.status >= 200 && answer.status < 300

const faultWords = ({ status }: Answered): string | null => {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'Redirects are not followed' : `The endpoint answered ${status}`
}

const whole = (number: number): number => number - (number % 1)

const secondsOf = (at: Instant): number => whole(toMs(at) / 1000)

async function post(deps: SendDeps, row: Claimed): Promise<Outcome> {
  const { clock, settings, posting } = deps
  const now = clock.now()
  const isOverlap = row.old_secret_until !== null && row.old_secret_until > now
  const ciphers = [row.secret_enc, ...(isOverlap && row.old_secret_enc !== null ? [row.old_secret_enc] : [])]
  const headers = signedHeaders(
    ciphers.map((cipher) => decryptText(settings, cipher, SECRET_PLACE)),
    { message_id: row.message_id, at_seconds: secondsOf(now), body: row.payload },
  )
  const from_ms = performance.now()
  const took = () => whole(performance.now() - from_ms)
  try {
    const answer = await postTo(posting, row.url, headers, row.payload)
    return { answer, error: faultWords(answer), duration_ms: took() }
  } catch (error) {
    if (!(error instanceof PostFault)) throw error
    return { answer: null, error: error.message, duration_ms: took() }
  }
}

type Hook = {
  readonly id: string
  readonly business_id: string
  readonly url: string
  readonly state: string
  readonly failing_since: Instant | null
}

/** The webhook first, as its verbs lock them. */
async function record(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  row: Claimed,
  lease_id: string,
  outcome: Outcome,
): Promise<void> {
  const hook = await tx.row<Hook>(
    'select id, business_id, url, state, failing_since from platform.webhook where id = $1 for update',
    [row.webhook_id],
  )
  const held = await tx.row<{ attempts: number }>(
    `select attempts from platform.webhook_delivery where id = $1 and lease_id = $2 and state = 'pending' for update`,
    [row.id, lease_id],
  )
  if (!hook || !held) return
  const now = clock.now()
  const attempts = held.attempts + 1
  const { answer, error, duration_ms } = outcome
  const isDone = isDelivered(outcome)
  const next = isDone ? null : nextTry(now, attempts, Math.random(), retryAfter(answer?.retry_after, now))
  await tx.run(
    `update platform.webhook_delivery set state = $2, attempts = $3, next_attempt_at = $4, last_attempt_at = $5,
       status_code = $6, error = $7, response = $8, duration_ms = $9, lease_id = null, lease_until = null, updated_at = $5
     where id = $1`,
    [
      row.id,
      isDone ? 'delivered' : next === null ? 'failed' : 'pending',
      attempts,
      next,
      now,
      answer?.status ?? null,
      error,
      answer?.response ?? null,
      duration_ms,
    ],
  )
  await follow({ tx, clock }, hook, outcome)
}

/** The webhook after a try: healthy, failing, or given up. */
async function follow(
  at: { readonly tx: Tx; readonly clock: Clock },
  hook: Hook,
  outcome: Outcome,
): Promise<void> {
  const { tx, clock } = at
  const now = clock.now()
  if (isDelivered(outcome)) {
    if (hook.failing_since !== null)
      await updateRow(tx, webhook, hook.id, { failing_since: null, updated_at: now })
    return
  }
  if (hook.failing_since === null)
    await updateRow(tx, webhook, hook.id, { failing_since: now, updated_at: now })
  if (hook.state !== 'active') return
  if (outcome.answer?.status === 410) await disableWebhook(at, hook, 'The endpoint answered 410: it is gone')
  else if (failsForDays(hook.failing_since, now))
    await disableWebhook(at, hook, `Every try of ${FAILING_DAYS} days has failed`)
}

/**
 * Sends the delivery, unless it is over or another worker has it.
 * @throws without a database; the claim ends by itself
 */
export async function sendDelivery(deps: SendDeps, id: string): Promise<void> {
  const { database, clock, posting } = deps
  const lease_id = newUuid(clock)
  const row = await untilDecided(database, (tx) => claim(tx, clock, id, lease_id), true)
  if (row === null) return
  const outcome = await post(deps, row)
  // A process that ends gives the delivery back: the endpoint is not at fault.
  if (posting.signal?.aborted && !isDelivered(outcome))
    await untilDecided(
      database,
      (tx) =>
        tx.run('update platform.webhook_delivery set lease_until = null where id = $1 and lease_id = $2', [
          id,
          lease_id,
        ]),
      true,
    )
  else await untilDecided(database, (tx) => record({ tx, clock }, row, lease_id, outcome), true)
}
