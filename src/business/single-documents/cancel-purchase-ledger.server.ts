import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { single_enterers } from './single-document.rules.ts'
import { cancelInput, cancelSingleDocument } from './single-document.server.ts'

/** Takes a draft out, with a reason (spec §5: required). */
export const cancelPurchaseLedger = verb({
  action_id: 'contract.purchase_ledger.cancel',
  since: '0.1.0',
  summary: 'Cancels a draft of a purchase ledger entry, with a reason',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_enterers.purchase_ledger,
  input: cancelInput,
  output: z.strictObject({ id: z.uuid(), status: z.literal('cancelled') }),
  run: (context, input) => cancelSingleDocument(context, 'purchase_ledger', input),
})
