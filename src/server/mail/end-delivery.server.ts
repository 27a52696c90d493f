/** Ends a delivery that can never succeed: the outbox and the mail log keep the reason, and its sender gets a notice. */
import { mail, notification_log } from '#business/platform/log.entity.ts'
import { plainNotice } from '#business/platform/plain-notice.server.ts'
import { sourceAt } from '#data/catalog.ts'
import { catalog } from '#data/registry.ts'
import type { Clock } from '#kernel/clock.ts'
import { isUuid, newUuid } from '#kernel/uuid.ts'
import type { Tx } from '../verb.ts'
import { insertRow } from '../write-row.server.ts'
import { queueMail } from './mail-queue.server.ts'

type At = { readonly tx: Tx; readonly clock: Clock }

/** The record that a delivery is about. */
export type DeliveredRecord = { readonly entity: string; readonly id: string }

export type Ended = {
  readonly id: string
  readonly fact_key: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly user_id: string | null
  readonly record: DeliveredRecord | null
  readonly reason: string
}

type Facts = {
  readonly human_id: string | null
  readonly provider_id: string | null
  readonly agency_id: string | null
  readonly business_id: string | null
}
const unknown: Facts = { human_id: null, provider_id: null, agency_id: null, business_id: null }

async function factsOf(tx: Tx, record: DeliveredRecord | null): Promise<Facts> {
  if (record === null || !isUuid(record.id)) return unknown
  const { table } = sourceAt(catalog(), record.entity)
  const row = await tx.row<Facts>(
    `select r ->> 'human_id' as human_id, r ->> 'provider_id' as provider_id, r ->> 'agency_id' as agency_id,
       r ->> 'business_id' as business_id
     from (select to_jsonb(t) as r from ${table} t where t.id = $1) x`,
    [record.id],
  )
  return row ?? unknown
}

/** The sender of a written mail or of a document: its people read the delivery. */
function sentBy({ record, payload }: Ended, { business_id }: Facts) {
  if (record?.entity === 'platform.communication' && business_id !== null)
    return { sender_business_id: business_id, communication_id: record.id }
  const { sender_business_id } = payload
  return {
    sender_business_id: typeof sender_business_id === 'string' ? sender_business_id : null,
    communication_id: null,
  }
}

/** A row with both an end and a last error was never delivered. */
export async function endDelivery(at: At, ended: Ended): Promise<void> {
  const { tx, clock } = at
  const open = await tx.run(
    `update platform.outbox set delivered_at = $2, attempts = attempts + 1, last_error = $3, payload = payload - 'one_time_link'
     where id = $1 and delivered_at is null`,
    [ended.id, clock.now(), ended.reason.slice(0, 1000)],
  )
  if (open === 0) return
  const facts = await factsOf(tx, ended.record)
  const name = facts.human_id ?? 'a record'
  const { to } = ended.payload
  if (typeof to === 'string' && to.trim() !== '')
    await insertRow(
      tx,
      mail,
      {
        id: newUuid(clock),
        fact_key: ended.fact_key,
        to: to.trim().toLowerCase(),
        subject: `Not sent: ${name}`,
        body_text: ended.reason,
        status: 'failed',
        parent_entity: ended.record?.entity ?? null,
        parent_id: ended.record?.id ?? null,
        provider_id: facts.provider_id,
        agency_id: facts.agency_id,
        error: ended.reason.slice(0, 1000),
        answer: null,
        next_try_at: null,
        ...sentBy(ended, facts),
        created_at: clock.now(),
        updated_at: clock.now(),
      },
      'on conflict (fact_key) do nothing',
    )
  if (ended.user_id !== null) await tellSender(at, ended.user_id, ended, name, facts)
}

/** One mail and one notice for all recipients of a record on one day. */
async function tellSender(
  { tx, clock }: At,
  user_id: string,
  { fact_key, record, reason }: Ended,
  name: string,
  { provider_id, agency_id }: Facts,
): Promise<void> {
  const sender = await tx.row<{ email: string }>(
    `select lower(email) as email from platform."user" where id = $1`,
    [user_id],
  )
  if (!sender) return
  const title = `Not sent: ${name}`
  const message = `Mails about ${name} were not sent and are not tried again. Reason: ${reason}.`
  const { is_new } = await queueMail(
    { tx, clock },
    {
      fact_key: `not-sent:${record ? `${record.entity}:${record.id}` : fact_key}:${user_id}:${clock.today()}`,
      to: sender.email,
      subject: title,
      body_text: message,
      ...(record ? { parent: record } : {}),
      provider_id,
      agency_id,
    },
  )
  if (!is_new) return
  await insertRow(tx, notification_log, {
    id: newUuid(clock),
    user_id,
    title,
    message,
    link: null,
    read_at: null,
    created_at: clock.now(),
    ...plainNotice('message'),
    fact_key: `message:${newUuid(clock)}`,
  })
}
