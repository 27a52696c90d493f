/** The hours that a refinement corrects, and the hours that it asks for. */

import type { ReadRow } from '#entity/new-row.ts'
import { toNumericText } from '#kernel/rate.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { Entry } from '../rates/units.rules.ts'
import type { timesheet_detail } from './timesheet.entity.ts'
import type { TimesheetRow } from './timesheet-records.server.ts'
import { priceEntries } from './write-timesheet-details.server.ts'

/** A cell in force, with the rates of its invoice. */
export type WorkedCell = ReadRow<
  typeof timesheet_detail,
  'date group_id rate_name unit_type contractor_rate_id client_rate_id contractor_rate' | 'client_rate units'
>

/** The original first, then its differences as they were numbered, under its lock. */
const by_number = 't.refines_id is not null, length(t.human_id), t.human_id'

/** The hours of a timesheet with all its differences, cell by cell. */
function readWorked(tx: Tx, timesheet_id: string): Promise<WorkedCell[]> {
  return tx.rows<WorkedCell>(
    `select d.date, d.group_id, (array_agg(d.rate_name order by ${by_number}))[1] as rate_name,
       (array_agg(d.unit_type order by ${by_number}))[1] as unit_type,
       (array_agg(d.contractor_rate_id order by ${by_number}))[1] as contractor_rate_id,
       (array_agg(d.client_rate_id order by ${by_number}))[1] as client_rate_id,
       (array_agg(d.contractor_rate order by ${by_number}))[1] as contractor_rate,
       (array_agg(d.client_rate order by ${by_number}))[1] as client_rate, sum(d.units) as units
     from transaction.timesheet t
     join transaction.timesheet_detail d on d.timesheet_id = t.id and d.deleted_at is null
     where t.deleted_at is null and (t.id = $1 or t.refines_id = $1) and t.status = 'approved'
     group by d.date, d.group_id order by d.date, d.group_id`,
    [timesheet_id],
  )
}

export type Hours = { readonly worked: readonly WorkedCell[]; readonly wanted: readonly WorkedCell[] }

/** Both, priced: the invoiced hours at the rates of their invoices, the others at today's. @throws invalid */
export async function readHours(
  context: VerbContext,
  sheet: TimesheetRow,
  details: readonly Entry[],
): Promise<Hours> {
  const wanted = (await priceEntries(context, sheet, details)).map(
    (cell): WorkedCell => ({
      date: cell.date,
      group_id: cell.group_id,
      rate_name: cell.contractor.name,
      unit_type: cell.contractor.value_text,
      contractor_rate_id: cell.contractor.id,
      client_rate_id: cell.client.id,
      contractor_rate: toNumericText(cell.contractor.value_numeric),
      client_rate: toNumericText(cell.client.value_numeric),
      units: toNumericText(cell.units),
    }),
  )
  return { worked: await readWorked(context.tx, sheet.id), wanted }
}
