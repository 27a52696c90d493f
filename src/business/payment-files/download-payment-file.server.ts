import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { batch_checkers } from '../payments/payment-batch.rules.ts'

const input = z.strictObject({ id: z.uuid() })
const answer = z.strictObject({
  id: z.uuid(),
  file_name: z.string(),
  sha256: z.string(),
  content: z.string(),
})
type Answer = z.infer<typeof answer>

/** Returns the file to people who release payments; the audit log names each download. */
export const downloadPaymentFile = verb({
  action_id: 'payment.payment_file.download',
  since: '0.1.0',
  summary: "Downloads the bank's file of a payment batch",
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: batch_checkers },
  input,
  output: answer,
  step_up: FIVE_MINUTES,
  run: async (context, { id }) => {
    const { tx, viewer } = context
    const [file] = await loadVisible<Answer>(tx, viewer, 'payment.payment_file', [id], {
      columns: 't.id, t.file_name, t.sha256, t.content',
    })
    if (!file) throw notFound('Payment file')
    context.audit({
      entity: 'payment.payment_file',
      entity_id: id,
      new_values: { downloaded: file.file_name, sha256: file.sha256 },
    })
    return file
  },
})
