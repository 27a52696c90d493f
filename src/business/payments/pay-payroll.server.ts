/** Payroll's creditors in a payment batch. A client's debt holds none of them. */
import { type Day, formatDay } from '#kernel/day.ts'
import { equals, GBP, parseMoney } from '#kernel/money.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { firstDayOfNetPay } from './creditors/due-days.rules.ts'
import { due_columns, type PayrollDue, payCreditors } from './creditors/pay-creditors.server.ts'
import { payEmptySlips, paySlips } from './creditors/pay-slips.server.ts'
import type { RunFacts } from './documents/payable-documents.server.ts'
import { accountFault, payeeStandings } from './hold-payee.server.ts'
import type { BatchItem, BatchRow } from './load-batch.server.ts'
import type { LeftOut } from './pay-refunds.server.ts'
import { payment_batch_item } from './payment-batch.entity.ts'

/** Debts of a principal that are in no batch yet. */
const unpaid = `t.provider_id = $1 and t.principal_id = $2 and t.currency_id = $3 and t.status = 'due' and t.amount > 0
  and not exists (select from payment.payment_batch_item i where i.payroll_payment_id = t.id
    and i.status in ('included', 'held', 'paid'))`
const paramsOf = (run: RunFacts) => [run.provider_id, run.principal_id, run.currency_id, run.run_date]

/** Debts of payroll that are due by the run date and in no batch yet, locked. */
export function duePayroll(tx: Tx, run: RunFacts): Promise<PayrollDue[]> {
  return tx.rows<PayrollDue>(
    `select ${due_columns} from transaction.payroll_payment t
     where ${unpaid} and t.due_date <= $4 order by t.id for update of t`,
    paramsOf(run),
  )
}

/** The first day after the run date on which wages or another debt of payroll are due; null without one. */
export async function nextPayrollDay(tx: Tx, run: RunFacts): Promise<Day | null> {
  const next = await tx.row<{ due_date: Day | null }>(
    `select min(t.due_date) as due_date from transaction.payroll_payment t where ${unpaid} and t.due_date > $4`,
    paramsOf(run),
  )
  return next?.due_date ?? null
}

/** Pays the items that are still payable; the others are left out with a reason. Payslips are paid with their net pay. */
export async function payPayroll(
  context: VerbContext,
  batch: BatchRow,
  included: readonly BatchItem[],
): Promise<{ payment_ids: string[]; left_out: LeftOut[] }> {
  const { tx, clock } = context
  const items = included.filter((item) => item.payroll_payment_id !== null)
  if (items.length === 0) return { payment_ids: [], left_out: [] }
  const rows = await tx.rows<PayrollDue>(
    `select ${due_columns} from transaction.payroll_payment t where t.id = any ($1) order by t.id for update`,
    [items.map((item) => item.payroll_payment_id)],
  )
  const by_id = new Map(rows.map((row) => [row.id, row]))
  const payees = [...new Set(items.map((item) => item.payee_id))]
  const standings = await payeeStandings(tx, payees, batch.currency_id, clock.today())
  const due: { item: BatchItem; row: PayrollDue }[] = []
  const left_out: LeftOut[] = []
  for (const item of items) {
    const row = by_id.get(item.payroll_payment_id ?? '')
    if (!row) continue
    const fault =
      changeFault(row, item) ?? tooEarly(context, row) ?? accountFault(item, standings.get(item.payee_id))
    if (fault === null) due.push({ item, row })
    else left_out.push({ item_id: item.id, human_id: row.human_id, reason: fault })
  }
  await payTheirSlips(
    context,
    due.flatMap(({ row }) => row.payslip_id ?? []),
  )
  const payment_ids = await payCreditors(
    context,
    due.map(({ item, row }) => ({
      ...row,
      bank_account_id: item.bank_account_id,
      payment_batch_id: batch.id,
    })),
  )
  for (const [i, { item }] of due.entries())
    await updateRow(tx, payment_batch_item, item.id, {
      status: 'paid',
      payment_receipt_summary_id: payment_ids[i] ?? null,
      updated_at: clock.now(),
    })
  return { payment_ids, left_out }
}

function changeFault({ status, amount }: PayrollDue, item: BatchItem): string | null {
  if (status === 'withdrawn') return 'Its pay run was opened again'
  if (status !== 'due') return 'It is paid already'
  return equals(parseMoney(amount, GBP), parseMoney(item.amount, GBP)) ? null : 'Its amount has changed'
}

function tooEarly({ clock }: VerbContext, { kind, due_date }: PayrollDue): string | null {
  if (kind !== 'net_pay') return null
  const first = firstDayOfNetPay(due_date)
  return clock.today() >= first
    ? null
    : `Net pay of ${formatDay(due_date)} leaves on ${formatDay(first)} at the earliest`
}

/** Payslips that are not paid yet: one with two principals is paid with the first. */
async function payTheirSlips(context: VerbContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const slips = await context.tx.rows<{ id: string; human_id: string; payslip_period_id: string }>(
    `select id, human_id, payslip_period_id from transaction.payslip
     where id = any ($1) and status = 'issued' order by id for update`,
    [ids],
  )
  if (slips.length === 0) return
  await paySlips(context, slips)
  await payEmptySlips(context, { payslip_ids: slips.map(({ id }) => id) })
}
