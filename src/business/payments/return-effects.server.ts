/** The effects of a returned payment: its postings, and the settled documents. */
import { assert } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'
import { reverseEntry } from '../ledger/post.server.ts'
import type { CashDocument, DetailRow, SummaryRow } from '../settlement/load-cash.server.ts'
import { markFeeSlipsUnpaid } from '../settlement/mark-slips-paid.server.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'

export type ReturnedPayment = SummaryRow & {
  readonly bank_account_id: string
  readonly payment_batch_id: string | null
  readonly return_code: string | null
  /** Its name. */
  readonly payee: string
}

/**
 * Dr bank, Cr the payables, as the mirror of the payment. Later postings of its lines are reversed with it: an agency
 * without the money owes nothing for it, and gets recovered amounts back (decision 0013).
 */
export async function reverseBooks(
  context: VerbContext,
  payment: ReturnedPayment,
  lines: readonly DetailRow[],
  post_date: Day,
): Promise<void> {
  const keys = [`payment:${payment.id}`, ...lines.flatMap(({ id }) => [`recourse:${id}`, `recovery:${id}`])]
  const posted = await context.tx.rows<{ id: string; fact_key: string }>(
    `select t.id, t.fact_key from ledger.transaction t where t.fact_key = any ($1)
       and not exists (select from ledger.transaction r where r.reverses_id = t.id) order by t.id`,
    [keys],
  )
  assert(
    posted.some((one) => one.fact_key === `payment:${payment.id}`),
    'a payment was posted to the ledger',
  )
  for (const { id, fact_key } of posted) {
    await reverseEntry(context, {
      kind: 'payment_return',
      source_entity: 'transaction.payment_receipt_summary',
      source_id: payment.id,
      fact_key: `return:${fact_key}`,
      post_date,
      transaction_id: id,
    })
  }
}

/** Batch items, refunds, debts of payroll, collection notes and documents that said that this payment had paid them. */
export async function freeWhatWasPaid(
  context: VerbContext,
  payment: ReturnedPayment,
  documents: readonly CashDocument[],
  touched: ReadonlySet<string>,
  reason: string,
): Promise<void> {
  const { tx, clock } = context
  const items = await tx.rows<{ id: string }>(
    `update payment.payment_batch_item set status = 'returned', hold_reason = $2, updated_at = $3
     where payment_receipt_summary_id = $1 and status = 'paid' returning id`,
    [payment.id, reason, clock.now()],
  )
  for (const { id } of items) {
    context.audit({
      entity: 'payment.payment_batch_item',
      entity_id: id,
      old_values: { status: 'paid' },
      new_values: { status: 'returned', hold_reason: reason },
    })
  }
  const refunds = await tx.rows<{ id: string }>(
    `update transaction.refund set status = 'requested', payment_id = null, updated_at = $2 where payment_id = $1 returning id`,
    [payment.id, clock.now()],
  )
  for (const { id } of refunds) {
    context.audit({
      entity: 'transaction.refund',
      entity_id: id,
      old_values: { status: 'paid', payment_id: payment.id },
      new_values: { status: 'requested', reason },
    })
  }
  const payroll = await tx.rows<{ id: string; payslip_id: string | null }>(
    `update transaction.payroll_payment set status = 'due', payment_id = null, updated_at = $2 where payment_id = $1 returning id, payslip_id`,
    [payment.id, clock.now()],
  )
  for (const { id } of payroll) {
    context.audit({
      entity: 'transaction.payroll_payment',
      entity_id: id,
      old_values: { status: 'paid', payment_id: payment.id },
      new_values: { status: 'due', reason },
    })
  }
  await markFeeSlipsUnpaid(
    context,
    {
      // Self-bills that were set off against the returned one are open again, too.
      invoice_ids: documents.map(({ id }) => id),
      payslip_ids: payroll.flatMap(({ payslip_id }) => payslip_id ?? []),
    },
    `Payment ${payment.human_id} was sent back by the bank`,
  )
  const notes = await tx.rows<{ id: string; was: string }>(
    `update transaction.collection_note n set status = 'cancelled', updated_at = $2
     from (select id, status from transaction.collection_note where payment_receipt_summary_id = $1 and status <> 'cancelled'
       and deleted_at is null for update) o where n.id = o.id returning n.id, o.status as was`,
    [payment.id, clock.now()],
  )
  for (const { id, was } of notes) {
    context.audit({
      entity: 'transaction.collection_note',
      entity_id: id,
      old_values: { status: was },
      new_values: { status: 'cancelled', reason: `Payment ${payment.human_id} was sent back by the bank` },
    })
  }
  await unfund(context, documents, touched)
}

/** Documents without a live payment are no longer advanced. */
async function unfund(
  { tx, clock }: VerbContext,
  documents: readonly CashDocument[],
  touched: ReadonlySet<string>,
): Promise<void> {
  const advances = documents.filter((one) => isClientFacing(one.type) || one.type.startsWith('agency-'))
  await tx.run(
    `update transaction.invoice i set funding_status = 'pending', updated_at = $3
     where i.id = any ($1) and i.paid_amount = 0 and i.funding_status in ('funded', 'recourse')
        or i.id = any ($2) and i.funding_status = 'funded' and not exists (
          select from transaction.invoice o join transaction.payment_receipt_detail d on d.invoice_id = o.id
          where o.invoice_set_id = i.invoice_set_id and o.type in ('contractor-agency', 'agency_earnings') and d.reversal_date is null)`,
    [[...touched], advances.map((one) => one.id), clock.now()],
  )
}
