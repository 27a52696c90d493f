/** Remarks for the approvers of a party: effects of its VAT registration and self-billing agreement. Pure. */
export type RemarkFacts = {
  readonly kind: string
  readonly name: string
  readonly is_registered: boolean
  readonly provider: string | null
  readonly is_provider_registered: boolean
  /** The company through which a contractor is paid. */
  readonly company: string | null
  readonly is_company_registered: boolean
  /** No self-billing agreement of today between contractor and agency. */
  readonly lacks_agreement: boolean
}

export function remarksOf(facts: RemarkFacts): readonly string[] {
  const { kind, name, is_registered, provider, is_provider_registered, company } = facts
  if (kind === 'agency' && provider !== null && is_registered !== is_provider_registered)
    return [
      is_registered
        ? `${name} is registered for VAT and ${provider} is not: the VAT of its sales to ${provider} is a cost.`
        : `${provider} is registered for VAT and ${name} is not: clients are charged VAT, and its own sales carry none.`,
    ]
  if (kind === 'contractor' && company !== null && facts.is_company_registered && facts.lacks_agreement)
    return [`There is no self-billing agreement with ${company}: its self-bills show no VAT.`]
  return []
}
