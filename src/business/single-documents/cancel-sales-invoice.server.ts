import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { single_enterers } from './single-document.rules.ts'
import { cancelInput, cancelSingleDocument } from './single-document.server.ts'

/** Takes a draft out, with a reason (spec §5: required). */
export const cancelSalesInvoice = verb({
  action_id: 'contract.sales_invoice.cancel',
  since: '0.1.0',
  summary: 'Cancels a draft of a sales invoice, with a reason',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_enterers.sales_invoice,
  input: cancelInput,
  output: z.strictObject({ id: z.uuid(), status: z.literal('cancelled') }),
  run: (context, input) => cancelSingleDocument(context, 'sales_invoice', input),
})
