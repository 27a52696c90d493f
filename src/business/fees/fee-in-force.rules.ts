/** Which fee rule holds for a piece of work (spec §3 Service charge: by agency, funding type, terms and date). */
import type { Day } from '#kernel/day.ts'
import type { FundingModel, FundingType } from '../shared/invoice-types.rules.ts'

export type ServiceCharge = {
  readonly id: string
  readonly fee_type: 'service_fee' | 'platform_fee' | 'funder_fee' | 'funder_discount'
  /** The kind of work it applies to. */
  readonly service_type: 'temp_placement' | 'perm_placement' | 'expense'
  readonly agency_id: string
  readonly funder_id: string | null
  readonly funding_type: FundingType | null
  readonly payment_terms: number | null
  readonly payment_terms_type: 'contractor' | 'agency' | 'client' | null
  readonly type: 'percent' | 'fixed'
  readonly value: string
  readonly fee_base: 'gross' | 'net'
  /** The currency of a fixed fee. Null: the fee counts in the currency of the work. */
  readonly currency: string | null
  readonly effective_from: Day
  readonly effective_to: Day | null
  /** Made for one contract. */
  readonly transaction_id: string | null
}

export const fee_type_words = {
  service_fee: 'service fee',
  funder_fee: 'funder fee',
  funder_discount: 'funder discount',
  platform_fee: 'platform fee',
} as const satisfies Record<ServiceCharge['fee_type'], string>

export type FeeFor = {
  readonly fee_type: ServiceCharge['fee_type']
  readonly service_type: ServiceCharge['service_type']
  readonly agency_id: string
  readonly funder_id: string | null
  readonly contract_id: string
  readonly funding_type: FundingType
  readonly client_payment_terms: number | null
  readonly contractor_payment_terms: number | null
  readonly currency: string
  readonly on: Day
}

/**
 * The most specific rule in force: for the contract, for its terms, for its funding type, then general. Null without
 * one; `overlap` when two are equally specific.
 */
export function chargeInForce(
  charges: readonly ServiceCharge[],
  wanted: FeeFor,
): ServiceCharge | 'overlap' | null {
  const held = charges.flatMap((charge) => {
    const weight = weightOf(charge, wanted)
    return weight === null ? [] : [{ charge, weight }]
  })
  const most = Math.max(...held.map((one) => one.weight))
  const [best, other] = held.filter((one) => one.weight === most)
  if (best === undefined) return null
  return other === undefined ? best.charge : 'overlap'
}

export const no_fee_agreed = 'No fee is agreed for this funding: ask your provider for a fee rule'

/** Does each fee of work on this model have a rule? Two rules of one weight count: they are told apart later. */
export function hasAgreedFees(
  charges: readonly ServiceCharge[],
  funding_model: FundingModel,
  wanted: Omit<FeeFor, 'fee_type'>,
): boolean {
  const needed: readonly ServiceCharge['fee_type'][] =
    funding_model === 'indirect' ? ['funder_fee', 'platform_fee'] : ['service_fee']
  return needed.every((fee_type) => chargeInForce(charges, { ...wanted, fee_type }) !== null)
}

/** How particular a rule is to this work; null when it is for other work. */
function weightOf(charge: ServiceCharge, wanted: FeeFor): number | null {
  const is_in_force =
    charge.effective_from <= wanted.on && (charge.effective_to === null || charge.effective_to >= wanted.on)
  if (!is_in_force || charge.fee_type !== wanted.fee_type || charge.service_type !== wanted.service_type)
    return null
  if (charge.agency_id !== wanted.agency_id) return null
  if (charge.funder_id !== null && charge.funder_id !== wanted.funder_id) return null
  if (charge.transaction_id !== null && charge.transaction_id !== wanted.contract_id) return null
  if (charge.currency !== null && charge.currency !== wanted.currency) return null
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

/**
 * Would two rules apply to the same work equally specifically? Such rules are refused. Rules for terms of different
 * sides may overlap too (30 days of the client, 7 of the contractor).
 */
export function overlaps(a: ServiceCharge, b: ServiceCharge): boolean {
  const same = (
    key: 'fee_type' | 'service_type' | 'agency_id' | 'funder_id' | 'funding_type' | 'transaction_id',
  ) => a[key] === b[key]
  const subject =
    same('fee_type') && same('service_type') && same('agency_id') && same('funder_id') && same('funding_type')
  if (!subject || !same('transaction_id') || (a.payment_terms === null) !== (b.payment_terms === null))
    return false
  if (a.currency !== null && b.currency !== null && a.currency !== b.currency) return false
  const terms_meet = a.payment_terms_type !== b.payment_terms_type || a.payment_terms === b.payment_terms
  const days_meet =
    (a.effective_to === null || a.effective_to >= b.effective_from) &&
    (b.effective_to === null || b.effective_to >= a.effective_from)
  return terms_meet && days_meet
}
