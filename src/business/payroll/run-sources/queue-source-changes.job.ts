/** Tells the pay runs under way that a source of their figures changed: whichever verb, job or import changed it. */
import { fixedClock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import { writeOutbox } from '#server/mail/outbox-write.server.ts'
import type { Tx } from '#server/verb.ts'
import { type AuditedEntry, changeText, run_sources, sourcesOf } from './run-source.rules.ts'

export const SOURCES_TOPIC = 'pay_run_sources'

type Origin = {
  readonly viewer: { readonly user_id: string; readonly impersonator_user_id: string | null }
  readonly action_id: string
  readonly at: Instant
}

type Part = { readonly origin: Origin; readonly entries: readonly AuditedEntry[] }

/** Changes of one message; the job compares all facts, whatever the message names. */
const NAMED_MAX = 50

/** In the transaction of the change; nothing is written where no run under way concerns it. */
export async function queueSourceChanges(tx: Tx, parts: readonly Part[]): Promise<void> {
  for (const { origin, entries } of parts) {
    const sources = new Map(sourcesOf(entries).map((entry) => [entry.entity_id, entry]))
    if (sources.size > 0) await queue(tx, origin, sources)
  }
}

type Row = {
  readonly pay_run_id: string
  readonly agency_id: string
  readonly id: string
  readonly name: string
  readonly contractor_id: string | null
  readonly author: string | null
}

async function queue(tx: Tx, origin: Origin, sources: ReadonlyMap<string, AuditedEntry>): Promise<void> {
  const { viewer, action_id, at } = origin
  const rows = await concernedRuns(tx, origin, [...sources.values()])
  const clock = fixedClock(at)
  await writeOutbox(
    tx,
    [...Map.groupBy(rows, ({ pay_run_id }) => pay_run_id)].map(([pay_run_id, of]) => ({
      topic: SOURCES_TOPIC,
      fact_key: `${SOURCES_TOPIC}:${newUuid(clock)}`,
      payload: {
        pay_run_id,
        changes: of.slice(0, NAMED_MAX).map(({ id, name, contractor_id, author }) => ({
          contractor_id,
          what: changeText(sources.get(id) ?? { entity: '' }, action_id, name),
          by: author ?? 'Stint',
          at,
        })),
      },
      business_id: of[0]?.agency_id ?? null,
      impersonator_user_id: viewer.impersonator_user_id,
    })),
  )
}

/**
 * Runs under way with these facts. An open run counts too: a calculation may be reading the facts of before. Work
 * counts while it waits for its pay, while it is on a payslip of the run, and inside IR35, where its self-bill is a fee.
 */
function concernedRuns(tx: Tx, { viewer }: Origin, entries: readonly AuditedEntry[]): Promise<Row[]> {
  const entities = new Set(entries.map(({ entity }) => entity))
  const told = [...entities].flatMap((entity) => run_sources.get(entity)?.sql ?? [])
  return tx.rows<Row>(
    `with changed as (select * from unnest($1::text[], $2::uuid[]) as c (entity, id)), told as (${told.join(' union all ')})
     select r.id as pay_run_id, r.agency_id, t.id, t.name, t.contractor_id,
       (select coalesce(i.name || ' for ' || u.name, u.name) from platform."user" u
        left join platform."user" i on i.id = $4 where u.id = $3) as author
     from told t join transaction.pay_run r on r.status in ('open', 'calculated', 'checked')
       and (r.paye_scheme_id = t.paye_scheme_id or r.agency_id = t.agency_id)
     where t.id <> r.id and (t.timesheet_id is null
       or exists (select from transaction.timesheet s join business.employment e on e.contractor_id = s.contractor_id
         where s.id = t.timesheet_id and (s.status = 'suspense' or e.off_payroll) and e.paye_scheme_id = r.paye_scheme_id
           and e.pay_frequency = r.frequency and e.deleted_at is null and s.start_date <= r.pay_day)
       or exists (select from transaction.pay_run_payslip p where p.pay_run_id = r.id and p.contractor_id = t.contractor_id
         and p.withdrawn_as is null and p.shares ? t.timesheet_id::text))
     order by r.id, t.id`,
    [
      entries.map(({ entity }) => entity),
      entries.map(({ entity_id }) => entity_id),
      viewer.user_id,
      viewer.impersonator_user_id,
    ],
  )
}
