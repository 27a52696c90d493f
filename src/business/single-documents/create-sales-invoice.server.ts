import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { termsInput } from '../parties/party-input.server.ts'
import { actingAgency } from '../parties/visible-business.server.ts'
import { single_enterers } from './single-document.rules.ts'
import { insertSingle, singleInput } from './single-document.server.ts'

const input = z.strictObject({
  ...singleInput,
  client_id: z.uuid(),
  /** Days; the client's terms with the agency unless said. */
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
    const linked = await context.tx.row<{ temp_payment_terms: number | null }>(
      `select temp_payment_terms from business.service where type = 'client-agency' and from_business_id = $1
         and to_business_id = $2 and status = 'active' and deleted_at is null`,
      [client_id, agency.id],
    )
    if (!linked) throw invalid({ client_id: 'Client not found' })
    const terms = payment_terms ?? linked.temp_payment_terms
    if (terms === null) throw invalid({ payment_terms: validationText.required })
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
