import { verb } from '#server/verb.ts'
import { single_raisers } from './single-document.rules.ts'
import { actInput, raisedAnswer, raiseSingleDocument } from './single-document.server.ts'

/** Issues the document, dated today: from here on it does not change. */
export const raiseAdhocFee = verb({
  action_id: 'contract.adhoc_fee.raise',
  since: '0.1.0',
  summary: 'Raises the invoice of an ad-hoc fee',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_raisers.adhoc_fee,
  input: actInput,
  output: raisedAnswer,
  run: (context, { id }) => raiseSingleDocument(context, 'adhoc_fee', id),
})
