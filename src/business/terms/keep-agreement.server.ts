import type { VerbContext } from '#server/verb.ts'
import type { FormerPayment } from '../shared/former-payments.rules.ts'

/** A placement with a former payee keeps the self-billing agreement of that payee; any other follows the contractor's link. */
export async function keepAgreement(
  { tx }: Pick<VerbContext, 'tx'>,
  contract_id: string,
  former: FormerPayment | null,
  agency_id: string,
): Promise<void> {
  const agreed = former?.agreements.find((one) => one.agency_id === agency_id)
  await tx.run(
    `update contract.contract set keeps_self_billing = $2, self_billing_from = $3, self_billing_to = $4
     where id = $1 and (keeps_self_billing or $2)`,
    [contract_id, former !== null, agreed?.self_billing_from ?? null, agreed?.self_billing_to ?? null],
  )
}
