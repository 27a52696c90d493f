/** Work that was approved before its last worked day: nothing of it is advanced or paid until that day has passed (decision 0186). */
import type { Day } from '#kernel/day.ts'
import { day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'

/**
 * Days with time from `on` that were still ahead at the approval, of the timesheet with this id. The aliases are its own, so
 * that no name of a statement around it means another table here.
 */
const aheadSql = (timesheet_id: string, on: string): string =>
  `from transaction.timesheet ahead_work
   join transaction.timesheet_detail ahead_day on ahead_day.timesheet_id = ahead_work.id
     and ahead_day.deleted_at is null and ahead_day.units > 0
   where ahead_work.id = ${timesheet_id} and ahead_day.date >= ${on} and (ahead_work.approved_at is null
     or ahead_day.date > (ahead_work.approved_at at time zone 'Europe/London')::date)`

export const isUnworkedSql = (timesheet_id: string, on: string): string =>
  `exists (select ${aheadSql(timesheet_id, on)})`

/** The last worked day of each of these documents that waits for it on a day, by id. */
export async function readUnworked(
  tx: Tx,
  invoice_ids: readonly string[],
  on: Day,
): Promise<ReadonlyMap<string, Day>> {
  if (invoice_ids.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; last_day: string }>(
    `select i.id, l.last_day from transaction.invoice i
     cross join lateral (select max(ahead_day.date)::text as last_day ${aheadSql('i.timesheet_id', '$2::date')}) l
     where i.id = any ($1) and i.period_end >= $2::date and l.last_day is not null`,
    [invoice_ids, on],
  )
  return new Map(rows.map(({ id, last_day }) => [id, day(last_day)]))
}
