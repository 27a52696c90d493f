/** The steps of a batch that move no money: submit, review, cancel. */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { requireSeen } from '../shared/seen.server.ts'
import { holdBeyond, lockAvailability } from './hold-availability.server.ts'
import { holdFlagged } from './hold-flagged.server.ts'
import { holdInside } from './hold-inside-items.server.ts'
import { type BatchRow, lockBatch } from './load-batch.server.ts'
import { payment_batch } from './payment-batch.entity.ts'
import { batch_states } from './payment-batch.rules.ts'

export const batchAnswer = z.strictObject({ id: z.uuid(), human_id: z.string(), status: z.string() })
export type BatchAnswer = z.infer<typeof batchAnswer>

/** Takes the step, or refuses it with its reason. */
export async function stepBatch(
  context: VerbContext,
  id: string,
  action: 'submit' | 'review' | 'cancel',
  {
    cancel_reason = null,
    updated_at,
  }: { cancel_reason?: string | null; updated_at?: string | undefined } = {},
): Promise<BatchAnswer> {
  const { tx, viewer, clock } = context
  const batch = await lockBatch(context, id, action)
  requireSeen('batch', batch.updated_at, updated_at)
  if (action === 'review') await holdAtReview(context, batch)
  const status = present(batch_states[action].to, 'the status of the step')
  const at = clock.now()
  await updateRow(tx, payment_batch, id, {
    status,
    updated_at: at,
    ...(action === 'review' ? { reviewed_by: viewer.user_id, reviewed_at: at } : {}),
    ...(action === 'cancel' ? { cancelled_by: viewer.user_id, cancelled_at: at, cancel_reason } : {}),
  })
  context.audit({
    entity: 'payment.payment_batch',
    entity_id: id,
    old_values: { status: batch.status },
    new_values: { status, ...(cancel_reason === null ? {} : { reason: cancel_reason }) },
  })
  return { id, human_id: batch.human_id, status }
}

/** @throws precondition where availability covers no item any more */
async function holdAtReview(context: VerbContext, batch: BatchRow): Promise<void> {
  await lockAvailability(context.tx, batch)
  const flagged = await holdFlagged(context, batch)
  const inside = await holdInside(context, batch)
  const held = await holdBeyond(context, batch, 'review')
  if (held > 0 && held + flagged + inside === batch.item_count)
    throw precondition(`Availability covers no payment of batch ${batch.human_id} any more`)
}
