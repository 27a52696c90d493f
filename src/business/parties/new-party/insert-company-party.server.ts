/** A client, funder or agency: its company and its business, for the verbs that take one on. */
import type { VerbContext } from '#server/verb.ts'
import { type ClientCompany, currencyId, insertCompany, type NewBusiness } from '../insert-party.server.ts'
import { allOf, type Earlier, endFacts, type Made, writeBusiness } from '../onboarding/write-party.server.ts'

type Company = Parameters<typeof insertCompany>[1]

type NewCompanyParty = Omit<NewBusiness, 'name' | 'company_id' | 'base_currency_id'> &
  ClientCompany & {
    readonly company: Company
    /** ISO code. */
    readonly currency: string
  }

/** @returns the business, with the id of its currency. @throws invalid, with the faults of both parts */
export async function insertCompanyParty(
  context: VerbContext,
  earlier: Earlier | null,
  { company, currency, email_domains, legal_form, ...business }: NewCompanyParty,
): Promise<Made & { readonly currency_id: string }> {
  await endFacts(context, earlier)
  const [company_id, currency_id] = await allOf(
    () => insertCompany(context, company, { email_domains, legal_form }),
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
