/** Rows of a payment company, for the verbs that take one on. */
import type { z } from 'zod'
import type { VerbContext } from '#server/verb.ts'
import { currencyId, insertBusiness, insertCompany } from '../insert-party.server.ts'
import type { CompanyInput, currencyInput } from '../party-input.server.ts'

type NewCompany = {
  readonly type: 'limited' | 'umbrella' | 'selfemployed' | 'payer'
  readonly company: CompanyInput
  readonly currency: z.infer<typeof currencyInput>
}

/** @throws invalid on `brn` and `currency` */
export async function insertPaymentCompany(
  context: VerbContext,
  { type, company, currency }: NewCompany,
): Promise<{ id: string; human_id: string }> {
  const { viewer } = context
  const company_id = await insertCompany(context, company)
  const base_currency_id = await currencyId(context, currency)
  const made = await insertBusiness(context, {
    type,
    name: company.name,
    provider_id: viewer.provider_id,
    company_id,
    base_currency_id,
    made_by_id: viewer.business_id,
  })
  context.audit({
    entity: 'business.business',
    entity_id: made.id,
    new_values: { ...made, status: 'onboarded', type },
  })
  return made
}
