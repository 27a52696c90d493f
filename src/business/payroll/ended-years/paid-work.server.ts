/** Timesheets that were paid on a pay day of an ended tax year: a pay run pays their corrections, and no correction of the year does. */
import { type Day, formatDay } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import { displayMoney, GBP, parseMoney } from '#kernel/money.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { work_kinds } from '../../corrections/ended-pay.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import type { CorrectedKind } from './pay-correction.rules.ts'

type Paid = { readonly employment_id: string; readonly pay_day: Day }

/** Timesheets paid on the day, and their differences; `paid` are the timesheets that differences correct. */
const family = `with paid as (
    select distinct coalesce(t.refines_id, t.id) as id from transaction.payroll_figure f
    join transaction.pay_run_payslip c on c.payslip_id = f.payslip_id and c.withdrawn_as is null
    join transaction.timesheet t on t.id = f.timesheet_id
    where c.employment_id = $1 and f.pay_day = $2 and f.deleted_at is null),
  family as (
    select x.id, x.human_id, x.status, p.id as original_id from paid p
    join transaction.timesheet x on (x.id = p.id or x.refines_id = p.id) and x.deleted_at is null and x.status <> 'cancelled')`

/** A refinement locks its timesheet, too: of both at once, the second one meets the first. */
export async function lockPaidWork({ tx }: VerbContext, { employment_id, pay_day }: Paid): Promise<void> {
  await tx.rows(
    `${family} select t.id from transaction.timesheet t where t.id in (select id from family) order by t.id for update`,
    [employment_id, pay_day],
  )
}

type Asked = Paid & {
  readonly pay_kind: CorrectedKind
  readonly last: Day
  /** Below zero where too much was paid. */
  readonly amount: Pence
}

/** @throws precondition where a pay run of a later tax year pays the same work, or paid it (decision 0206) */
export async function requirePaidOnce(context: VerbContext, asked: Asked): Promise<void> {
  if (!work_kinds.some((kind) => kind === asked.pay_kind)) return
  const { tx } = context
  const { employment_id, pay_day, last, amount } = asked
  if (await takesBack(tx, asked)) return
  const waiting = await tx.row<{ human_id: string }>(
    `${family} select human_id from family where status <> 'approved' order by human_id limit 1`,
    [employment_id, pay_day],
  )
  if (waiting)
    throw precondition(
      `Timesheet ${waiting.human_id} corrects pay of ${formatDay(pay_day)}, and a pay run pays the difference once it is approved: the same work would be corrected twice`,
    )
  const later = await tx.row<{ human_id: string; pay_day: Day; change: string }>(
    `${family} select (select human_id from transaction.timesheet o where o.id = m.original_id) as human_id, max(f.pay_day) as pay_day,
       sum(coalesce(f.gross_change, f.gross_pay))::text as change
     from family m join transaction.payroll_figure f on f.timesheet_id = m.id and f.deleted_at is null and f.pay_day > $3::date
     group by m.original_id having sum(coalesce(f.gross_change, f.gross_pay)) <> 0 order by 1 limit 1`,
    [employment_id, pay_day, last],
  )
  if (later)
    throw precondition(
      `The pay run of ${formatDay(later.pay_day)} paid ${displayMoney(parseMoney(later.change, GBP))} for the correction of timesheet ${later.human_id}: refine the timesheet back first, or the same work would be corrected twice`,
    )
  if (amount > 0) await refuseLateWork(context, asked)
}

/** The opposite of the earlier corrections of the day: it leaves nothing that a pay run could pay twice. */
async function takesBack(tx: Tx, { employment_id, pay_day, amount }: Asked): Promise<boolean> {
  const made = await tx.row<{ amount: string }>(
    `select coalesce(sum(gross_pay), 0)::text as amount from transaction.year_correction
     where employment_id = $1 and kind = 'pay' and from_pay_day = $2 and pay_kind = any ($3)`,
    [employment_id, pay_day, work_kinds],
  )
  return readPence(made?.amount ?? '0') === -amount
}

/** Longer than any pay period. */
const PERIOD_DAYS = 35

/** Work of the pay period that a later tax year pays for the first time. @throws precondition */
async function refuseLateWork({ tx }: VerbContext, { employment_id, pay_day, last }: Asked): Promise<void> {
  const late = await tx.row<{ human_id: string }>(
    `select t.human_id from business.employment e
     join transaction.timesheet t on t.contractor_id = e.contractor_id and t.agency_id = e.agency_id and t.type in ('paye', 'payroll')
       and t.refines_id is null and t.deleted_at is null and t.status in ('submitted', 'suspense', 'approved')
       and t.end_date between $2::date - ${PERIOD_DAYS} and $2::date
       and coalesce((t.approved_at at time zone 'Europe/London')::date > $3::date, true)
     where e.id = $1 and not exists (select from transaction.payroll_figure f where f.timesheet_id = t.id and f.deleted_at is null
       and f.pay_day <= $3::date)
     order by t.human_id limit 1`,
    [employment_id, pay_day, last],
  )
  if (late)
    throw precondition(
      `Timesheet ${late.human_id} of the weeks before ${formatDay(pay_day)} is paid in a later tax year: correct that timesheet instead`,
    )
}
