import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import type { ServiceCharge } from './fee-in-force.rules.ts'

/** The columns of a fee rule as `chargeInForce` takes it. */
export const charge_columns = `id, fee_type, service_type, agency_id, funder_id, funding_type, payment_terms, payment_terms_type,
  type, value, fee_base, effective_from, effective_to, transaction_id,
  (select y.alpha_code from platform.currency y where y.id = service_charge.currency_id) as currency`

/** Fee rules of these agencies in force on the day; `chargeInForce` chooses among them. */
export function readCharges(tx: Tx, agency_ids: readonly string[], on: Day): Promise<ServiceCharge[]> {
  return tx.rows<ServiceCharge>(
    `select ${charge_columns} from contract.service_charge
     where agency_id = any ($1) and deleted_at is null and effective_from <= $2
       and (effective_to is null or effective_to >= $2)`,
    [agency_ids, on],
  )
}
