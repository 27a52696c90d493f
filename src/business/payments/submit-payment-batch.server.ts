import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { who } from './payment-batch.rules.ts'
import { batchAnswer, stepBatch } from './step-payment-batch.server.ts'

const input = z.strictObject({ id: z.uuid() })

/** From its maker's hands into review. */
export const submitPaymentBatch = verb({
  action_id: 'payment.payment_batch.submit',
  since: '0.1.0',
  summary: 'Submits a payment batch for review',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.submit,
  input,
  output: batchAnswer,
  run: (context, { id }) => stepBatch(context, id, 'submit'),
})
