import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { termsInput } from '../parties/party-input.server.ts'
import { actingAgency } from '../parties/visible-business.server.ts'
import { single_enterers } from './single-document.rules.ts'
import { insertSingle } from './single-document.server.ts'
import { termsWithClient } from './single-parties.server.ts'
import { singleInput } from './single-values.server.ts'

const input = z.strictObject({
  ...singleInput,
  client_id: z.uuid(),
  /** Days; the client's terms with the agency unless given. */
  payment_terms: termsInput.optional(),
})
const madeAnswer = z.strictObject({ id: z.uuid(), human_id: z.string(), status: z.string() })

/** A draft invoice of the agency to its client for something that is no placement. */
export const createSalesInvoice = verb({
  action_id: 'contract.sales_invoice.create',
  since: '0.1.0',
  summary: "Creates a draft of an agency's invoice for anything but a placement",
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_enterers.sales_invoice,
  input,
  output: madeAnswer,
  run: async (context, { client_id, payment_terms, ...content }) => {
    const agency = await actingAgency(context, content.agency_id)
    const terms = await termsWithClient(context, agency.id, client_id, payment_terms)
    const kind = 'sales_invoice'
    return insertSingle(context, {
      kind,
      agency,
      client_id,
      supplier_id: null,
      payment_terms: terms,
      content,
    })
  },
})
