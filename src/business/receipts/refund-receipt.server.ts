/** A payer's overpayment goes back to them: requested here, paid by a batch after a second person's review. */

import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { assert } from '#kernel/assert.ts'
import { conflict, invalid, notFound, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { compare, displayMoney, formatMoney, isPositive, parseMoney } from '#kernel/money.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { postEntries, reverseEntry } from '../ledger/post.server.ts'
import { refundPostings } from '../ledger/postings.rules.ts'
import type { SummaryRow } from '../settlement/load-cash.server.ts'
import { loadReceipt } from '../settlement/load-cash.server.ts'
import { settleSummary } from '../settlement/match-lines.server.ts'
import { can } from '../settlement/receipt.rules.ts'
import { refund } from '../settlement/refund.entity.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { amountInput, moneyReasonInput } from '../shared/cash-input.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

const input = z.strictObject({ id: z.uuid(), amount: amountInput, reason: moneyReasonInput })
const answer = z.strictObject({
  id: z.uuid(),
  refund_id: z.uuid(),
  status: z.string(),
  unmatched_amount: moneyText,
})
type Answer = z.infer<typeof answer>

/** Dr unallocated receipt, Cr refund payable: a refunded amount can no longer be matched. */
export const refundReceipt = verb({
  action_id: 'transaction.payment_receipt.refund',
  since: '0.1.0',
  summary: 'Refunds an amount of a receipt that is not matched',
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input,
  output: answer,
  step_up: FIVE_MINUTES,
  run: async (context, { id, amount: typed, reason }) => {
    const { tx, viewer, clock } = context
    const receipt = await loadReceipt(context, id, { lock: true })
    requireCan(can.refund(receipt, viewer))
    const amount = parseMoney(typed, receipt.currency)
    if (!isPositive(amount)) throw invalid({ amount: validationText.positive })
    const unmatched = parseMoney(receipt.unmatched_amount, receipt.currency)
    if (compare(amount, unmatched) > 0)
      throw invalid({ amount: `Only ${displayMoney(unmatched)} of the receipt is unmatched` })
    const refund_id = newUuid(clock)
    await insertRow(tx, refund, {
      id: refund_id,
      payment_receipt_summary_id: receipt.id,
      for_business_id: receipt.for_business_id,
      principal_id: receipt.principal_id,
      provider_id: receipt.provider_id,
      currency_id: receipt.currency_id,
      amount: formatMoney(amount),
      reason,
      requested_by: viewer.user_id,
      payment_id: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    await postEntries(context, [
      {
        kind: 'refund',
        source_entity: 'transaction.refund',
        source_id: refund_id,
        principal_id: receipt.principal_id,
        provider_id: receipt.provider_id,
        agency_id: receipt.agency_id,
        fact_key: `refund:${refund_id}`,
        post_date: clock.today(),
        postings: refundPostings(receipt.for_business_id, amount),
      },
    ])
    return settled(context, receipt, refund_id, { refunded: formatMoney(amount), reason })
  },
})

const cancel_input = z.strictObject({ refund_id: z.uuid(), reason: moneyReasonInput })
type Refund = { readonly id: string; readonly payment_receipt_summary_id: string; readonly status: string }

/** Returns the amount to the receipt. Refused while a batch holds the refund, and once it is paid. */
export const cancelRefund = verb({
  action_id: 'transaction.payment_receipt.cancel_refund',
  since: '0.1.0',
  summary: 'Cancels a refund that is in no payment batch',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input: cancel_input,
  output: answer,
  run: async (context, { refund_id, reason }) => {
    const { tx, viewer, clock } = context
    const [seen] = await loadVisible<Refund>(tx, viewer, 'transaction.refund', [refund_id], {
      columns: 't.id, t.payment_receipt_summary_id, t.status',
    })
    if (!seen) throw notFound('Refund')
    const receipt = await loadReceipt(context, seen.payment_receipt_summary_id, { lock: true })
    // A batch that takes the refund locks it alone, and the statement after this one sees the batch.
    await tx.rows('select id from transaction.refund where id = $1 for update', [refund_id])
    const done = await tx.run(
      `update transaction.refund r set status = 'cancelled', updated_at = $2 where id = $1 and status = 'requested'
         and not exists (select from payment.payment_batch_item t where t.refund_id = r.id and t.status in ('included', 'held'))`,
      [refund_id, clock.now()],
    )
    if (done === 0) {
      const batch = await tx.row<{ human_id: string }>(
        `select b.human_id from payment.payment_batch_item t join payment.payment_batch b on b.id = t.payment_batch_id
         where t.refund_id = $1 and t.status in ('included', 'held')`,
        [refund_id],
      )
      throw batch
        ? precondition(`The refund is in batch ${batch.human_id}: cancel the batch first`)
        : conflict('The refund is already paid or cancelled')
    }
    const posted = await tx.row<{ id: string }>('select id from ledger.transaction where fact_key = $1', [
      `refund:${refund_id}`,
    ])
    assert(posted, 'a refund was posted to the ledger')
    await reverseEntry(context, {
      kind: 'refund',
      source_entity: 'transaction.refund',
      source_id: refund_id,
      fact_key: `refund-cancelled:${refund_id}`,
      post_date: clock.today(),
      transaction_id: posted.id,
    })
    return settled(context, receipt, refund_id, { refund_cancelled: refund_id, reason })
  },
})

async function settled(
  context: VerbContext,
  receipt: SummaryRow,
  refund_id: string,
  said: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { status, unmatched_amount, matched_amount } = await settleSummary(context, receipt, false)
  context.audit({
    entity: 'transaction.payment_receipt_summary',
    entity_id: receipt.id,
    old_values: { status: receipt.status, matched_amount: receipt.matched_amount },
    new_values: { status, matched_amount, refund_id, ...said },
  })
  return { id: receipt.id, refund_id, status, unmatched_amount }
}
