/**
 * Sends returns to HMRC and asks for its answers: one step at a time, each under a lease. The message is marked as gone
 * before it leaves, so that a worker that takes over looks for it in HMRC's list instead of sending it again.
 */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { Database } from '#server/database.ts'
import { type Engine, EngineSilent, openEngine } from '#server/hmrc/transaction-engine.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Recording, Sending, Topic } from '#server/mail/outbox-deliver.server.ts'
import { writeOutbox } from '#server/mail/outbox-write.server.ts'
import { openContext } from '#server/perform.server.ts'
import { productVersion } from '#server/product-version.ts'
import type { HmrcEngine } from '#server/settings/settings-hmrc.ts'
import type { Settings } from '#server/settings.ts'
import { SYSTEM } from '#server/system-user.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'
import { updateRow } from '#server/write-row.server.ts'
import { openSender } from '../sender/open-sender.job.ts'
import type { PayeSender } from '../sender/paye-sender.server.ts'
import { AnswerFault, readAnswer } from './engine-answer.rules.ts'
import { deleteOf, listOf, pollOf, submissionOf } from './engine-message.rules.ts'
import { workerAt, workersOf } from './error-worker.rules.ts'
import type { ReturnKind } from './govtalk.rules.ts'
import { rti_submission } from './rti-submission.entity.ts'
import { not_sent } from './rti-submission.rules.ts'
import { SEND_TOPIC } from './send-return.server.ts'
import {
  afterAnswer,
  afterNoConnection,
  afterSilence,
  type Outcome,
  type SendStep,
  type StepFacts,
} from './send-step.rules.ts'

const DELETE_TOPIC = 'hmrc_return_delete'
/** Longer than any call. */
const LEASE_SECONDS = 300
const DUE_MAX = 200

type Row = {
  readonly id: string
  readonly kind: ReturnKind
  readonly status: 'sent' | 'acknowledged'
  readonly content: string
  readonly irmark: string
  readonly receipt_mark: string
  readonly transaction_id: string
  readonly correlation_id: string | null
  readonly poll_url: string | null
  readonly posted_at: Instant | null
  readonly sent_at: Instant
  readonly sent_by_name: string
  readonly provider_id: string
  readonly sender_enc: string | null
  /** The reason of a return that never left. */
  readonly answer: string | null
}

type Claimed = {
  readonly row: Row
  readonly step: SendStep
  readonly lease: Instant
  readonly sender: PayeSender | null
}

const payload = z.object({ id: z.uuid(), transaction_id: z.string() })
type Payload = z.infer<typeof payload>

const plus = (at: Instant, seconds: number): Instant => instantFromMs(toMs(at) + seconds * 1000)

/** @throws the delivery's error while it is not set up: returns on their way wait for it */
function engineOf({ hmrc }: Settings): HmrcEngine {
  if (hmrc === null)
    throw new Error(
      'Sending to HMRC is off, and this return is on its way: set HMRC_RTI=on and HMRC_VENDOR_ID',
    )
  return hmrc
}

/** A restored copy of the installation may be older than the message, so it looks for the message first. */
const FRESH_SECONDS = 900

function stepOf({ status, posted_at, sent_at, answer }: Row, now: Instant): SendStep {
  if (status === 'acknowledged') return 'poll'
  if (posted_at !== null) return 'list'
  const is_fresh = toMs(now) - toMs(sent_at) <= FRESH_SECONDS * 1000
  return is_fresh || answer !== null ? 'submit' : 'list'
}

const columns = `t.id, t.kind, t.status, t.content, t.irmark, t.receipt_mark, t.transaction_id, t.correlation_id,
  t.poll_url, t.posted_at, t.sent_at, t.sent_by_name, t.provider_id, t.answer, s.sender_enc`

/** The step that is due, under a lease; null where none is. A message that leaves is marked as gone. */
async function claim(tx: Tx, { clock, settings }: Sending, due: Payload): Promise<Claimed | null> {
  const now = clock.now()
  const row = await tx.row<Row>(
    `select ${columns} from transaction.rti_submission t join business.paye_scheme s on s.id = t.paye_scheme_id
     where t.id = $1 and t.transaction_id = $2 and t.status in ('sent', 'acknowledged') and t.poll_after <= $3
     for update of t`,
    [due.id, due.transaction_id, now],
  )
  if (!row) return null
  const step = stepOf(row, now)
  if (step !== 'poll' && row.sender_enc === null) {
    await withoutSender({ tx, clock }, row, step)
    return null
  }
  // Opened before the mark: a key that is missing leaves the message here.
  const sender = step === 'poll' ? null : openSender(settings, row.sender_enc ?? '')
  const lease = plus(now, LEASE_SECONDS)
  await updateRow(tx, rti_submission, row.id, {
    poll_after: lease,
    ...(step === 'submit' ? { posted_at: now } : {}),
    updated_at: now,
  })
  return { row, step, lease, sender }
}

