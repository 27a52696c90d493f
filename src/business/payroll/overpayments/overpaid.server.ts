/** Reads the sums that workers owe of pay that was too much, with the plans that take them back. */
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import type { RecoveryPlan } from '../engine/overpayment.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import type { OverpaidFacts } from './overpaid-slip.rules.ts'
import type { Left } from './overpayment-settlement.rules.ts'

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

/** Held until the end: no pay run and no other person settles the same sums meanwhile. @returns the sums left */
export async function lockOverpaid(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Pence>> {
  for (const id of [...ids].toSorted()) await lockKey(tx, 'overpayment', id)
  const found = await overpaidOf(
    tx,
    ids.map((id) => ({ id })),
  )
  return new Map([...found].map(([id, { left }]) => [id, left]))
}

/** The sums left of all payslips, and of paid ones. */
export async function leftOf(tx: Tx, employment_id: string): Promise<Left> {
  const row = await tx.row<{ left: string; left_paid: string }>(
    `select coalesce(sum(o.amount), 0)::text as left,
       coalesce(sum(o.amount) filter (where p.id is null or p.status = 'paid'), 0)::text as left_paid
     from transaction.overpayment o left join transaction.payslip p on p.id = o.payslip_id
     where o.employment_id = $1 and o.status = 'done' and o.deleted_at is null`,
    [employment_id],
  )
  return { left: readPence(row?.left ?? '0'), left_paid: readPence(row?.left_paid ?? '0') }
}

type Books = { readonly principal_id: string; readonly paye_scheme_id: string; readonly payroll_id: string }

/** The books in which the worker of the employment owes most. */
export async function booksOf(tx: Tx, employment_id: string): Promise<Books> {
  const row = await tx.row<Books>(
    `select e.paye_scheme_id, e.payroll_id, coalesce((select a.principal_id from ledger.account a join ledger.posting g on g.account_id = a.id
         where a.kind = 'worker_overpayment' and a.business_id = e.contractor_id
         group by 1 order by sum(g.amount) desc, 1 limit 1), e.provider_id) as principal_id
     from business.employment e where e.id = $1`,
    [employment_id],
  )
  return present(row, 'the employment')
}
