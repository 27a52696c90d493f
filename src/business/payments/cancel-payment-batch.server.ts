import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { who } from './payment-batch.rules.ts'
import { batchAnswer, stepBatch } from './step-payment-batch.server.ts'

const input = z.strictObject({ id: z.uuid(), reason: reasonInput })

/** Only before completion. Its documents are free for the next batch; earlier set-offs stay. */
export const cancelPaymentBatch = verb({
  action_id: 'payment.payment_batch.cancel',
  since: '0.1.0',
  summary: 'Cancels a payment batch before its completion',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.cancel,
  input,
  output: batchAnswer,
  run: async (context, { id, reason }) => {
    const answer = await stepBatch(context, id, 'cancel', { cancel_reason: reason })
    await context.tx.run(
      `update payment.payment_batch_item set status = 'removed', updated_at = $2
       where payment_batch_id = $1 and status in ('included', 'held')`,
      [id, context.clock.now()],
    )
    return answer
  },
})
