/** Facts of an agency that the form of a placement needs: its VAT, its default model and its fee rules. */
import { useQuery } from '@tanstack/react-query'
import { type Day, day } from '#kernel/day.ts'
import { currencyOrGbp } from '#kernel/money.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { chargeInForce, type ServiceCharge } from '../../fees/fee-in-force.rules.ts'
import { type FeeRule, feeRule } from '../../invoices/fee.rules.ts'
import type { FundingType } from '../../shared/invoice-types.rules.ts'

const document = gql(`query placement_facts($agency_id: uuid!, $service_type: String!) {
  agency: business_business_by_pk(id: $agency_id) { id funding_model company { is_vat_registered } }
  taxes: config_business_tax(where: { type: { _eq: "standard" } }) { value_numeric }
  charges: contract_service_charge(where: { agency_id: { _eq: $agency_id }, service_type: { _eq: $service_type } }, limit: 500) {
    id fee_type service_type agency_id funder_id funding_type payment_terms payment_terms_type type value fee_base currency { alpha_code } effective_from effective_to transaction_id
  }
}`)

type Facts = Answer<typeof document>

/** @param agency_id empty while the provider has chosen no agency */
export function usePlacementFacts(
  agency_id: string,
  service_type: 'temp_placement' | 'perm_placement' = 'temp_placement',
) {
  return useQuery({
    queryKey: ['placement_facts', agency_id, service_type],
    queryFn: ({ signal }) => graphql(document, { agency_id, service_type }, signal),
    enabled: agency_id !== '',
  })
}

export const placementCharges = ({ charges }: Pick<Facts, 'charges'>): ServiceCharge[] =>
  charges.map(chargeOf)

/** The service fee of the typed work; null without one, or for a reader that sees no fee rules. */
export function typedFee(
  { charges }: Pick<Facts, 'charges'>,
  typed: {
    readonly agency_id: string
    readonly funding_type: string
    readonly currency: string
    readonly client_payment_terms: string
    readonly contractor_payment_terms: string
    readonly on: Day
  },
): FeeRule | null {
  const days = (text: string) => (/^\d+$/.test(text) ? Number(text) : null)
  const charge = chargeInForce(placementCharges({ charges }), {
    fee_type: 'service_fee',
    service_type: 'temp_placement',
    agency_id: typed.agency_id,
    funder_id: null,
    contract_id: '',
    funding_type: typed.funding_type as FundingType, // One of the form's own choices.
    client_payment_terms: days(typed.client_payment_terms),
    contractor_payment_terms: days(typed.contractor_payment_terms),
    currency: typed.currency,
    on: typed.on,
  })
  if (charge === null || charge === 'overlap') return null
  return feeRule(charge.type, charge.value, charge.fee_base, currencyOrGbp(typed.currency))
}

// The endpoint's choices are the column's checks.
const chargeOf = (row: Facts['charges'][number]): ServiceCharge =>
  ({
    ...row,
    value: String(row.value),
    currency: row.currency?.alpha_code ?? null,
    effective_from: day(row.effective_from),
    effective_to: row.effective_to === null ? null : day(row.effective_to),
  }) as ServiceCharge
