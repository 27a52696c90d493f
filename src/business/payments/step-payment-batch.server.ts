/** The steps of a batch that move no money: submit, review, cancel. */
import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import { lockBatch } from './load-batch.server.ts'
import { batch_states } from './payment-batch.rules.ts'

export type BatchAnswer = { id: string; human_id: string; status: string }

/** Takes the step, or refuses it with its reason. */
export async function stepBatch(
  context: VerbContext,
  id: string,
  action: 'submit' | 'review' | 'cancel',
): Promise<BatchAnswer> {
  const { tx, viewer, clock } = context
  const batch = await lockBatch(context, id, action)
  const status = present(batch_states[action].to, 'the status of the step')
  await tx.run(
    `update payment.payment_batch set status = $2, updated_at = $3,
       reviewed_by = case when $2 = 'reviewed' then $4 else reviewed_by end,
       reviewed_at = case when $2 = 'reviewed' then $3 else reviewed_at end where id = $1`,
    [id, status, clock.now(), viewer.user_id],
  )
  context.audit({
    entity: 'payment.payment_batch',
    entity_id: id,
    old_values: { status: batch.status },
    new_values: { status },
  })
  return { id, human_id: batch.human_id, status }
}
