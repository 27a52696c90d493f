import type { z } from 'zod'
import { verb } from '#server/verb.ts'
import { single_raisers } from './single-document.rules.ts'
import { actInput, raiseSingleDocument } from './single-document.server.ts'

type Raised = Awaited<ReturnType<typeof raiseSingleDocument>>

/** Issues the document, dated today: from here on it does not change. */
export const raisePurchaseLedger = verb<z.infer<typeof actInput>, Raised>({
  action_id: 'contract.purchase_ledger.raise',
  since: '0.1.0',
  summary: 'Raises the document of a purchase ledger entry',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_raisers.purchase_ledger,
  input: actInput,
  run: (context, { id }) => raiseSingleDocument(context, 'purchase_ledger', id),
})
