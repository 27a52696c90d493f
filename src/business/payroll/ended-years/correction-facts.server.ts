/** Facts of a correction of a tax year: the worker's last pay run in it, and the returns that HMRC has. */
import type { Day } from '#kernel/day.ts'
import { formatDay } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import type { FpsEmployee } from '../returns/fps.rules.ts'
import { readFpsEmployees } from '../returns/read-fps.server.ts'
import { payOfBureau } from './year-correction.rules.ts'

export type LastRun = { readonly id: string; readonly pay_day: Day }

/** Statuses of a return that HMRC has. */
const is_filed = `('accepted', 'filed_outside')`

/** The last run of the employment in the year; has its return been filed? */
export const lastRun = ({ tx }: Pick<VerbContext, 'tx'>, employment_id: string, tax_year: number) =>
  tx.row<LastRun & { readonly human_id: string; readonly is_filed: boolean }>(
    `select r.id, r.pay_day, r.human_id, exists (select from transaction.rti_submission s where s.pay_run_id = r.id
       and s.status in ${is_filed}) as is_filed
     from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id
     where p.employment_id = $1 and p.payslip_id is not null and r.tax_year = $2 order by r.pay_day desc limit 1`,
    [employment_id, tax_year],
  )

/** The worker with the facts that a return of this run states. */
export async function employeeOf(
  { tx }: VerbContext,
  employment_id: string,
  run: LastRun,
): Promise<FpsEmployee | undefined> {
  const [employee] = await readFpsEmployees(tx, run, employment_id)
  return employee
}

/** @throws precondition while HMRC lacks a return of the year, or pay of it came from elsewhere */
export async function requireReported(
  context: VerbContext,
  employment_id: string,
  tax_year: number,
): Promise<LastRun> {
  const name = taxYearName(tax_year)
  const last = await lastRun(context, employment_id, tax_year)
  if (last === undefined) throw precondition(`No pay run paid this employment in the tax year ${name}`)
  if (!last.is_filed)
    throw precondition(`The Full Payment Submission of pay run ${last.human_id} is not filed: file it first`)
  const open = await context.tx.row<{ created_at: Day }>(
    `select (c.created_at at time zone 'Europe/London')::date as created_at from transaction.year_correction c
     where c.employment_id = $1 and c.tax_year = $2 and not exists (select from transaction.rti_submission s
       where s.year_correction_id = c.id and s.status in ${is_filed}) limit 1`,
    [employment_id, tax_year],
  )
  if (open)
    throw precondition(
      `The return of the correction of ${formatDay(open.created_at)} is not filed: file it first`,
    )
  const employee = await employeeOf(context, employment_id, last)
  if (employee?.has_outside_pay) throw precondition(payOfBureau(name))
  return last
}
