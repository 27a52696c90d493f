/** Payments to payroll's creditors leave: one payment each, Dr the payable, Cr bank. */
import type { Day } from '#kernel/day.ts'
import { day } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { postEntries } from '../../ledger/post.server.ts'
import { type PayrollCreditor, payrollPaidPostings } from '../../ledger/postings.rules.ts'
import { insertPayments } from '../../settlement/insert-payments.server.ts'
import { markFeeSlipsPaid } from '../../settlement/mark-slips-paid.server.ts'
import { hmrcReference } from './due-days.rules.ts'
import { payroll_payment } from './payroll-payment.entity.ts'

export type PayrollDue = {
  readonly id: string
  readonly human_id: string
  readonly kind: 'net_pay' | 'hmrc' | 'pension' | 'attachment' | 'relief'
  readonly status: 'due' | 'paid' | 'withdrawn'
  readonly employer_id: string
  readonly payee_id: string
  readonly principal_id: string
  readonly provider_id: string
  readonly agency_id: string | null
  readonly currency_id: string
  readonly payslip_id: string | null
  /** The worker of net pay: the payee, or the contractor of a payee company. */
  readonly contractor_id: string | null
  readonly period_end: string | null
  readonly due_date: Day
  readonly amount: string
  readonly reference: string
}

export const due_columns = `t.id, t.human_id, t.kind, t.status, t.employer_id, t.payee_id, t.principal_id, t.provider_id, t.agency_id,
  coalesce((select p.contractor_id from transaction.payslip p where p.id = t.payslip_id),
    (select c.contractor_id from transaction.year_correction c where c.id = t.year_correction_id)) as contractor_id, t.currency_id, t.payslip_id, t.period_end, t.due_date, t.amount, t.reference`

const accounts: Readonly<Record<PayrollDue['kind'], PayrollCreditor>> = {
  net_pay: 'net_pay_payable',
  hmrc: 'hmrc_payable',
  pension: 'pension_payable',
  attachment: 'attachment_payable',
  relief: 'relief_payable',
}

type Way = { readonly bank_account_id: string | null; readonly payment_batch_id: string | null }

/** @returns the ids of the payments, in order. The debts are locked and due. */
export async function payCreditors(
  context: VerbContext,
  dues: readonly (PayrollDue & Way)[],
): Promise<string[]> {
  const { tx, clock } = context
  const today = clock.today()
  const made = await insertPayments(
    context,
    dues.map((due) => ({
      for_business_id: due.payee_id,
      principal_id: due.principal_id,
      provider_id: due.provider_id,
      agency_id: due.agency_id,
      contractor_id: due.contractor_id,
      funder_id: due.principal_id === due.provider_id ? null : due.principal_id,
      bank_account_id: due.bank_account_id,
      payment_batch_id: due.payment_batch_id,
      currency_id: due.currency_id,
      amount: due.amount,
      transaction_date: today,
      reference: referenceOf(due, today),
      comment: null,
    })),
  )
  await postEntries(
    context,
    dues.map((due, i) => ({
      kind: 'payment' as const,
      source_entity: 'transaction.payment_receipt_summary',
      source_id: made[i]?.id ?? '',
      principal_id: due.principal_id,
      provider_id: due.provider_id,
      agency_id: due.agency_id,
      fact_key: `payment:${made[i]?.id}`,
      post_date: today,
      postings: payrollPaidPostings({
        kind: accounts[due.kind],
        business_id: due.kind === 'hmrc' ? due.employer_id : due.payee_id,
        amount: parseMoney(due.amount, GBP),
      }),
    })),
  )
  for (const [i, { id }] of dues.entries()) {
    const payment_id = made[i]?.id ?? ''
    await updateRow(tx, payroll_payment, id, { status: 'paid', payment_id, updated_at: clock.now() })
    context.audit({
      entity: 'transaction.payroll_payment',
      entity_id: id,
      old_values: { status: 'due' },
      new_values: { status: 'paid', payment_id },
    })
  }
  await markFeeSlipsPaid(context, { payslip_ids: dues.flatMap(({ payslip_id }) => payslip_id ?? []) })
  return made.map(({ id }) => id)
}

function referenceOf({ kind, reference, period_end, due_date }: PayrollDue, today: Day): string {
  return kind === 'hmrc' && period_end !== null
    ? hmrcReference(reference, { period_end: day(period_end), due_date }, today)
    : reference
}

/** Net pay of paid payslips that left without a batch. @throws precondition while a batch is about to pay it */
export async function payNetByHand(context: VerbContext, payslip_ids: readonly string[]): Promise<void> {
  const dues = await context.tx.rows<PayrollDue>(
    `select ${due_columns} from transaction.payroll_payment t
     where t.payslip_id = any ($1) and t.status = 'due' order by t.id for update`,
    [payslip_ids],
  )
  const taken = await context.tx.row<{ batch: string; reference: string }>(
    `select b.human_id as batch, t.reference from payment.payment_batch_item i
     join payment.payment_batch b on b.id = i.payment_batch_id
     join transaction.payroll_payment t on t.id = i.payroll_payment_id
     where i.payroll_payment_id = any ($1) and i.status in ('included', 'held') order by t.reference limit 1`,
    [dues.map(({ id }) => id)],
  )
  if (taken)
    throw precondition(
      `The net pay of ${taken.reference} is in payment batch ${taken.batch}: complete or cancel that first`,
    )
  await payCreditors(
    context,
    dues.map((due) => ({ ...due, bank_account_id: null, payment_batch_id: null })),
  )
}
