/** A client, funder or agency: its company and its business, for the verbs that take one on. */
import type { VerbContext } from '#server/verb.ts'
import { currencyId, insertCompany, type NewBusiness } from '../insert-party.server.ts'
import { allOf, type Earlier, endFacts, type Made, writeBusiness } from '../onboarding/write-party.server.ts'

type Company = Parameters<typeof insertCompany>[1]

type NewCompanyParty = Omit<NewBusiness, 'name' | 'company_id' | 'base_currency_id'> & {
  readonly company: Company
  /** ISO code. */
  readonly currency: string
  readonly email_domains?: Parameters<typeof insertCompany>[2]
}

/** @returns the business, with the id of its currency. @throws invalid, with the faults of both parts */
export async function insertCompanyParty(
  context: VerbContext,
  earlier: Earlier | null,
  { company, currency, email_domains, ...business }: NewCompanyParty,
): Promise<Made & { readonly currency_id: string }> {
  await endFacts(context, earlier)
  const [company_id, currency_id] = await allOf(
    () => insertCompany(context, company, email_domains),
    () => currencyId(context, currency),
  )
  const made = await writeBusiness(context, earlier, {
    ...business,
    name: company.name,
    company_id,
    base_currency_id: currency_id,
  })
  return { ...made, currency_id }
}
