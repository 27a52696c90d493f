import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { type BatchAnswer, stepBatch } from './step-payment-batch.server.ts'

const input = z.strictObject({ id: z.uuid() })

/** The second pair of eyes. @throws not_allowed for the maker of the batch */
export const reviewPaymentBatch = verb<z.infer<typeof input>, BatchAnswer>({
  action_id: 'payment.payment_batch.review',
  input,
  refuse_impersonator: true,
  run: (context, { id }) => stepBatch(context, id, 'review'),
})
