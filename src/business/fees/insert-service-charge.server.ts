import type { VerbContext } from '#server/verb.ts'
import type { ServiceCharge } from './fee-in-force.rules.ts'

/** Writes a fee rule and its audit row; the calling verbs have checked it. */
export async function insertCharge(context: VerbContext, rule: ServiceCharge): Promise<void> {
  const { tx, viewer, clock } = context
  await tx.run(
    `insert into contract.service_charge (id, fee_type, service_type, funding_type, provider_id, agency_id, funder_id,
       payment_terms, payment_terms_type, type, value, fee_base, effective_from, effective_to, transaction_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)`,
    [
      rule.id,
      rule.fee_type,
      rule.service_type,
      rule.funding_type,
      viewer.business_id,
      rule.agency_id,
      rule.funder_id,
      rule.payment_terms,
      rule.payment_terms_type,
      rule.type,
      rule.value,
      rule.fee_base,
      rule.effective_from,
      rule.effective_to,
      rule.transaction_id,
      clock.now(),
    ],
  )
  const { agency_id, fee_type, service_type, type, value, effective_from } = rule
  context.audit({
    entity: 'contract.service_charge',
    entity_id: rule.id,
    new_values: { agency_id, fee_type, service_type, type, value, effective_from },
  })
}
