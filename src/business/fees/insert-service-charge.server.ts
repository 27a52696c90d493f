import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { settleApproved } from '../parties/onboarding/settle-approved.server.ts'
import { service_charge } from '../rates/rate.entity.ts'
import type { ServiceCharge } from './fee-in-force.rules.ts'

/** Writes a fee rule and its audit row; the calling verbs have checked it. */
export async function insertCharge(context: VerbContext, rule: ServiceCharge): Promise<void> {
  const { tx, viewer, clock } = context
  await insertRow(tx, service_charge, {
    id: rule.id,
    fee_type: rule.fee_type,
    service_type: rule.service_type,
    funding_type: rule.funding_type,
    provider_id: viewer.business_id,
    agency_id: rule.agency_id,
    funder_id: rule.funder_id,
    payment_terms: rule.payment_terms,
    payment_terms_type: rule.payment_terms_type,
    type: rule.type,
    value: rule.value,
    fee_base: rule.fee_base,
    currency_id: rule.currency === null ? null : await currencyId(context, rule.currency),
    effective_from: rule.effective_from,
    effective_to: rule.effective_to,
    transaction_id: rule.transaction_id,
    replaced_by_id: null,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  const { agency_id, fee_type, service_type, type, value, currency, effective_from } = rule
  context.audit({
    entity: 'contract.service_charge',
    entity_id: rule.id,
    new_values: { agency_id, fee_type, service_type, type, value, currency, effective_from },
  })
  // It may have waited for its fee alone.
  await settleApproved(context, agency_id)
}
