import { z } from 'zod'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { seenInput } from '../shared/seen.server.ts'
import { who } from './payment-batch.rules.ts'
import { batchAnswer, stepBatch } from './step-payment-batch.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  /** Of the batch as the reviewer saw it: its maker may take documents in meanwhile. */
  updated_at: seenInput,
})

/** The second pair of eyes. @throws not_allowed for the maker of the batch */
export const reviewPaymentBatch = verb({
  action_id: 'payment.payment_batch.review',
  since: '0.1.0',
  summary: 'Reviews a payment batch as a second person',
  machine: 'refused',
  impersonator: 'refused',
  who: who.review,
  input,
  output: batchAnswer,
  step_up: FIVE_MINUTES,
  run: (context, { id, updated_at }) => stepBatch(context, id, 'review', { updated_at }),
})
