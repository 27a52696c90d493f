import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { addDays, day, formatDay } from '#kernel/day.ts'
import { invalid, notFound, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { formatMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { insertRow, insertRows } from '#server/write-row.server.ts'
import type { Payable } from '../funding/recover-from-agency.server.ts'
import { recoverFromAgencies } from '../funding/recover-from-agency.server.ts'
import { setOffMirrors } from '../funding/set-off.server.ts'
import { dayInput } from '../parties/party-input.server.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import type { PayrollDue } from './creditors/pay-creditors.server.ts'
import { documentHolds } from './document-holds/document-holds.server.ts'
import { insideHolds } from './document-holds/hold-inside.server.ts'
import type { RunFacts } from './documents/payable-documents.server.ts'
import { dueDocuments, nextDueDay, payeeOf } from './documents/payable-documents.server.ts'
import { firstPayments } from './first-payments.server.ts'
import { holdBeyond, lockAvailability } from './hold-availability.server.ts'
import { payeeStandings } from './hold-payee.server.ts'
import { recountBatch } from './load-batch.server.ts'
import { duePayroll, nextPayrollDay } from './pay-payroll.server.ts'
import { payment_batch, payment_batch_item } from './payment-batch.entity.ts'
import { batch_makers } from './payment-batch.rules.ts'
import type { RequestedRefund } from './requested-refunds.server.ts'
import { requestedRefunds } from './requested-refunds.server.ts'

const input = z.strictObject({
  run_date: dayInput,
  currency_id: z.uuid(),
  /** The paying business: the provider by default, or a funder that it operates for. */
  principal_id: z.uuid().optional(),
})
const answer = z.strictObject({
  id: z.uuid(),
  human_id: z.string(),
  status: z.literal('hold'),
  amount: moneyText,
  item_count: z.number(),
  held_count: z.number(),
})

/**
 * Collects documents due by the run date and released (money.md §1.6), after recovering agencies' debts from their
 * earnings. Documents that cannot be paid yet are held in the batch, with the reason.
 */
export const createPaymentBatch = verb({
  action_id: 'payment.payment_batch.create',
  since: '0.1.0',
  summary: 'Collects documents due by a day into a payment batch',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: batch_makers },
  input,
  output: answer,
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    const run = await runFacts(context, asked)
    await lockAvailability(tx, run)
    const due = await dueDocuments(tx, run)
    const id = newUuid(clock)
    const human_id = await insertBatch(context, id, run)
    const waits = await insideHolds(
      tx,
      due.payable.map(({ document }) => document),
      run.run_date,
    )
    // Credit is not set against a fee before its deduction.
    const { left: free, legs } = await recoverFromAgencies(
      context,
      run,
      due.payable.filter(({ document }) => waits(document) === null),
    )
    const left = [...free, ...due.payable.filter(({ document }) => waits(document) !== null)]
    await setOffMirrors(context, due.documents, legs, id, clock.today())
    const refunds = await requestedRefunds(tx, run)
    const payroll = await duePayroll(tx, run)
    if (left.length + refunds.length + payroll.length === 0)
      throw precondition(nothingDue(run.run_date, [await nextDueDay(tx, run), await nextPayrollDay(tx, run)]))
    const waiting = await insertItems(context, id, run, {
      payables: left,
      refunds,
      payroll,
      documents: due.documents,
    })
    await recountBatch(context, id)
    const held = waiting + (await holdBeyond(context, { ...run, id, made_by: viewer.user_id }, 'build'))
    const made = await tx.row<{ amount: string; item_count: number }>(
      'select amount, item_count from payment.payment_batch where id = $1',
      [id],
    )
    const counts = { amount: made?.amount ?? '0.00', item_count: made?.item_count ?? 0, held_count: held }
    context.audit({
      entity: 'payment.payment_batch',
      entity_id: id,
      new_values: { human_id, status: 'hold', run_date: run.run_date, ...counts },
    })
    return { id, human_id, status: 'hold' as const, ...counts }
  },
})

const nothingDue = (run_date: Day, days: readonly (Day | null)[]): string => {
  const [next] = days.filter((one) => one !== null).toSorted()
  const step = next
    ? `Please choose ${formatDay(next)} or later, when the next payment is due`
    : 'Please choose a later day once work is approved, or its client has paid'
  return `Nothing is due for payment on ${formatDay(run_date)}. ${step}`
}

/** Runs are planned ahead; a later one is a slip of the pen. */
const RUN_DAYS_AHEAD = 366

