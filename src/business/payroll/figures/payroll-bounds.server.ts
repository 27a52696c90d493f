/** The facts behind the bounds of payroll figures. */
import type { Day } from '#kernel/day.ts'
import { day } from '#kernel/day.ts'
import { currency, type Money, parseMoney, sum, zero } from '#kernel/money.ts'
import { amountOf, rate, sumUnits, units } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import type { WorkUnits } from '../../invoices/read-work.server.ts'
import { minimumWage } from '../../rates/minimum-wage.rules.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import type { TimesheetRow } from '../../timesheets/timesheet-records.server.ts'
import type { BoundFacts } from './payroll-bounds.rules.ts'

type Births = ReadonlyMap<string, Day | null>

/** Birth dates of the timesheets' workers, by timesheet. */
export async function readBirths(tx: Tx, timesheet_ids: readonly string[]): Promise<Births> {
  const rows = await tx.rows<{ id: string; date_of_birth: string | null }>(
    `select t.id, i.date_of_birth from transaction.timesheet t
     join business.business k on k.id = t.contractor_id left join business.individual i on i.id = k.individual_id
     where t.id = any ($1)`,
    [timesheet_ids],
  )
  return new Map(
    rows.map(({ id, date_of_birth }) => [id, date_of_birth === null ? null : day(date_of_birth)]),
  )
}

/** Income tax of the worker's other work at this agency that payroll took since 6 April. */
export async function readTaxToDate(tx: Tx, sheet: TimesheetRow, pay_day: Day): Promise<Money> {
  const code = currency(sheet.currency)
  const row = await tx.row<{ tax: string }>(
    `select coalesce(sum(f.income_tax), 0)::text as tax from (
       select distinct on (p.timesheet_id) p.income_tax from transaction.payroll_figure p
       where p.contractor_id = $1 and p.agency_id = $2 and p.timesheet_id <> $3 and p.pay_day between $4 and $5
         and p.deleted_at is null
       order by p.timesheet_id, p.version desc) f`,
    [sheet.contractor_id, sheet.agency_id, sheet.id, taxYearStart(pay_day), pay_day],
  )
  return row ? parseMoney(row.tax, code) : zero(code)
}

/** The facts of one timesheet, as far as they follow from its work. */
export function boundFacts(
  sheet: TimesheetRow,
  worked: readonly WorkUnits[],
  born: Day | null,
  given: Pick<BoundFacts, 'year' | 'is_reduction' | 'tax_to_date'>,
): BoundFacts {
  const code = currency(sheet.currency)
  const is_hourly = worked.length > 0 && worked.every((one) => one.unit_type === 'hourly')
  return {
    ...given,
    hours: is_hourly ? sumUnits(worked.map((one) => units(one.units))) : null,
    minimum_wage: sheet.currency === 'GBP' ? minimumWage(born, day(sheet.start_date)) : null,
    wage_pay: null,
    client_net:
      worked.length === 0
        ? null
        : sum(
            code,
            worked.map((one) => amountOf(units(one.units), rate(one.client_rate), code)),
          ),
  }
}
