import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { mandatory, termsInput } from '../parties/party-input.server.ts'
import { actingAgency, visibleBusiness } from '../parties/visible-business.server.ts'
import { lockKey } from '../shared/lock-key.server.ts'
import { single_enterers } from './single-document.rules.ts'
import { insertSingle, singleInput } from './single-document.server.ts'

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
    const supplier = await visibleBusiness(
      context,
      supplier_id,
      'limited',
      'umbrella',
      'selfemployed',
      'payer',
    )
    await lockKey(context.tx, 'bills', agency.id, supplier.id)
    const again = await context.tx.row<{ human_id: string }>(
      `select human_id from contract.contract where type = 'purchase_ledger' and agency_id = $1 and payment_company_id = $2
         and lower(reference) = lower($3) and status <> 'cancelled' and deleted_at is null limit 1`,
      [agency.id, supplier.id, content.reference],
    )
    if (again) throw invalid({ reference: `This bill is entered already, as ${again.human_id}` })
    const kind = 'purchase_ledger'
    return insertSingle(context, {
      kind,
      agency,
      client_id: null,
      supplier_id: supplier.id,
      payment_terms,
      content,
    })
  },
})
