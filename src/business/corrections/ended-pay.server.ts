/** Reads corrections of pay of ended tax years by the timesheets that were paid on their pay days. */
import { day } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import { displayMoney, GBP, parseMoney } from '#kernel/money.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { taxYearName } from '../shared/tax-year-start.rules.ts'
import { type EndedPay, refinedTwice, work_kinds } from './ended-pay.rules.ts'

type Row = {
  readonly timesheet_id: string
  readonly pay_day: string
  readonly tax_year: number
  readonly is_work: boolean
  readonly amount: string
}

const corrected = `y.from_pay_day as pay_day, y.tax_year, y.pay_kind = any ($2) as is_work, sum(y.gross_pay)::text as amount`

const endedPayOf = (rows: readonly Row[]): ReadonlyMap<string, readonly EndedPay[]> => {
  const found = rows.map(({ timesheet_id, pay_day, tax_year, is_work, amount }) => ({
    timesheet_id,
    pay_day: day(pay_day),
    tax_year: taxYearName(tax_year),
    is_work,
    amount: displayMoney(parseMoney(amount, GBP)),
  }))
  return Map.groupBy(found, ({ timesheet_id }) => timesheet_id)
}

/** Corrections of the pay days of these timesheets, or of those that they correct. An opposite correction leaves nothing. */
export const readEndedPay = async (tx: Tx, timesheet_ids: readonly string[]) =>
  endedPayOf(
    await tx.rows<Row>(
      `select t.id as timesheet_id, ${corrected}
       from transaction.timesheet t
       join lateral (select distinct f.pay_day, c.employment_id from transaction.timesheet x
         join transaction.payroll_figure f on f.timesheet_id = x.id and f.deleted_at is null
         join transaction.pay_run_payslip c on c.payslip_id = f.payslip_id and c.withdrawn_as is null
         where x.id = coalesce(t.refines_id, t.id) or x.refines_id = coalesce(t.refines_id, t.id)) p on true
       join transaction.year_correction y on y.employment_id = p.employment_id and y.kind = 'pay' and y.from_pay_day = p.pay_day
       where t.id = any ($1) group by 1, 2, 3, 4 having sum(y.gross_pay) <> 0 order by 1, 2, 4`,
      [timesheet_ids, work_kinds],
    ),
  )

/** Work of an ended tax year that is paid the first time, as an object of employments by timesheet: pay that was added since its first day. */
export const readAddedPay = async (tx: Tx, employment_of: Readonly<Record<string, string>>) =>
  endedPayOf(
    await tx.rows<Row>(
      `select t.id as timesheet_id, ${corrected}
       from transaction.timesheet t
       join transaction.year_correction y on y.employment_id = ($1::jsonb ->> t.id::text)::uuid and y.kind = 'pay'
         and y.from_pay_day >= t.start_date
       where t.id in (select jsonb_object_keys($1::jsonb)::uuid)
       group by 1, 2, 3, 4 having sum(y.gross_pay) > 0 order by 1, 2, 4`,
      [JSON.stringify(employment_of), work_kinds],
    ),
  )

/** The timesheet is locked, as it is while its ended pay is corrected. @throws precondition */
export async function refuseEndedPay({ tx }: VerbContext, id: string): Promise<void> {
  const sentence = refinedTwice((await readEndedPay(tx, [id])).get(id) ?? [])
  if (sentence !== null) throw precondition(sentence)
}
