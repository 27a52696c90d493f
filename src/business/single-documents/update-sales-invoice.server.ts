import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { termsInput } from '../parties/party-input.server.ts'
import { single_enterers } from './single-document.rules.ts'
import { draftOf, updatedAnswer, updateSingle } from './single-document.server.ts'
import { termsWithClient } from './single-parties.server.ts'
import { singleInput } from './single-values.server.ts'

/** The agency stays. */
const { agency_id: _, ...content_input } = singleInput
const input = z.strictObject({
  ...content_input,
  id: z.uuid(),
  client_id: z.uuid(),
  /** Days; the client's terms with the agency unless given. */
  payment_terms: termsInput.optional(),
})

/** Replaces the typed values of a draft. */
export const updateSalesInvoice = verb({
  action_id: 'contract.sales_invoice.update',
  since: '0.1.0',
  summary: 'Changes a draft of a sales invoice',
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_enterers.sales_invoice,
  input,
  output: updatedAnswer,
  run: async (context, { id, client_id, payment_terms, ...content }) => {
    const kind = 'sales_invoice'
    const { row, agency } = await draftOf(context, kind, id)
    const terms = await termsWithClient(context, agency.id, client_id, payment_terms)
    const parties = { client_id, supplier_id: null }
    return updateSingle(context, row, { kind, agency, ...parties, payment_terms: terms, content })
  },
})
