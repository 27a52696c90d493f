/** Reads the sums that workers owe of pay that was too much, with the plans that take them back. */
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import type { RecoveryPlan } from '../engine/overpayment.rules.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import type { OverpaidFacts, OwedInBooks } from './overpaid-slip.rules.ts'
import { type LeftInBooks, mostOf } from './overpayment-settlement.rules.ts'

type Row = {
  readonly id: string
  readonly left: string
  readonly leave_date: Day | null
  readonly recovery_amount: string | null
  readonly recovery_percent: number | null
}

/** By employment. */
export async function overpaidOf(
  tx: Tx,
  employments: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, OverpaidFacts>> {
  const rows = await tx.rows<Row>(
    `select e.id, e.leave_date, e.recovery_amount, e.recovery_percent, coalesce((select sum(o.amount) from transaction.overpayment o
       where o.employment_id = e.id and o.status = 'done' and o.deleted_at is null), 0)::numeric(15,2)::text as left
     from business.employment e where e.id = any ($1)`,
    [employments.map(({ id }) => id)],
  )
  return new Map(
    rows.map((row) => [row.id, { left: readPence(row.left), plan: planOf(row), leave_date: row.leave_date }]),
  )
}

const planOf = ({ recovery_amount, recovery_percent }: Row): RecoveryPlan =>
  recovery_amount !== null
    ? { amount: readPence(recovery_amount) }
    : recovery_percent !== null
      ? { percent: recovery_percent }
      : null

/**
 * Held until the end: no pay run and no other person settles the same sums meanwhile.
 * @returns the sums left by books, for each employment that owes
 */
export async function lockOverpaid(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OwedInBooks>> {
  for (const id of [...ids].toSorted()) await lockKey(tx, 'overpayment', id)
  const rows = await tx.rows<{ employment_id: string; principal_id: string; left: string }>(
    `select o.employment_id, o.principal_id, sum(o.amount)::text as left from transaction.overpayment o
     where o.employment_id = any ($1) and o.status = 'done' and o.deleted_at is null group by 1, 2`,
    [ids],
  )
  return new Map(
    [...Map.groupBy(rows, ({ employment_id }) => employment_id)].map(([id, of]) => [
      id,
      new Map(of.map(({ principal_id, left }) => [principal_id, readPence(left)])),
    ]),
  )
}

/** The sums left by books, of all payslips and of paid ones; the books with most to settle first. */
export async function leftByBooks(tx: Tx, employment_id: string): Promise<readonly LeftInBooks[]> {
  const rows = await tx.rows<{ principal_id: string; left: string; left_paid: string }>(
    `select o.principal_id, coalesce(sum(o.amount), 0)::text as left,
       coalesce(sum(o.amount) filter (where p.id is null or p.status = 'paid'), 0)::text as left_paid
     from transaction.overpayment o left join transaction.payslip p on p.id = o.payslip_id
     where o.employment_id = $1 and o.status = 'done' and o.deleted_at is null group by 1 order by 1`,
    [employment_id],
  )
  return rows
    .map(({ principal_id, left, left_paid }) => ({
      principal_id,
      left: readPence(left),
      left_paid: readPence(left_paid),
    }))
    .toSorted((a, b) => mostOf(b) - mostOf(a))
}

type Payroll = { readonly paye_scheme_id: string; readonly payroll_id: string }

export async function payrollOf(tx: Tx, employment_id: string): Promise<Payroll> {
  const row = await tx.row<Payroll>(
    'select paye_scheme_id, payroll_id from business.employment where id = $1',
    [employment_id],
  )
  return present(row, 'the employment')
}
