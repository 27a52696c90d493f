/** Timesheets with more hours in a week than a person works: held until the provider accepts the flag (decision 0187). */
import type { Tx } from '#server/verb.ts'
import { type Flag, hours_most, hours_of } from './flag.rules.ts'

const hours = `sum(case long_day.unit_type when 'hourly' then long_day.units when 'daily' then long_day.units * ${hours_of.daily} else 0 end)`
const week = `date_trunc('week', long_day.date::timestamp)`

/** The words of `unusualTime` (flag.rules.ts). The aliases are this statement's own. */
const longWeeksSql = (timesheet_id: string): string =>
  `select trim_scale(trunc(${hours}, 4)) || ' hours in the week of ' || to_char(${week}, 'DD Mon YYYY') || ', more than ${hours_most}' as facts
   from transaction.timesheet_detail long_day
   where long_day.timesheet_id = ${timesheet_id} and long_day.deleted_at is null group by ${week} having ${hours} > ${hours_most}`

/** Does the timesheet with this id have such a week that nobody of the provider has accepted? */
export const hasLongWeekSql = (timesheet_id: string): string =>
  `exists (select from (${longWeeksSql(timesheet_id)}) long_week
     where not exists (select from business.risk_flag long_flag where long_flag.entity = 'transaction.timesheet'
       and long_flag.entity_id = ${timesheet_id} and long_flag.rule = 'long_hours' and long_flag.facts = long_week.facts))`

export async function longWeekFlags(tx: Tx, timesheet_id: string): Promise<Flag[]> {
  const rows = await tx.rows<Pick<Flag, 'facts'>>(`${longWeeksSql('$1')} order by ${week}`, [timesheet_id])
  return rows.map(({ facts }) => ({ rule: 'long_hours', facts }))
}
