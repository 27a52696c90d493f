/** Which schedule of statements holds for which client, and when each was last sent one. */
import type { ReadRow } from '#entity/new-row.ts'
import type { Clock } from '#kernel/clock.ts'
import { addDays, day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import type { client_statement_schedule } from './credit.entity.ts'
import type { Standing, StatementFrequency } from './statement-schedule.rules.ts'

type ClientStanding = {
  readonly agency_id: string
  readonly client_id: string
  readonly standing: Standing
}

type Row = ReadRow<
  typeof client_statement_schedule,
  'agency_id client_id weekday day_of_month paused_until'
> & {
  readonly agency_day: number | null
  readonly frequency: StatementFrequency | null
  /** The last day on which the schedule, of agency or client, was set or taken away. */
  readonly changed_on: string | null
  readonly last_sent: string | null
}

/** Of one client of one agency, or of all that have a schedule. */
export async function readStandings(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  of: { readonly agency_id: string; readonly client_id: string } | null = null,
): Promise<ClientStanding[]> {
  const rows = await tx.rows<Row>(
    `select s.to_business_id as agency_id, s.from_business_id as client_id, a.day_of_month as agency_day, o.frequency, o.weekday,
       o.day_of_month, o.paused_until,
       greatest((a.created_at at time zone 'Europe/London')::date, c.changed_on) as changed_on,
       (select max(h.on_date) from transaction.chase h
        where h.agency_id = s.to_business_id and h.client_id = s.from_business_id and h.kind = 'statement') as last_sent
     from business.service s
     left join business.statement_schedule a on a.agency_id = s.to_business_id and a.deleted_at is null
     left join business.client_statement_schedule o
       on o.agency_id = s.to_business_id and o.client_id = s.from_business_id and o.deleted_at is null
     left join lateral (
       select max((coalesce(k.deleted_at, k.created_at) at time zone 'Europe/London')::date) as changed_on
       from business.client_statement_schedule k
       where k.agency_id = s.to_business_id and k.client_id = s.from_business_id) c on true
     where s.type = 'client-agency' and s.deleted_at is null and s.status <> 'deleted'
       and ($1::uuid is null or s.to_business_id = $1) and ($2::uuid is null or s.from_business_id = $2)
       and ($2::uuid is not null or a.id is not null or o.id is not null)`,
    [of?.agency_id ?? null, of?.client_id ?? null],
  )
  return rows.map((row) => ({
    agency_id: row.agency_id,
    client_id: row.client_id,
    standing: {
      agency_day: row.agency_day,
      own:
        row.frequency === null
          ? null
          : {
              frequency: row.frequency,
              weekday: row.weekday,
              day_of_month: row.day_of_month,
              paused_until: row.paused_until === null ? null : day(row.paused_until),
            },
      // From the day after: a schedule set on its own day means the next time.
      since: addDays(row.changed_on === null ? clock.today() : day(row.changed_on), 1),
      last_sent: row.last_sent === null ? null : day(row.last_sent),
    },
  }))
}
