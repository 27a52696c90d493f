/** The figures that payroll's new figures correct. */
import type { Tx } from '#server/verb.ts'
import type { PayrollSheet } from './payroll-adjustment.rules.ts'

type Row = Omit<PayrollSheet, 'former'> & {
  readonly id: string
  readonly pay_day: NonNullable<PayrollSheet['former']>['pay_day'] | null
  readonly gross_pay: string
  readonly net_pay: string
  readonly cost: string
}

/**
 * By timesheet. The former figures are those of the latest earlier version; for a difference, of its original.
 * Refinements are numbered under the lock of their timesheet.
 */
export async function readPayrollSheets(
  tx: Tx,
  timesheet_ids: readonly string[],
): Promise<ReadonlyMap<string, PayrollSheet>> {
  const rows = await tx.rows<Row>(
    `select t.id, t.version, r.id as refinement_id, (r.created_at at time zone 'Europe/London')::date as refined_on,
       t.refines_id is not null as is_difference, t.total_units < 0 as is_reduction, f.pay_day, f.gross_pay, f.net_pay,
       f.employer_ni + f.employer_pension + f.apprenticeship_levy + f.holiday_pay_retained as cost
     from transaction.timesheet t
     left join lateral (
       select o.id, o.created_at from transaction.refinement o
       where o.deleted_at is null and case when t.refines_id is null
         then o.transaction_id = t.id and o.mode = 'full' and t.version > 1 else o.id = t.refinement_id end
       order by length(o.human_id) desc, o.human_id desc limit 1) r on true
     left join lateral (
       select p.* from transaction.payroll_figure p
       where p.deleted_at is null and p.timesheet_id = coalesce(t.refines_id, t.id)
         and (t.refines_id is not null or p.version < t.version)
       order by p.version desc limit 1) f on true
     where t.id = any ($1)`,
    [timesheet_ids],
  )
  return new Map(
    rows.map(({ id, pay_day, gross_pay, net_pay, cost, ...sheet }) => [
      id,
      { ...sheet, former: pay_day === null ? null : { pay_day, gross_pay, net_pay, cost } },
    ]),
  )
}
