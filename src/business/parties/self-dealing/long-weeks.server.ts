/** Weeks with more hours than a person works, over all timesheets of the worker: held until the provider accepts the flag (decision 0194). */
import type { Tx } from '#server/verb.ts'
import { type Flag, hours_most, hours_of } from './flag.rules.ts'

const hours = `case long_day.unit_type when 'hourly' then long_day.units when 'daily' then long_day.units * ${hours_of.daily} else 0 end`
const week = `date_trunc('week', long_day.date::timestamp)`

/** The order in which timesheets were submitted. A draft comes last. */
const turn = (sheet: string): string =>
  `(case when ${sheet}.status in ('draft', 'rejected') then 'infinity' else coalesce(${sheet}.submitted_date, ${sheet}.created_at) end, ${sheet}.id)`

/** Was the timesheet `other` of the same worker submitted before `own`, in a week of `own`? */
export const besideSql = (own: string, other: string): string =>
  `(${other}.contractor_id = ${own}.contractor_id and ${other}.id <> ${own}.id and ${other}.deleted_at is null
     and ${other}.status in ('submitted', 'approved', 'suspense') and ${turn(other)} < ${turn(own)}
     and ${other}.end_date >= date_trunc('week', ${own}.start_date::timestamp)
     and ${other}.start_date < date_trunc('week', ${own}.end_date::timestamp) + interval '7 days')`

/**
 * The words of `longWeeks` (flag.rules.ts). A week counts the timesheets that were submitted before this one, also of other
 * placements, so that the later one waits. Those of other agencies do not count: the hold would tell of them. The aliases
 * are this statement's own.
 */
const longWeeksSql = (timesheet_id: string): string =>
  `select trim_scale(trunc(sum(${hours}), 4)) || ' hours in the week of ' || to_char(${week}, 'DD Mon YYYY')
     || case when count(distinct long_sheet.id) > 1 then ' over ' || count(distinct long_sheet.id) || ' timesheets' else '' end
     || ', more than ${hours_most}' as facts
   from transaction.timesheet long_own
   join transaction.timesheet long_sheet on long_sheet.contractor_id = long_own.contractor_id
     and long_sheet.agency_id = long_own.agency_id and long_sheet.deleted_at is null
     and (long_sheet.id = long_own.id or ${besideSql('long_own', 'long_sheet')})
   join transaction.timesheet_detail long_day on long_day.timesheet_id = long_sheet.id
     and long_day.deleted_at is null and long_day.units <> 0
   where long_own.id = ${timesheet_id} group by ${week}
   having sum(${hours}) > ${hours_most} and sum(${hours}) filter (where long_sheet.id = long_own.id) > 0`

/** Does the timesheet with this id have such a week that nobody of the provider has accepted? */
export const hasLongWeekSql = (timesheet_id: string): string =>
  `exists (select from (${longWeeksSql(timesheet_id)}) long_week
     where not exists (select from business.risk_flag long_flag where long_flag.entity = 'transaction.timesheet'
       and long_flag.entity_id = ${timesheet_id} and long_flag.rule = 'long_hours' and long_flag.facts = long_week.facts))`

export async function longWeekFlags(tx: Tx, timesheet_id: string): Promise<Flag[]> {
  const rows = await tx.rows<Pick<Flag, 'facts'>>(`${longWeeksSql('$1')} order by ${week}`, [timesheet_id])
  return rows.map(({ facts }) => ({ rule: 'long_hours', facts }))
}
