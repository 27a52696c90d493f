import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { termsInput } from '../parties/party-input.server.ts'
import { single_enterers } from './single-document.rules.ts'
import { draftOf, updatedAnswer, updateSingle } from './single-document.server.ts'
import { singleInput } from './single-values.server.ts'

/** The agency stays. */
const { agency_id: _, ...content_input } = singleInput
const input = z.strictObject({
  ...content_input,
  id: z.uuid(),
  payment_terms: termsInput.default(0),
})

/** Replaces the typed values of a draft. */
export const updateAdhocFee = verb({
  action_id: 'contract.adhoc_fee.update',
  since: '0.1.0',
  summary: 'Changes a draft of an ad-hoc fee',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_enterers.adhoc_fee,
  input,
  output: updatedAnswer,
  run: async (context, { id, payment_terms, ...content }) => {
    const kind = 'adhoc_fee'
    const { row, agency } = await draftOf(context, kind, id)
    const parties = { client_id: null, supplier_id: null }
    return updateSingle(context, row, { kind, agency, ...parties, payment_terms, content })
  },
})
