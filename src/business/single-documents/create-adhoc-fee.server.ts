import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { termsInput } from '../parties/party-input.server.ts'
import { actingAgency } from '../parties/visible-business.server.ts'
import { single_enterers } from './single-document.rules.ts'
import { insertSingle } from './single-document.server.ts'
import { singleInput } from './single-values.server.ts'

const input = z.strictObject({ ...singleInput, payment_terms: termsInput.default(0) })
const madeAnswer = z.strictObject({ id: z.uuid(), human_id: z.string(), status: z.string() })

/** A draft fee of the provider to an agency outside its fee rules. */
export const createAdhocFee = verb({
  action_id: 'contract.adhoc_fee.create',
  since: '0.1.0',
  summary: 'Creates a draft of an ad-hoc fee to an agency',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_enterers.adhoc_fee,
  input,
  output: madeAnswer,
  run: async (context, { payment_terms, ...content }) => {
    const agency = await actingAgency(context, content.agency_id)
    const kind = 'adhoc_fee'
    return insertSingle(context, { kind, agency, client_id: null, supplier_id: null, payment_terms, content })
  },
})
