import { verb } from '#server/verb.ts'
import { single_enterers } from './single-document.rules.ts'
import { actInput, deletedAnswer, deleteSingle } from './single-document.server.ts'

/** Deletes a draft that was entered by mistake. */
export const deletePurchaseLedger = verb({
  action_id: 'contract.purchase_ledger.delete',
  since: '0.1.0',
  summary: "Deletes a draft of a supplier's bill",
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_enterers.purchase_ledger,
  input: actInput,
  output: deletedAnswer,
  run: (context, { id }) => deleteSingle(context, 'purchase_ledger', id),
})
