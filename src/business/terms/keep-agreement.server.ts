import type { Day } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'

export type KeptAgreement = { readonly self_billing_from: Day | null; readonly self_billing_to: Day | null }

/**
 * A placement with a former or a further payee keeps the self-billing agreement of that payee. Any other follows the
 * contractor's link.
 */
export async function keepAgreement(
  { tx }: Pick<VerbContext, 'tx'>,
  contract_id: string,
  kept: KeptAgreement | null,
): Promise<void> {
  await tx.run(
    `update contract.contract set keeps_self_billing = $2, self_billing_from = $3, self_billing_to = $4
     where id = $1 and (keeps_self_billing or $2)`,
    [contract_id, kept !== null, kept?.self_billing_from ?? null, kept?.self_billing_to ?? null],
  )
}
