import { verb } from '#server/verb.ts'
import { single_raisers } from './single-document.rules.ts'
import { actInput, raisedAnswer, raiseSingleDocument } from './single-document.server.ts'

/** Issues the document, dated today: from here on it does not change. */
export const raiseSalesInvoice = verb({
  action_id: 'contract.sales_invoice.raise',
  since: '0.1.0',
  summary: 'Raises a sales invoice',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_raisers.sales_invoice,
  input: actInput,
  output: raisedAnswer,
  run: (context, { id }) => raiseSingleDocument(context, 'sales_invoice', id),
})
