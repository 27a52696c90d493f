import { verb } from '#server/verb.ts'
import { single_raisers } from './single-document.rules.ts'
import { actInput, raisedAnswer, raiseSingleDocument } from './single-document.server.ts'

/** Issues the document, dated today: from here on it does not change. */
export const raisePurchaseLedger = verb({
  action_id: 'contract.purchase_ledger.raise',
  since: '0.1.0',
  summary: 'Raises the document of a purchase ledger entry',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_raisers.purchase_ledger,
  input: actInput,
  output: raisedAnswer,
  run: (context, { id }) => raiseSingleDocument(context, 'purchase_ledger', id),
})
