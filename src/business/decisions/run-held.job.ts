/** Carries held decisions out after their ten seconds. A worker that was down does it when it runs again. */
import { type Clock, frozenAt } from '#kernel/clock.ts'
import { isStintError, notAllowed } from '#kernel/errors.ts'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import type { Database } from '#server/database.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import { performIn, untilDecided } from '#server/perform.server.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { HELD_TASK } from '../approvable-work/held-work.rules.ts'
import { freeTasks } from './held-tasks.server.ts'

type Deps = { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock }

type Row = {
  readonly entity: string
  readonly entity_ids: readonly string[]
  readonly action_id: string
  readonly input: unknown
  readonly business_contact_id: string
  readonly via: 'link' | 'page'
}

/**
 * Once: the mark and the decision commit together. Rights and status are asked now.
 * @throws faults that a later try may not meet
 */
export async function runHeldDecision(deps: Deps, id: string): Promise<void> {
  try {
    await untilDecided(deps.database, (tx) => carryOut(tx, deps.clock, id), true)
  } catch (error) {
    if (!isStintError(error)) throw error
    await inTransaction(deps.database, (tx) => keepFailure(tx, deps.clock, id, error.message))
  }
}

async function carryOut(tx: Tx, given: Clock, id: string): Promise<void> {
  const clock = frozenAt(given)
  const held = await endHold(tx, clock.now(), id, 'done', null)
  if (!held) return
  const viewer = await readViewerOfContact(tx, held.business_contact_id)
  if (viewer === null) throw notAllowed('You may no longer decide this')
  await performIn({ tx, clock }, viewer, held.action_id, held.input)
  if (held.via === 'link') await mailReceipt({ tx, clock }, id, held)
}

/** Null where it is over already, or not due. */
async function endHold(
  tx: Tx,
  now: Instant,
  id: string,
  state: 'done' | 'failed',
  failure: string | null,
): Promise<Row | null> {
  const held = await tx.row<Row>(
    `update request.held_decision set state = $2, failure = $3, updated_at = $4
     where id = $1 and state = 'held' and runs_at <= $4
     returning entity, entity_ids, action_id, input, business_contact_id, via`,
    [id, state, failure, now],
  )
  if (!held) return null
  await tx.run('delete from request.held_record where held_decision_id = $1', [id])
  await freeTasks(tx, id)
  return held
}

async function keepFailure(tx: Tx, given: Clock, id: string, reason: string): Promise<void> {
  const clock = frozenAt(given)
  const held = await endHold(tx, clock.now(), id, 'failed', reason.slice(0, 1000))
  if (!held) return
  const done = doneWord(held)
  await mailDecider({ tx, clock }, held, (names) => ({
    fact_key: `held-failed:${id}`,
    subject: `${names} could not be ${done}`,
    lines: [
      `Your decision on ${names} was not carried out: ${reason}.`,
      '',
      'Sign in to see what is waiting for you.',
    ],
  }))
}

const doneWord = ({ action_id }: Row) => (action_id.endsWith('.approve') ? 'approved' : 'rejected')

/** To people that decided by a mailed link: they saw no page afterwards. */
const mailReceipt = (within: Within, id: string, held: Row): Promise<void> =>
  mailDecider(within, held, (names) => ({
    fact_key: `held-done:${id}`,
    subject: `${names} ${doneWord(held)}`,
    lines: [
      `You ${doneWord(held)} ${names} by the link in our mail on ${formatInstant(within.clock.now())}.`,
      '',
      'If this was not you, please tell your agency at once.',
    ],
  }))

type Within = { readonly tx: Tx; readonly clock: Clock }
type Words = { readonly fact_key: string; readonly subject: string; readonly lines: readonly string[] }

/** Nothing to people that cannot sign in any more. */
async function mailDecider(within: Within, held: Row, words: (names: string) => Words): Promise<void> {
  const person = await within.tx.row<{
    email: string
    first_name: string
    provider_id: string
    names: string
  }>(
    `select u.email, c.first_name, coalesce(b.provider_id, b.id) as provider_id,
       (select string_agg(w.human_id, ', ' order by w.human_id) from ${held.entity} w where w.id = any ($2)) as names
     from business.business_contact c
     join business.business b on b.id = c.business_id
     join platform."user" u on u.id = c.user_id and u.is_active and u.deactivated_at is null
     where c.id = $1`,
    [held.business_contact_id, held.entity_ids],
  )
  if (!person) return
  const { fact_key, subject, lines } = words(person.names)
  await queueMail(within, {
    fact_key,
    to: person.email,
    subject,
    body_text: [`Hello ${person.first_name},`, '', ...lines].join('\n'),
    parent: { entity: held.entity, id: held.entity_ids[0] ?? held.business_contact_id },
    provider_id: person.provider_id,
  })
}

/** Queues due decisions that lost their job. */
export async function queueDueDecisions({ database, clock }: Deps): Promise<void> {
  await inTransaction(database, (tx) =>
    tx.rows(
      `select graphile_worker.add_job('${HELD_TASK}', json_build_object('id', d.id), job_key := 'held:' || d.id)
       from request.held_decision d where d.state = 'held' and d.runs_at <= $1`,
      [clock.now()],
    ),
  )
}