/** The credentials were removed: a message that never left comes back, another one waits for a person. */
async function withoutSender(at: At, row: Row, step: SendStep): Promise<void> {
  const now = at.clock.now()
  const answer = 'The credentials of the PAYE scheme were removed'
  const values =
    step === 'submit'
      ? { ...not_sent, status: 'validated' as const, answer }
      : { poll_after: null, unknown_since: now, answer }
  await updateRow(at.tx, rti_submission, row.id, { ...values, updated_at: now })
  await auditStep(at, row, { status: step === 'submit' ? 'validated' : row.status, answer })
}

type At = { readonly tx: Tx; readonly clock: Clock }

/** In the name of the product. */
async function auditStep(at: At, row: Row, new_values: Readonly<Record<string, unknown>>): Promise<void> {
  const viewer = present(await readViewerOfBusiness(at.tx, row.provider_id, []), 'the provider of a return')
  const step = openContext(at, { ...viewer, user_id: SYSTEM }, 'transaction.rti_submission.follow')
  step.context.audit({
    entity: 'transaction.rti_submission',
    entity_id: row.id,
    old_values: { status: row.status },
    new_values,
  })
  await step.finish()
}

function messageOf({ row, step, sender }: Claimed, { vendor_id }: HmrcEngine): string {
  const { content, correlation_id } = row
  if (step === 'poll') return pollOf(row, present(correlation_id, 'the number of an acknowledged return'))
  const known = present(sender, 'the credentials of a step that needs them')
  return step === 'list'
    ? listOf(row, known)
    : submissionOf(content, row, known, { vendor_id, version: productVersion() })
}

async function outcomeOf(engine: Engine, hmrc: HmrcEngine, claimed: Claimed, clock: Clock): Promise<Outcome> {
  const { row, step } = claimed
  const now = clock.now()
  const facts: StepFacts = {
    step,
    transaction_id: row.transaction_id,
    correlation_id: row.correlation_id,
    irmark: row.irmark,
    receipt_mark: row.receipt_mark,
    origin: engine.origin,
    waited_seconds: (toMs(now) - toMs(row.posted_at ?? row.sent_at)) / 1000,
    asked_seconds: (toMs(now) - toMs(row.sent_at)) / 1000,
  }
  try {
    return afterAnswer(
      facts,
      readAnswer(
        await engine.post(
          step === 'poll' ? (row.poll_url ?? `${engine.origin}/poll`) : null,
          messageOf(claimed, hmrc),
        ),
      ),
    )
  } catch (error) {
    if (error instanceof EngineSilent)
      return error.never_left ? afterNoConnection(facts, error.message) : afterSilence(facts, error.message)
    if (error instanceof AnswerFault) return afterSilence(facts, error.message)
    throw error
  }
}

/** The columns of a row after an outcome. */
function valuesAfter(row: Row, outcome: Outcome, now: Instant) {
  switch (outcome.to) {
    case 'acknowledged':
      return {
        status: 'acknowledged' as const,
        correlation_id: outcome.correlation_id,
        poll_url: outcome.poll_url ?? row.poll_url,
        poll_after: plus(now, outcome.wait_seconds),
        answer: null,
      }
    case 'accepted':
      return {
        status: 'accepted' as const,
        receipt: outcome.receipt,
        filer: row.sent_by_name,
        filed_at: now,
        poll_after: null,
        answer: outcome.words === '' ? null : outcome.words,
      }
    case 'rejected': {
      const workers = workersOf(row.content)
      return {
        status: 'rejected' as const,
        errors: outcome.errors.map((error) => ({
          number: error.number,
          text: error.text,
          location: error.location,
          name: workerAt(workers, error.location),
        })),
        error_count: outcome.errors.length,
        may_send_again: outcome.may_send_again,
        poll_after: null,
        answer: null,
      }
    }
    case 'again':
      return {
        poll_after: plus(now, outcome.wait_seconds),
        answer: outcome.words,
        ...(outcome.never_left ? { posted_at: null } : {}),
      }
    case 'unknown':
      return { poll_after: null, unknown_since: now, answer: outcome.words }
  }
}

