/** Which fee rule holds for a piece of work (spec §3 Service charge: by agency, funding type, terms and date). */
import type { Day } from '#kernel/day.ts'
import type { FundingType } from './invoice-types.rules.ts'

export type ServiceCharge = {
  readonly id: string
  readonly fee_type: 'service_fee' | 'platform_fee' | 'funder_fee'
  readonly agency_id: string
  readonly funder_id: string | null
  readonly funding_type: FundingType | null
  readonly payment_terms: number | null
  readonly payment_terms_type: 'contractor' | 'agency' | 'client' | null
  readonly type: 'percent' | 'fixed'
  readonly value: string
  readonly fee_base: 'gross' | 'net'
  readonly effective_from: Day
  readonly effective_to: Day | null
  /** Made for one contract. */
  readonly transaction_id: string | null
}

export type FeeFor = {
  readonly fee_type: ServiceCharge['fee_type']
  readonly agency_id: string
  readonly funder_id: string | null
  readonly contract_id: string
  readonly funding_type: FundingType
  readonly client_payment_terms: number | null
  readonly contractor_payment_terms: number | null
  readonly on: Day
}

/**
 * The rule in force that says most about this work: one for the contract before one for its terms, before one for its
 * funding type, before a general one; of equals the newest. Null when there is none.
 */
export function chargeInForce(charges: readonly ServiceCharge[], wanted: FeeFor): ServiceCharge | null {
  let best: { charge: ServiceCharge; weight: number } | null = null
  for (const charge of charges) {
    const weight = weightOf(charge, wanted)
    if (weight === null) continue
    if (best === null || weight > best.weight || (weight === best.weight && isNewer(charge, best.charge))) {
      best = { charge, weight }
    }
  }
  return best?.charge ?? null
}

/** How particular a rule is to this work; null when it is for other work. */
function weightOf(charge: ServiceCharge, wanted: FeeFor): number | null {
  const is_in_force =
    charge.effective_from <= wanted.on && (charge.effective_to === null || charge.effective_to >= wanted.on)
  if (!is_in_force || charge.fee_type !== wanted.fee_type || charge.agency_id !== wanted.agency_id)
    return null
  if (charge.funder_id !== null && charge.funder_id !== wanted.funder_id) return null
  if (charge.transaction_id !== null && charge.transaction_id !== wanted.contract_id) return null
  if (charge.funding_type !== null && charge.funding_type !== wanted.funding_type) return null
  if (charge.payment_terms !== null && charge.payment_terms !== termsOf(charge, wanted)) return null
  return (
    (charge.transaction_id === null ? 0 : 8) +
    (charge.payment_terms === null ? 0 : 4) +
    (charge.funding_type === null ? 0 : 2) +
    (charge.funder_id === null ? 0 : 1)
  )
}

/** Terms of the side the rule speaks of; an agency has none of its own. */
function termsOf(charge: ServiceCharge, wanted: FeeFor): number | null {
  if (charge.payment_terms_type === 'contractor') return wanted.contractor_payment_terms
  return charge.payment_terms_type === 'agency' ? null : wanted.client_payment_terms
}

function isNewer(a: ServiceCharge, b: ServiceCharge): boolean {
  return a.effective_from === b.effective_from ? a.id > b.id : a.effective_from > b.effective_from
}
