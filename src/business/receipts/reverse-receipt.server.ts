import { z } from 'zod'
import { assert } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { followRelease } from '../funding/follow-release.server.ts'
import { reverseEntry } from '../ledger/post.server.ts'
import { refundsOf } from '../settlement/live-refunds.server.ts'
import { linesOf, loadReceipt } from '../settlement/load-cash.server.ts'
import { settleSummary } from '../settlement/match-lines.server.ts'
import { payment_receipt_summary } from '../settlement/receipt.entity.ts'
import { can } from '../settlement/receipt.rules.ts'
import { moneyReasonInput } from '../shared/cash-input.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { takeBack } from './unmatch-receipt.server.ts'

const input = z.strictObject({ id: z.uuid(), reason: moneyReasonInput })
const answer = z.strictObject({ id: z.uuid(), status: z.string(), unmatched: z.number() })

/**
 * Reverses a bounced receipt: every live match, then the receipt, as mirrored postings. Waiting pay-outs are held;
 * paid ones become the agency's debt (money.md §1.8).
 */
export const reverseReceipt = verb({
  action_id: 'transaction.payment_receipt.reverse',
  since: '0.1.0',
  summary: 'Reverses a bounced receipt with its matches',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: answer,
  run: async (context, { id, reason }) => {
    const { tx, viewer, clock } = context
    const receipt = await loadReceipt(context, id, { lock: true })
    requireCan(can.reverse(receipt, viewer))
    const [refund] = await refundsOf(tx, receipt.id)
    if (refund) {
      throw precondition(
        refund.status === 'paid'
          ? 'Money of this receipt was given back: it cannot be reversed'
          : 'Money of this receipt is to be given back: cancel the refund first',
      )
    }
    const lines = (await linesOf(tx, receipt.id)).filter((line) => line.reversal_date === null)
    const set_ids = await takeBack(context, lines, reason)
    await updateRow(tx, payment_receipt_summary, receipt.id, {
      reversed_at: clock.now(),
      reversal_reason: reason,
    })
    const state = await settleSummary(context, receipt, true)
    const posted = await tx.row<{ id: string }>('select id from ledger.transaction where fact_key = $1', [
      `receipt:${receipt.id}`,
    ])
    assert(posted, 'a receipt was posted to the ledger')
    await reverseEntry(context, {
      kind: 'receipt_reversal',
      source_entity: 'transaction.payment_receipt_summary',
      source_id: receipt.id,
      fact_key: `receipt-reversal:${receipt.id}`,
      post_date: clock.today(),
      transaction_id: posted.id,
    })
    await followRelease(context, set_ids, receipt.human_id)
    context.audit({
      entity: 'transaction.payment_receipt_summary',
      entity_id: receipt.id,
      old_values: { status: receipt.status, matched_amount: receipt.matched_amount },
      new_values: { status: state.status, matched_amount: state.matched_amount, reason },
    })
    return { id: receipt.id, status: state.status, unmatched: lines.length }
  },
})
