/** The refunds of a batch are paid: one payment each, Dr refund payable, Cr bank. */
import type { ReadRow } from '#entity/new-row.ts'
import { parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { postEntries } from '../ledger/post.server.ts'
import { refundPaidPostings } from '../ledger/postings.rules.ts'
import { insertPayments } from '../settlement/insert-payments.server.ts'
import { refund as refund_entity } from '../settlement/refund.entity.ts'
import { accountFault, payeeStandings } from './hold-payee.server.ts'
import type { BatchItem, BatchRow } from './load-batch.server.ts'
import { payment_batch_item } from './payment-batch.entity.ts'

/** An item that a batch did not pay after all, and why. */
export type LeftOut = { item_id: string; human_id: string; reason: string }

type RefundRow = ReadRow<typeof refund_entity, 'id for_business_id amount status'> & {
  readonly receipt: string
  readonly agency_id: string | null
}

type Due = { readonly item: BatchItem; readonly refund: RefundRow }

/** Pays the refunds that are still payable; the rest is left out with its reason. */
export async function payRefunds(
  context: VerbContext,
  batch: BatchRow,
  included: readonly BatchItem[],
  post_date: string,
): Promise<{ payment_ids: string[]; left_out: LeftOut[] }> {
  const items = included.filter((item) => item.refund_id !== null)
  if (items.length === 0) return { payment_ids: [], left_out: [] }
  const refunds = await context.tx.rows<RefundRow>(
    `select r.id, r.for_business_id, r.amount, r.status, s.human_id as receipt, s.agency_id
     from transaction.refund r join transaction.payment_receipt_summary s on s.id = r.payment_receipt_summary_id
     where r.id = any ($1) order by r.id for update of r`,
    [items.map((item) => item.refund_id)],
  )
  const by_id = new Map(refunds.map((refund) => [refund.id, refund]))
  const payees = [...new Set(items.map((item) => item.payee_id))]
  const standings = await payeeStandings(context.tx, payees, batch.currency_id, post_date)
  const due: Due[] = []
  const left_out: LeftOut[] = []
  for (const item of items) {
    const refund = by_id.get(item.refund_id ?? '')
    if (!refund) continue
    const cancelled = refund.status === 'requested' ? null : `The refund is ${refund.status}`
    const fault = cancelled ?? accountFault(item, standings.get(item.payee_id))
    if (fault === null) due.push({ item, refund })
    else left_out.push({ item_id: item.id, human_id: refund.receipt, reason: fault })
  }
  return { payment_ids: await pay(context, batch, due, post_date), left_out }
}

async function pay(
  context: VerbContext,
  batch: BatchRow,
  due: readonly Due[],
  post_date: string,
): Promise<string[]> {
  const { tx, clock } = context
  const payments = await insertPayments(
    context,
    due.map(({ item, refund }) => ({
      for_business_id: refund.for_business_id,
      principal_id: batch.principal_id,
      provider_id: batch.provider_id,
      // A refund is between the principal and the payer: no agency's payment.
      agency_id: null,
      contractor_id: null,
      funder_id: batch.principal_id === batch.provider_id ? null : batch.principal_id,
      bank_account_id: item.bank_account_id,
      payment_batch_id: batch.id,
      currency_id: batch.currency_id,
      amount: refund.amount,
      transaction_date: post_date,
      reference: `REFUND ${refund.receipt}`,
      comment: null,
    })),
  )
  await postEntries(
    context,
    due.map(({ refund }, i) => ({
      kind: 'payment',
      source_entity: 'transaction.payment_receipt_summary',
      source_id: payments[i]?.id ?? '',
      principal_id: batch.principal_id,
      provider_id: batch.provider_id,
      agency_id: refund.agency_id,
      fact_key: `payment:${payments[i]?.id}`,
      post_date,
      postings: refundPaidPostings(refund.for_business_id, parseMoney(refund.amount, batch.currency)),
    })),
  )
  for (const [i, { item, refund }] of due.entries()) {
    const payment_id = payments[i]?.id ?? ''
    await updateRow(tx, refund_entity, refund.id, { status: 'paid', payment_id, updated_at: clock.now() })
    await updateRow(tx, payment_batch_item, item.id, {
      status: 'paid',
      payment_receipt_summary_id: payment_id,
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'transaction.refund',
      entity_id: refund.id,
      old_values: { status: 'requested' },
      new_values: { status: 'paid', payment_id },
    })
  }
  return payments.map((payment) => payment.id)
}
