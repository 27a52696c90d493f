import { z } from 'zod'
import { type Day, day, formatDay, maxDay } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { Money } from '#kernel/money.ts'
import { compare, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { unnestSql, updateRow } from '#server/write-row.server.ts'
import { markFunded } from '../funding/mark-funded.server.ts'
import { bySet, payDayOf, releaseSets } from '../funding/release-sets.server.ts'
import { setOffMirrors } from '../funding/set-off.server.ts'
import { settleAndAudit } from '../funding/settle-invoices.server.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { lockSets } from '../settlement/load-cash.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { firstDayOfNetPay } from './creditors/due-days.rules.ts'
import { documentHolds } from './document-holds/document-holds.server.ts'
import { payOut } from './documents/pay-out.server.ts'
import { findBeyond, lockAvailability } from './hold-availability.server.ts'
import { accountFault, payeeStandings } from './hold-payee.server.ts'
import type { BatchItem, BatchRow } from './load-batch.server.ts'
import { itemsOf, lockBatch, recountBatch } from './load-batch.server.ts'
import { payPayroll } from './pay-payroll.server.ts'
import type { LeftOut } from './pay-refunds.server.ts'
import { payRefunds } from './pay-refunds.server.ts'
import { payment_advice_topic } from './payment-advice.rules.ts'
import { payment_batch, payment_batch_item } from './payment-batch.entity.ts'
import { who } from './payment-batch.rules.ts'

const input = z.strictObject({ id: z.uuid() })
const answer = z.strictObject({
  id: z.uuid(),
  human_id: z.string(),
  status: z.literal('completed'),
  amount: moneyText,
  payments: z.number(),
  left_out: z.array(z.strictObject({ item_id: z.uuid(), human_id: z.string(), reason: z.string() })),
})
type Answer = z.infer<typeof answer>

type Paid = { readonly item: BatchItem; readonly document: CashDocument; readonly amount: Money }

/**
 * Pays the batch: one payment a payee, one line a document; settles documents, sets off fees and sales, posts Dr
 * payable, Cr bank. Items that can no longer be paid are left out and listed. Dated today.
 */
export const completePaymentBatch = verb({
  action_id: 'payment.payment_batch.complete',
  since: '0.1.0',
  summary: 'Pays a reviewed payment batch',
  machine: 'refused',
  impersonator: 'refused',
  who: who.complete,
  input,
  output: answer,
  step_up: 'once',
  run: async (context, { id }) => {
    const batch = await lockBatch(context, id, 'complete')
    await lockAvailability(context.tx, batch)
    const items = await itemsOf(context, id)
    const included = items.filter((item) => item.status === 'included')
    // Money is never dated ahead, also where the run was planned for later.
    const post_date = context.clock.today()
    const beyond = await findBeyond(context, batch, 'complete')
    // Payslips settle documents of the same sets: they come first, so that nothing is set off twice.
    const payroll = await payPayroll(context, batch, included)
    const documents = await lockSets(context.tx, [
      ...new Set(included.flatMap((item) => item.invoice_set_id ?? [])),
    ])
    const { paid, left_out } = await judge(context, batch, included, documents, beyond)
    const refunds = await payRefunds(context, batch, included, post_date)
    left_out.push(...refunds.left_out, ...payroll.left_out)
    if (paid.length + refunds.payment_ids.length + payroll.payment_ids.length === 0)
      throw precondition(`Nothing in batch ${batch.human_id} can be paid any more`)
    const payment_ids = await pay(context, batch, paid, post_date)
    await settleAndAudit(
      context,
      paid.map(({ document }) => document),
    )
    await setOffMirrors(context, documents, paid, batch.id, post_date)
    await markFunded(context, documents, paid)
    await closeItems(context, batch, left_out)
    const all = [...payment_ids, ...refunds.payment_ids, ...payroll.payment_ids]
    for (const payment_id of all)
      context.enqueue(payment_advice_topic, `payment-advice:${payment_id}`, { payment_id })
    return finish(context, batch, all.length, left_out)
  },
})

/** Every item judged again under the lock: a receipt may have bounced since the review, an account changed, a dispute begun. */
async function judge(
  { tx, clock }: VerbContext,
  batch: BatchRow,
  items: readonly BatchItem[],
  documents: readonly CashDocument[],
  beyond: ReadonlyMap<string, string>,
): Promise<{ paid: Paid[]; left_out: LeftOut[] }> {
  const by_id = new Map(documents.map((document) => [document.id, document]))
  const releases = releaseSets(documents, day(batch.run_date))
  const payees = [...new Set(items.map((item) => item.payee_id))]
  const paid_on = maxDay(day(batch.run_date), clock.today())
  const standings = await payeeStandings(tx, payees, batch.currency_id, paid_on)
  const reasonOf = await documentHolds(tx, documents, paid_on, clock.today())
  const sets = bySet(documents)
  const paid: Paid[] = []
  const left_out: LeftOut[] = []
  for (const item of items) {
    const document = by_id.get(item.invoice_id ?? '')
    if (!document) continue
    const amount = parseMoney(item.amount, batch.currency)
    const payable = releases.get(document.id)?.payable
    const is_payable = document.status === 'open' && payable !== undefined && compare(amount, payable) <= 0
    const fault =
      accountFault(item, standings.get(item.payee_id)) ??
      reasonOf(document) ??
      beforeWages(document, sets.get(document.invoice_set_id) ?? [], clock.today()) ??
      beyond.get(item.id) ??
      null
    if (is_payable && fault === null) paid.push({ item, document, amount })
    else {
      const reason = is_payable ? fault : null
      left_out.push({
        item_id: item.id,
        human_id: document.human_id,
        reason: reason ?? 'No longer released for payment',
      })
    }
  }
  return { paid, left_out }
}

/** A batch may be paid before its run date; earnings of PAYE work leave no sooner than the worker's pay may. */
function beforeWages({ type }: CashDocument, set: readonly CashDocument[], today: Day): string | null {
  const pay_day = type === 'agency_earnings' ? payDayOf(set) : null
  if (pay_day === null || today >= firstDayOfNetPay(pay_day)) return null
  return `Earnings of PAYE work paid on ${formatDay(pay_day)} leave on ${formatDay(firstDayOfNetPay(pay_day))} at the earliest`
}

/** One payment a payee. Their ids. */
async function pay(
  context: VerbContext,
  batch: BatchRow,
  paid: readonly Paid[],
  post_date: string,
): Promise<string[]> {
  const by_payee = [...Map.groupBy(paid, ({ item }) => item.payee_id)]
  const ids = await payOut(
    context,
    by_payee.map(([payee_id, legs]) => ({
      payment: {
        for_business_id: payee_id,
        principal_id: batch.principal_id,
        provider_id: batch.provider_id,
        agency_id: onlyOne(legs.map(({ document }) => document.agency_id)),
        contractor_id: legs.some(({ document }) => document.type === 'agency_earnings')
          ? null
          : onlyOne(legs.map(({ document }) => document.contractor_id)),
        funder_id: batch.principal_id === batch.provider_id ? null : batch.principal_id,
        bank_account_id: legs[0]?.item.bank_account_id ?? null,
        payment_batch_id: batch.id,
        currency_id: batch.currency_id,
        reference: referenceOf(legs),
        comment: null,
      },
      legs: legs as [Paid, ...Paid[]], // groupBy makes no empty group.
    })),
    post_date,
  )
  await markPaid(context, paid, new Map(by_payee.map(([payee_id], i) => [payee_id, ids[i] ?? ''])))
  return ids
}

/** The one value that all share, or null. */
function onlyOne(values: readonly (string | null)[]): string | null {
  const [first = null, ...others] = [...new Set(values)]
  return others.length === 0 ? first : null
}

/**
 * The payee's reference: for agency earnings AGYCOM- with day and month of the newest week's end (spec §2); else the
 * payment's own id.
 */
function referenceOf(legs: readonly Paid[]): string {
  if (!legs.every(({ document }) => document.type === 'agency_earnings')) return ''
  const newest = legs.map(({ document }) => document.week_end_date).reduce((a, b) => (a > b ? a : b))
  return `AGYCOM-${newest.slice(8)}${newest.slice(5, 7)}`
}

async function markPaid(
  { tx, clock }: VerbContext,
  paid: readonly Paid[],
  payment_of: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = paid.map(({ item }) => ({ id: item.id, payment_id: payment_of.get(item.payee_id) ?? '' }))
  const params: unknown[] = [clock.now()]
  const from = unnestSql({ id: 'uuid', payment_id: 'uuid' }, rows, params, 'r')
  await tx.run(
    `update payment.payment_batch_item t set status = 'paid', payment_receipt_summary_id = r.payment_id, updated_at = $1
     from ${from} where t.id = r.id`,
    params,
  )
}

/** Held and left-out items are free for the next batch. */
async function closeItems(
  { tx, clock }: VerbContext,
  batch: BatchRow,
  left_out: readonly LeftOut[],
): Promise<void> {
  for (const { item_id, reason } of left_out) {
    await updateRow(tx, payment_batch_item, item_id, { hold_reason: reason })
  }
  await tx.run(
    `update payment.payment_batch_item set status = 'removed', updated_at = $2
     where payment_batch_id = $1 and status in ('included', 'held')`,
    [batch.id, clock.now()],
  )
}

async function finish(
  context: VerbContext,
  batch: BatchRow,
  payments: number,
  left_out: LeftOut[],
): Promise<Answer> {
  const { tx, viewer, clock } = context
  await updateRow(tx, payment_batch, batch.id, {
    status: 'completed',
    completed_by: viewer.user_id,
    completed_at: clock.now(),
  })
  await recountBatch(context, batch.id)
  const done = await tx.row<{ amount: string }>('select amount from payment.payment_batch where id = $1', [
    batch.id,
  ])
  const amount = done?.amount ?? '0.00'
  context.audit({
    entity: 'payment.payment_batch',
    entity_id: batch.id,
    old_values: { status: batch.status, amount: batch.amount },
    new_values: { status: 'completed', amount, payments, left_out },
  })
  return { id: batch.id, human_id: batch.human_id, status: 'completed', amount, payments, left_out }
}
