import type { z } from 'zod'
import { verb } from '#server/verb.ts'
import { single_raisers } from './single-document.rules.ts'
import { actInput, raiseSingleDocument } from './single-document.server.ts'

type Raised = Awaited<ReturnType<typeof raiseSingleDocument>>

/** Issues the document, dated today: from here on it does not change. */
export const raiseSalesInvoice = verb<z.infer<typeof actInput>, Raised>({
  action_id: 'contract.sales_invoice.raise',
  since: '0.1.0',
  summary: 'Raises a sales invoice',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_raisers.sales_invoice,
  input: actInput,
  run: (context, { id }) => raiseSingleDocument(context, 'sales_invoice', id),
})
