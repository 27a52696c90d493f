/** Facts of a correction of a tax year: the worker's last pay run in it, and the returns that HMRC has. */

import type { Day } from '#kernel/day.ts'
import { formatDay } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import type { FpsEmployee } from '../returns/fps.rules.ts'
import { readFpsEmployees } from '../returns/read-fps.server.ts'

export type LastRun = { readonly id: string; readonly pay_day: Day }

/** The last run of the employment in the year, with its return. */
export const lastRun = ({ tx }: Pick<VerbContext, 'tx'>, employment_id: string, tax_year: number) =>
  tx.row<LastRun & { readonly human_id: string; readonly has_left: boolean }>(
    `select r.id, r.pay_day, r.human_id, exists (select from transaction.rti_submission s where s.pay_run_id = r.id
       and s.status in ('accepted', 'filed_outside')) as has_left
     from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id
     where p.employment_id = $1 and p.payslip_id is not null and r.tax_year = $2 order by r.pay_day desc limit 1`,
    [employment_id, tax_year],
  )

type Employed = { readonly id: string; readonly contractor_id: string }

/** The worker as the return of the year's last pay day tells of them. */
export async function employeeOf(
  { tx }: VerbContext,
  { contractor_id }: Employed,
  run: LastRun,
): Promise<FpsEmployee | undefined> {
  const employees = await readFpsEmployees(tx, run)
  return employees.find((one) => one.contractor_id === contractor_id)
}

/** @throws precondition while HMRC lacks a return of the year, or pay of it came from elsewhere */
export async function requireReported(
  context: VerbContext,
  employment: Employed,
  tax_year: number,
): Promise<LastRun> {
  const name = taxYearName(tax_year)
  const last = await lastRun(context, employment.id, tax_year)
  if (last === undefined) throw precondition(`No pay run paid this employment in the tax year ${name}`)
  if (!last.has_left)
    throw precondition(`The Full Payment Submission of pay run ${last.human_id} is not filed: file it first`)
  const open = await context.tx.row<{ created_at: Day }>(
    `select (c.created_at at time zone 'Europe/London')::date as created_at from transaction.year_correction c
     where c.employment_id = $1 and c.tax_year = $2 and not exists (select from transaction.rti_submission s
       where s.year_correction_id = c.id and s.status in ('accepted', 'filed_outside')) limit 1`,
    [employment.id, tax_year],
  )
  if (open)
    throw precondition(
      `The return of the correction of ${formatDay(open.created_at)} is not filed: file it first`,
    )
  const employee = await employeeOf(context, employment, last)
  if (employee?.has_outside_pay)
    throw precondition(
      `Pay of the tax year ${name} came from a bureau, so that the figures to date are not known`,
    )
  return last
}