/** @throws not_found for a principal that is neither the provider nor one of its funders in force */
async function runFacts({ tx, viewer, clock }: VerbContext, asked: z.infer<typeof input>): Promise<RunFacts> {
  const run_date: Day = day(asked.run_date, 'run_date')
  if (run_date < clock.today())
    throw invalid({ run_date: validationText.min_date(formatDay(addDays(clock.today(), -1))) })
  const latest = addDays(clock.today(), RUN_DAYS_AHEAD)
  if (run_date > latest) throw invalid({ run_date: validationText.max_date(formatDay(addDays(latest, 1))) })
  if (
    !(await exists(tx, `platform.currency where id = $1 and is_active and deleted_at is null`, [
      asked.currency_id,
    ]))
  ) {
    throw invalid({ currency_id: validationText.matches })
  }
  const principal_id = asked.principal_id ?? viewer.business_id
  const is_own = principal_id === viewer.business_id
  const of_ours = `business.business where id = $1 and type = 'funder' and status = 'onboarded' and provider_id = $2
    and deleted_at is null`
  if (!is_own && !(await exists(tx, of_ours, [principal_id, viewer.business_id]))) throw notFound('Business')
  return { principal_id, provider_id: viewer.business_id, currency_id: asked.currency_id, run_date }
}

async function exists(tx: Tx, from_where: string, params: readonly unknown[]): Promise<boolean> {
  return (await tx.row<{ one: number }>(`select 1 as one from ${from_where}`, params)) !== undefined
}

async function insertBatch({ tx, viewer, clock }: VerbContext, id: string, run: RunFacts): Promise<string> {
  const human_id = await nextHumanId(tx, 'BAT')
  await insertRow(tx, payment_batch, {
    id,
    human_id,
    status: 'hold',
    principal_id: run.principal_id,
    provider_id: run.provider_id,
    currency_id: run.currency_id,
    run_date: run.run_date,
    made_by: viewer.user_id,
    reviewed_by: null,
    reviewed_at: null,
    completed_by: null,
    completed_at: null,
    cancelled_by: null,
    cancelled_at: null,
    cancel_reason: null,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  return human_id
}

/** Contents of the batch; `documents` are all documents of the payables' sets. */
type ToPay = {
  readonly payables: readonly Payable[]
  readonly refunds: readonly RequestedRefund[]
  readonly payroll: readonly PayrollDue[]
  readonly documents: readonly CashDocument[]
}

/** Returns how many of them are held. */
async function insertItems(
  { tx, clock }: VerbContext,
  payment_batch_id: string,
  run: RunFacts,
  { payables, refunds, payroll, documents }: ToPay,
): Promise<number> {
  const payees = [
    ...new Set([
      ...payables.map(({ document }) => payeeOf(document)),
      ...refunds.map((refund) => refund.for_business_id),
      ...payroll.map((one) => one.payee_id),
    ]),
  ]
  const standings = await payeeStandings(tx, payees, run.currency_id, run.run_date)
  const firsts = await firstPayments(
    tx,
    [...standings.values()].flatMap((one) => one.bank_account_id ?? []),
  )
  const reasonOf = await documentHolds(tx, documents, run.run_date)
  const item = (payee_id: string, amount: string, reason: string | null) => {
    const standing = standings.get(payee_id)
    const hold_reason = standing?.hold_reason ?? reason
    return {
      id: newUuid(clock),
      payment_batch_id,
      payee_id,
      bank_account_id: standing?.bank_account_id ?? null,
      provider_id: run.provider_id,
      currency_id: run.currency_id,
      amount,
      status: hold_reason === null ? ('included' as const) : ('held' as const),
      hold_reason,
      is_first_payment: firsts.has(standing?.bank_account_id ?? ''),
      payment_receipt_summary_id: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    }
  }
  const rows = [
    ...payables.map(({ document, payable }) => ({
      ...item(payeeOf(document), formatMoney(payable), reasonOf(document)),
      invoice_id: document.id,
      refund_id: null,
      payroll_payment_id: null,
      agency_id: document.agency_id,
      contractor_id: document.contractor_id,
    })),
    ...refunds.map((refund) => ({
      ...item(refund.for_business_id, refund.amount, null),
      invoice_id: null,
      refund_id: refund.id,
      payroll_payment_id: null,
      agency_id: null,
      contractor_id: null,
    })),
    ...payroll.map((one) => ({
      ...item(one.payee_id, one.amount, null),
      invoice_id: null,
      refund_id: null,
      payroll_payment_id: one.id,
      agency_id: one.agency_id,
      contractor_id: one.contractor_id,
    })),
  ]
  await insertRows(tx, payment_batch_item, rows)
  return rows.filter((row) => row.status === 'held').length
}
