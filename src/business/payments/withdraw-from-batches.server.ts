/** Removes documents under correction from unreviewed payment batches (money.md §1.8). */
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { recountBatch } from './load-batch.server.ts'

type Row = {
  readonly id: string
  readonly payment_batch_id: string
  readonly batch: string
  readonly batch_status: string
  readonly document: string
}

/**
 * Refused under review. A batch on hold loses the documents; a reviewed one leaves them out at completion, when it
 * checks again.
 */
export async function withdrawFromBatches(
  context: VerbContext,
  invoice_ids: readonly string[],
  reason: string,
): Promise<void> {
  const { tx, clock } = context
  const rows = await tx.rows<Row>(
    `select t.id, t.payment_batch_id, b.human_id as batch, b.status as batch_status, i.human_id as document
     from payment.payment_batch_item t
     join payment.payment_batch b on b.id = t.payment_batch_id
     join transaction.invoice i on i.id = t.invoice_id
     where t.invoice_id = any ($1) and t.status in ('included', 'held') order by t.id for update of t`,
    [invoice_ids],
  )
  const reviewed = rows.find((row) => row.batch_status === 'under_review')
  if (reviewed) {
    throw precondition(
      `${reviewed.document} is in payment batch ${reviewed.batch}, which is under review: finish or cancel that first`,
    )
  }
  const waiting = rows.filter((row) => row.batch_status === 'hold')
  if (waiting.length === 0) return
  await tx.run(
    `update payment.payment_batch_item set status = 'removed', hold_reason = $2, updated_at = $3 where id = any ($1)`,
    [waiting.map((row) => row.id), reason, clock.now()],
  )
  for (const id of new Set(waiting.map((row) => row.payment_batch_id))) await recountBatch(context, id)
  for (const row of waiting) {
    context.audit({
      entity: 'payment.payment_batch_item',
      entity_id: row.id,
      old_values: { status: 'included' },
      new_values: { status: 'removed', hold_reason: reason },
    })
  }
}
