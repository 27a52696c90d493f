import { verb } from '#server/verb.ts'
import { single_enterers } from './single-document.rules.ts'
import { actInput, deletedAnswer, deleteSingle } from './single-document.server.ts'

/** Deletes a draft that was entered by mistake. */
export const deleteAdhocFee = verb({
  action_id: 'contract.adhoc_fee.delete',
  since: '0.1.0',
  summary: 'Deletes a draft of an ad-hoc fee',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_enterers.adhoc_fee,
  input: actInput,
  output: deletedAnswer,
  run: (context, { id }) => deleteSingle(context, 'adhoc_fee', id),
})
