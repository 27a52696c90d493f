import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { mandatory, termsInput } from '../parties/party-input.server.ts'
import { actingAgency } from '../parties/visible-business.server.ts'
import { single_enterers } from './single-document.rules.ts'
import { insertSingle } from './single-document.server.ts'
import { supplierOfBill } from './single-parties.server.ts'
import { singleInput } from './single-values.server.ts'

const input = z.strictObject({
  ...singleInput,
  /** A company that is paid: limited, umbrella, self-employed or payer. */
  supplier_id: z.uuid(),
  /** The supplier's own number of the bill. */
  reference: mandatory,
  payment_terms: termsInput,
})
const madeAnswer = z.strictObject({ id: z.uuid(), human_id: z.string(), status: z.string() })

/** A supplier's bill to the agency, entered from its paper. The same bill is not entered twice. */
export const createPurchaseLedger = verb({
  action_id: 'contract.purchase_ledger.create',
  since: '0.1.0',
  summary: "Creates a draft of a supplier's bill to an agency",
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_enterers.purchase_ledger,
  input,
  output: madeAnswer,
  run: async (context, { supplier_id, payment_terms, ...content }) => {
    const agency = await actingAgency(context, content.agency_id)
    const bill = { agency_id: agency.id, supplier_id, reference: content.reference, except_id: null }
    const supplier = await supplierOfBill(context, bill)
    const kind = 'purchase_ledger'
    return insertSingle(context, {
      kind,
      agency,
      client_id: null,
      supplier_id: supplier,
      payment_terms,
      content,
    })
  },
})
