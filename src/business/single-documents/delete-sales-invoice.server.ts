import { verb } from '#server/verb.ts'
import { single_enterers } from './single-document.rules.ts'
import { actInput, deletedAnswer, deleteSingle } from './single-document.server.ts'

/** Deletes a draft that was entered by mistake. */
export const deleteSalesInvoice = verb({
  action_id: 'contract.sales_invoice.delete',
  since: '0.1.0',
  summary: 'Deletes a draft of a sales invoice',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_enterers.sales_invoice,
  input: actInput,
  output: deletedAnswer,
  run: (context, { id }) => deleteSingle(context, 'sales_invoice', id),
})
