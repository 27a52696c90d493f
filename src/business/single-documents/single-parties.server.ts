/** The parties of single documents that a person names: a linked client with its terms, a supplier and its bill. */
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { lockKey } from '../shared/lock-key.server.ts'

/** @returns the days of payment: as typed, else the client's terms with the agency. @throws invalid for another's client */
export async function termsWithClient(
  { tx }: VerbContext,
  agency_id: string,
  client_id: string,
  typed: number | undefined,
): Promise<number> {
  const linked = await tx.row<{ temp_payment_terms: number | null }>(
    `select temp_payment_terms from business.service where type = 'client-agency' and from_business_id = $1
       and to_business_id = $2 and status = 'active' and deleted_at is null`,
    [client_id, agency_id],
  )
  if (!linked) throw invalid({ client_id: 'Client not found' })
  const terms = typed ?? linked.temp_payment_terms
  if (terms === null) throw invalid({ payment_terms: validationText.required })
  return terms
}

type Bill = {
  readonly agency_id: string
  readonly supplier_id: string
  /** The supplier's own number. */
  readonly reference: string
  /** The document that is corrected; null: a new one. */
  readonly except_id: string | null
}

/** @returns the supplier of a bill that is not entered yet. @throws invalid for one that is */
export async function supplierOfBill(
  context: VerbContext,
  { agency_id, supplier_id, reference, except_id }: Bill,
): Promise<string> {
  const supplier = await visibleBusiness(context, supplier_id, 'limited', 'umbrella', 'selfemployed', 'payer')
  await lockKey(context.tx, 'bills', agency_id, supplier.id)
  const again = await context.tx.row<{ human_id: string }>(
    `select human_id from contract.contract where type = 'purchase_ledger' and agency_id = $1 and payment_company_id = $2
       and lower(reference) = lower($3) and status <> 'cancelled' and deleted_at is null and id is distinct from $4 limit 1`,
    [agency_id, supplier.id, reference, except_id],
  )
  if (again) throw invalid({ reference: `This bill is entered already, as ${again.human_id}` })
  return supplier.id
}
