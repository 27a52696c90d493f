import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { mandatory, termsInput } from '../parties/party-input.server.ts'
import { single_enterers } from './single-document.rules.ts'
import { draftOf, updatedAnswer, updateSingle } from './single-document.server.ts'
import { supplierOfBill } from './single-parties.server.ts'
import { singleInput } from './single-values.server.ts'

/** The agency stays. */
const { agency_id: _, ...content_input } = singleInput
const input = z.strictObject({
  ...content_input,
  id: z.uuid(),
  supplier_id: z.uuid(),
  /** The supplier's own number of the bill. */
  reference: mandatory,
  payment_terms: termsInput,
})

/** Replaces the typed values of a draft. */
export const updatePurchaseLedger = verb({
  action_id: 'contract.purchase_ledger.update',
  since: '0.1.0',
  summary: "Changes a draft of a supplier's bill",
  machine: 'allowed',
  impersonator: 'allowed',
  who: single_enterers.purchase_ledger,
  input,
  output: updatedAnswer,
  run: async (context, { id, supplier_id, payment_terms, ...content }) => {
    const kind = 'purchase_ledger'
    const { row, agency } = await draftOf(context, kind, id)
    const bill = { agency_id: agency.id, supplier_id, reference: content.reference, except_id: id }
    const parties = { client_id: null, supplier_id: await supplierOfBill(context, bill) }
    return updateSingle(context, row, { kind, agency, ...parties, payment_terms, content })
  },
})
