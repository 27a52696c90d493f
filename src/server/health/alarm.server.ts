/** Alarms of the running product: kept in log.alarm, told to the provider's administrators by mail. */
import type { Clock } from '#kernel/clock.ts'
import { formatInstant, instant } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Database } from '../database.ts'
import { queueMail } from '../mail/mail-queue.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { type AlarmFacts, type AlarmName, alarms, alarmsNow, TELL_AGAIN_HOURS } from './alarm.rules.ts'
import { type OutboxAge, oldestOf, outbox_ages } from './outbox-age.ts'

export const ALARM_MS = 60_000

type Within = { readonly tx: Tx; readonly clock: Clock }
type Raised = { id: string; name: AlarmName; since: string; is_due: boolean }
type Own = Pick<AlarmFacts, 'running_s' | 'disk_free_ratio'>
type Facts = Own & Pick<AlarmFacts, 'backup' | 'certificate_days'>

async function readFacts(tx: Tx, own: Facts): Promise<AlarmFacts> {
  const broken = await tx.rows<{ what: string }>(
    `select check_id || ': ' || says || E'\\n  ' || array_to_string(broken, E'\\n  ') as what
     from platform.check_result where cardinality(broken) > 0 order by check_id, says`,
  )
  const checked = await tx.row<Pick<AlarmFacts, 'unchecked_s'>>(
    'select extract(epoch from now() - max(changed_at))::int as unchecked_s from platform.check_result',
  )
  return {
    ...own,
    broken: broken.map(({ what }) => what),
    unchecked_s: checked?.unchecked_s ?? null,
    outbox_oldest_s: oldestOf(await tx.rows<OutboxAge>(outbox_ages)),
  }
}

/** Addresses of the administrators of every provider of this installation. */
async function administrators(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ email: string }>(
    `select distinct lower(email) as email from business.business_contact
     where is_active and deleted_at is null and 'provider_admin' = any(roles) order by 1`,
  )
  return rows.map(({ email }) => email)
}

async function tell({ tx, clock }: Within, fact: string, subject: string, body_text: string): Promise<void> {
  for (const to of await administrators(tx))
    await queueMail({ tx, clock }, { fact_key: `alarm:${fact}:${to}`, to, subject, body_text })
}

async function raise(within: Within, name: AlarmName, value: string): Promise<void> {
  const { tx, clock } = within
  const id = newUuid(clock)
  await tx.run('insert into log.alarm (id, name, since, value, told_at) values ($1, $2, $3, $4, $3)', [
    id,
    name,
    clock.now(),
    value,
  ])
  await tell(within, `${id}:begins`, alarms[name], value)
}

async function again(within: Within, alarm: Raised, value: string): Promise<void> {
  const { tx, clock } = within
  await tx.run(
    `update log.alarm set value = $2, told_at = case when $3 then $4 else told_at end where id = $1`,
    [alarm.id, value, alarm.is_due, clock.now()],
  )
  if (alarm.is_due) await tell(within, `${alarm.id}:${clock.now()}`, `${alarms[alarm.name]}, still`, value)
}

async function end(within: Within, { id, name, since }: Raised): Promise<void> {
  await within.tx.run('update log.alarm set until = $2 where id = $1', [id, within.clock.now()])
  await tell(
    within,
    `${id}:ends`,
    `${alarms[name]}: over`,
    `It began on ${formatInstant(instant(since))} and is over.`,
  )
}

/** Raises, repeats and ends alarms. One process does it at a time. @returns the alarms that last */
export function judgeAlarms(
  { database, clock }: { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock },
  { backup = null, certificate_days = null, ...own }: Own & Partial<Facts>,
): Promise<readonly AlarmName[]> {
  return inTransaction(database, async (tx) => {
    await tx.run(`select pg_advisory_xact_lock(hashtext('stint alarms'))`)
    const within = { tx, clock }
    const now = alarmsNow(await readFacts(tx, { ...own, backup, certificate_days }))
    const raised = await tx.rows<Raised>(
      `select id, name, since, told_at <= $1::timestamptz - make_interval(hours => ${TELL_AGAIN_HOURS}) as is_due
       from log.alarm where until is null for update`,
      [clock.now()],
    )
    for (const alarm of raised) {
      const value = now.get(alarm.name)
      if (value === undefined) await end(within, alarm)
      else await again(within, alarm, value)
    }
    const known = new Set(raised.map(({ name }) => name))
    for (const [name, value] of now) if (!known.has(name)) await raise(within, name, value)
    return [...now.keys()]
  })
}
