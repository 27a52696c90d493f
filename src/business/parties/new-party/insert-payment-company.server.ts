/** Rows of a payment company, for the verbs that take one on. */
import { z } from 'zod'
import type { VerbContext } from '#server/verb.ts'
import { currencyId, insertCompany, type Submitted } from '../insert-party.server.ts'
import { valuesOf } from '../onboarding/party-values.server.ts'
import { insertDraft } from '../onboarding/submitted.server.ts'
import { allOf, type Earlier, endFacts, type Made, writeBusiness } from '../onboarding/write-party.server.ts'
import { companyInput, currencyInput } from '../party-input.server.ts'

export const payment_company_shape = { company: companyInput, currency: currencyInput }
export const payment_company_types = ['limited', 'umbrella', 'selfemployed', 'payer'] as const
const shape = z.strictObject({ ...payment_company_shape, type: z.enum(payment_company_types) })

type NewCompany = {
  readonly company: z.infer<typeof shape>
  /** The agency that enters it. */
  readonly agency_id: string | null
  readonly submitted: Submitted | null
}

/** With the draft and the audit of the new party. @throws invalid on `brn` and `currency` */
export async function insertPaymentCompany(context: VerbContext, asked: NewCompany): Promise<Made> {
  const { company, agency_id, submitted } = asked
  const made = await writePaymentCompany(context, company, submitted, null)
  if (submitted)
    await insertDraft(context, {
      kind: company.type,
      entity_id: made.id,
      status: 'submitted',
      values: valuesOf({ company: company.company, currency: company.currency }),
      agency_id,
    })
  context.audit({
    entity: 'business.business',
    entity_id: made.id,
    new_values: { ...made, status: submitted ? 'submitted' : 'onboarded', type: company.type },
  })
  return made
}

export async function writePaymentCompany(
  context: VerbContext,
  { type, company, currency }: z.infer<typeof shape>,
  submitted: Submitted | null,
  earlier: Earlier | null,
): Promise<Made> {
  const { viewer } = context
  await endFacts(context, earlier)
  const [company_id, base_currency_id] = await allOf(
    () => insertCompany(context, company),
    () => currencyId(context, currency),
  )
  return writeBusiness(context, earlier, {
    type,
    name: company.name,
    provider_id: viewer.provider_id,
    company_id,
    base_currency_id,
    made_by_id: viewer.business_id,
    submitted,
  })
}
