import type { z } from 'zod'
import { verb } from '#server/verb.ts'
import { single_raisers } from './single-document.rules.ts'
import { actInput, raiseSingleDocument } from './single-document.server.ts'

type Raised = Awaited<ReturnType<typeof raiseSingleDocument>>

/** Issues the document, dated today: from here on it does not change. */
export const raiseAdhocFee = verb<z.infer<typeof actInput>, Raised>({
  action_id: 'contract.adhoc_fee.raise',
  since: '0.1.0',
  summary: 'Raises the invoice of an ad-hoc fee',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_raisers.adhoc_fee,
  input: actInput,
  run: (context, { id }) => raiseSingleDocument(context, 'adhoc_fee', id),
})