/** Keeps the outcome, unless another worker took the step over or a person decided meanwhile. */
async function record(at: At, { row, lease }: Claimed, outcome: Outcome): Promise<void> {
  const held = await at.tx.row(
    'select id from transaction.rti_submission where id = $1 and transaction_id = $2 and poll_after = $3 for update',
    [row.id, row.transaction_id, lease],
  )
  if (!held) return
  const now = at.clock.now()
  await updateRow(at.tx, rti_submission, row.id, { ...valuesAfter(row, outcome, now), updated_at: now })
  if (outcome.to === 'again' || (outcome.to === 'acknowledged' && row.status === 'acknowledged')) return
  await auditStep(at, row, auditOf(row, outcome))
  const { correlation_id } = row
  if ((outcome.to === 'accepted' || outcome.to === 'rejected') && correlation_id !== null)
    await writeOutbox(at.tx, [
      {
        topic: DELETE_TOPIC,
        fact_key: `${DELETE_TOPIC}:${row.transaction_id}`,
        payload: { id: row.id, kind: row.kind, transaction_id: row.transaction_id, correlation_id },
        business_id: row.provider_id,
      },
    ])
}

function auditOf(row: Row, outcome: Exclude<Outcome, { to: 'again' }>): Readonly<Record<string, unknown>> {
  switch (outcome.to) {
    case 'acknowledged':
      return { status: outcome.to, correlation_id: outcome.correlation_id }
    case 'accepted':
      return { status: outcome.to, receipt: outcome.receipt }
    case 'rejected':
      return { status: outcome.to, errors: outcome.errors.map(({ number }) => number) }
    case 'unknown':
      return { status: row.status, unknown: outcome.words }
  }
}

async function step(sending: Sending, due: Payload) {
  const { clock, database, settings } = sending
  const hmrc = engineOf(settings)
  const claimed = await inTransaction(database, (tx) => claim(tx, sending, due))
  if (claimed === null) return async () => undefined
  const outcome = await outcomeOf(openEngine(hmrc), hmrc, claimed, clock)
  return (delivery: Recording) => record(delivery, claimed, outcome)
}

export const returnTopic: Topic = {
  topic: SEND_TOPIC,
  record: (facts) => {
    const parsed = payload.safeParse(facts)
    return parsed.success ? { entity: 'transaction.rti_submission', id: parsed.data.id } : null
  },
  send: async (sending) => {
    const parsed = payload.safeParse(sending.payload)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    return step(sending, parsed.data)
  },
}

const over = z.object({
  kind: z.enum(['fps', 'eps']),
  transaction_id: z.string(),
  correlation_id: z.string(),
})

/** Asks HMRC to delete an answer that is stored here. Its reply changes nothing. */
export const returnDeleteTopic: Topic = {
  topic: DELETE_TOPIC,
  send: async ({ settings, payload: facts }) => {
    const parsed = over.safeParse(facts)
    if (!parsed.success) throw new NeverDelivered(unreadable)
    const { correlation_id, ...outgoing } = parsed.data
    await openEngine(engineOf(settings)).post(null, deleteOf(outgoing, correlation_id))
    return async () => undefined
  },
}

type Upkeep = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly settings: Pick<Settings, 'hmrc'>
}

/** Queues the steps that are due: polls, and the unfinished steps of a worker that died. A restored copy waits for its operator. */
export async function queueDueReturns({ database, clock, settings }: Upkeep): Promise<void> {
  if (settings.hmrc === null) return
  await inTransaction(database, async (tx) => {
    const due = await tx.rows<Payload & { poll_after: Instant; provider_id: string }>(
      `select id, transaction_id, poll_after, provider_id from transaction.rti_submission
       where poll_after <= $1 and not exists (select from platform.outbox o where o.is_held) order by poll_after limit ${DUE_MAX}`,
      [clock.now()],
    )
    await writeOutbox(
      tx,
      due.map(({ id, transaction_id, poll_after, provider_id }) => ({
        topic: SEND_TOPIC,
        fact_key: `${SEND_TOPIC}:${transaction_id}:${poll_after}`,
        payload: { id, transaction_id },
        business_id: provider_id,
      })),
    )
  })
}
