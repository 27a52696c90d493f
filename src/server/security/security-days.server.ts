/**
 * Keeps the security log in the audit chains: each day's events of a provider are counted and hashed into one audit row,
 * and verify counts and hashes them again.
 */
import { addDays, type Day, day } from '#kernel/day.ts'
import type { AuditEntry, Tx } from '../verb.ts'

const ENTITY = 'log.security_event'

type Part = { readonly count: number; readonly sha256: string }
/** Refusals leave earlier than the rest, so each part has a hash of its own. */
type KeptDay = { readonly day: Day; readonly ok: Part; readonly refused: Part }

/** Moments as numbers, so that they read the same in every session. */
const hashing = `
  select count(*)::int as count, encode(sha256(convert_to(coalesce(string_agg(
      jsonb_strip_nulls(to_jsonb(e) - 'at' || jsonb_build_object('at', extract(epoch from e.at)))::text, E'\\n' order by e.id), ''),
    'UTF8')), 'hex') as sha256
  from log.security_event e
  where e.provider_id = $1 and (e.outcome = 'ok') = $3
    and e.at >= ($2::date)::timestamp at time zone 'Europe/London'
    and e.at < ($2::date + 1)::timestamp at time zone 'Europe/London'`

async function partOf(tx: Tx, provider_id: string, of: Day, is_ok: boolean): Promise<Part> {
  const part = await tx.row<Part>(hashing, [provider_id, of, is_ok])
  return part ?? { count: 0, sha256: '' }
}

/** Days that are over since the last kept one; yesterday may still have a late row. */
const waiting = `
  select distinct e.provider_id, ((e.at at time zone 'Europe/London')::date)::text as day
  from log.security_event e
  where e.at < ($1::date - 1)::timestamp at time zone 'Europe/London'
    and (e.at at time zone 'Europe/London')::date > coalesce(
      (select max((a.new_values ->> 'day')::date) from log.audit a
       where a.entity = '${ENTITY}' and a.entity_id = e.provider_id), '-infinity')
  order by 2`

/** @returns the audit entries of days not kept yet, by provider */
export async function keepSecurityDays(
  tx: Tx,
  today: Day,
): Promise<ReadonlyMap<string, readonly AuditEntry[]>> {
  const kept = new Map<string, AuditEntry[]>()
  for (const row of await tx.rows<{ provider_id: string | null; day: string }>(waiting, [today])) {
    const { provider_id } = row
    if (provider_id === null) continue
    const of = day(row.day)
    const new_values: KeptDay = {
      day: of,
      ok: await partOf(tx, provider_id, of, true),
      refused: await partOf(tx, provider_id, of, false),
    }
    const entry = { entity: ENTITY, entity_id: provider_id, new_values: { ...new_values } }
    kept.set(provider_id, [...(kept.get(provider_id) ?? []), entry])
  }
  return kept
}

const REFUSED_DAYS = 90
const OK_DAYS = 400

/** Names the days whose events differ from the nightly hashes; empty when all are intact. */
export async function verifySecurityDays(tx: Tx, today: Day, most: number): Promise<string[]> {
  const rows = await tx.rows<{ provider_id: string; kept: KeptDay }>(
    `select entity_id as provider_id, new_values as kept from log.audit
     where entity = $1 and (new_values ->> 'day')::date > $2::date order by id`,
    [ENTITY, addDays(today, -OK_DAYS)],
  )
  const broken: string[] = []
  for (const { provider_id, kept } of rows) {
    if (broken.length >= most) break
    const parts = [['ok', kept.ok, OK_DAYS] as const, ['refused', kept.refused, REFUSED_DAYS] as const]
    for (const [name, part, days] of parts) {
      if (kept.day <= addDays(today, -days)) continue
      const now = await partOf(tx, provider_id, kept.day, name === 'ok')
      if (now.count !== part.count || now.sha256 !== part.sha256)
        broken.push(
          `security events (${name}) of ${kept.day}: ${now.count} are there, the night kept ${part.count} of them as they were`,
        )
    }
  }
  return broken
}

/** Deletes expired events; the table's trigger refuses all others. */
export const spent_security_events = `delete from log.security_event where at < now() -
  case when outcome = 'ok' then interval '${OK_DAYS} days' else interval '${REFUSED_DAYS} days' end`
