import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { endDeduction, endInput } from './end-deduction.server.ts'

export const endAttachmentOrder = verb({
  action_id: 'business.attachment_order.end',
  since: '0.1.0',
  summary: 'Ends an order to deduct a debt, with the reason',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: endInput,
  output: z.strictObject({ id: z.uuid() }),
  run: (context, input) => endDeduction(context, 'attachment_order', input),
})
