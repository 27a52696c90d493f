import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { assert } from '#kernel/assert.ts'
import { notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { unlearnPayer } from '../bank/payer-memory.server.ts'
import { followRelease } from '../funding/follow-release.server.ts'
import { settleAndAudit } from '../funding/settle-invoices.server.ts'
import { reverseEntry } from '../ledger/post.server.ts'
import type { DetailRow } from '../settlement/load-cash.server.ts'
import { lineOf, linesOf, loadReceipt, lockSets } from '../settlement/load-cash.server.ts'
import { reverseLines, settleSummary } from '../settlement/match-lines.server.ts'
import { mayUnmatch } from '../settlement/receipt.rules.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { moneyReasonInput } from '../shared/cash-input.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

const input = z.strictObject({ detail_id: z.uuid(), reason: moneyReasonInput })
const answer = z.strictObject({
  id: z.uuid(),
  status: z.string(),
  matched_amount: moneyText,
  unmatched_amount: moneyText,
})

/** Takes one match back, and only that pair (I12): the receipt has the money again, the invoice is owed again. */
export const unmatchReceipt = verb({
  action_id: 'transaction.payment_receipt.unmatch',
  since: '0.1.0',
  summary: 'Takes back the match of a receipt and an invoice',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: answer,
  run: async (context, { detail_id, reason }) => {
    const { tx, viewer } = context
    const [seen] = await loadVisible<{ payment_receipt_summary_id: string }>(
      tx,
      viewer,
      'transaction.payment_receipt_detail',
      [detail_id],
      { columns: 't.payment_receipt_summary_id' },
    )
    if (!seen) throw notFound('Match')
    const receipt = await loadReceipt(context, seen.payment_receipt_summary_id, { lock: true })
    const line = (await linesOf(tx, receipt.id)).find((one) => one.id === detail_id)
    assert(line, 'a match line stays where it was written')
    requireCan(mayUnmatch(lineOf(line, receipt.currency)))
    const set_ids = await takeBack(context, [line], reason)
    const state = await settleSummary(context, receipt, false)
    await followRelease(context, set_ids, receipt.human_id)
    context.audit({
      entity: 'transaction.payment_receipt_summary',
      entity_id: receipt.id,
      old_values: { status: receipt.status, matched_amount: receipt.matched_amount },
      new_values: {
        status: state.status,
        matched_amount: state.matched_amount,
        unmatched: detail_id,
        reason,
      },
    })
    return { id: receipt.id, ...state }
  },
})

/** Reverses live lines with their postings and settles their documents. Returns the sets they touch. */
export async function takeBack(
  context: VerbContext,
  lines: readonly DetailRow[],
  reason: string,
): Promise<string[]> {
  const { tx, clock } = context
  const of_lines = await tx.rows<{ invoice_set_id: string }>(
    'select distinct invoice_set_id from transaction.invoice where id = any ($1)',
    [lines.map((line) => line.invoice_id)],
  )
  const set_ids = of_lines.map((row) => row.invoice_set_id)
  const invoice_ids = new Set(lines.map((line) => line.invoice_id))
  const documents = (await lockSets(tx, set_ids)).filter((document) => invoice_ids.has(document.id))
  await reverseLines(
    context,
    lines.map((line) => line.id),
    reason,
  )
  for (const line of lines) {
    const posted = await tx.row<{ id: string }>('select id from ledger.transaction where fact_key = $1', [
      `match:${line.id}`,
    ])
    assert(posted, 'a match was posted to the ledger')
    await reverseEntry(context, {
      kind: 'unmatch',
      source_entity: 'transaction.payment_receipt_detail',
      source_id: line.id,
      fact_key: `unmatch:${line.id}`,
      post_date: clock.today(),
      transaction_id: posted.id,
    })
  }
  await settleAndAudit(context, documents)
  const [first] = lines
  const clients = documents.flatMap((document) => document.client_id ?? [])
  if (first) await unlearnPayer(context, first.payment_receipt_summary_id, clients)
  return set_ids
}
