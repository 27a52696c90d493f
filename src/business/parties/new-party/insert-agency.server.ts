/** Rows of an agency of the provider, for the verbs that take one on. */
import { z } from 'zod'
import type { VerbContext } from '#server/verb.ts'
import { compliance_feature } from '../compliance/compliance.rules.ts'
import { followFeature } from '../compliance/compliance-status.server.ts'
import { default_not_allowed, modelInput, modelsInput } from '../features/funding-model-input.server.ts'
import type { Submitted } from '../insert-party.server.ts'
import { type Earlier, type Made, writeService } from '../onboarding/write-party.server.ts'
import { approval_feature } from '../onboarding.rules.ts'
import { companyInput, currencyInput } from '../party-input.server.ts'
import { insertCompanyParty } from './insert-company-party.server.ts'

export const agency_shape = {
  company: companyInput,
  funding_model: modelInput,
  /** Absent: the default alone. */
  funding_models: modelsInput.optional(),
  currency: currencyInput,
  /** Whether it keeps the papers of its parties here, and a missing one counts (decision 0064). */
  compliance_documents: z.boolean().default(false),
  /** Whether clients and people that it enters through the API and imports wait for an approval (decision 0066). */
  party_approval: z.boolean().default(false),
}
const input = z.strictObject(agency_shape)
type Agency = z.infer<typeof input>

/** The default is one of the allowed models. */
export function requireDefault(
  { funding_model, funding_models = [funding_model] }: Pick<Agency, 'funding_model' | 'funding_models'>,
  found: z.RefinementCtx,
): void {
  if (!funding_models.includes(funding_model))
    found.addIssue({ code: 'custom', path: ['funding_model'], message: default_not_allowed })
}

type NewAgency = {
  readonly agency: Agency
  readonly submitted: Submitted
  readonly earlier?: Earlier | null
}

/** @throws invalid, with all faults */
export async function insertAgency(
  context: VerbContext,
  { agency, submitted, earlier = null }: NewAgency,
): Promise<Made & { readonly service_id: string }> {
  const { company, currency, funding_model, funding_models = [funding_model] } = agency
  const provider_id = context.viewer.business_id
  const { currency_id, ...made } = await insertCompanyParty(context, earlier, {
    type: 'agency',
    company,
    currency,
    provider_id,
    funding_model,
    funding_models,
    submitted,
  })
  await setFeatures(context, made.id, agency)
  const service_id = await writeService(context, earlier, {
    type: 'agency-provider',
    from_business_id: made.id,
    to_business_id: provider_id,
    provider_id,
    agency_id: made.id,
    currency_id,
    is_draft: true,
  })
  await followFeature(context, made.id)
  return { ...made, service_id }
}

/** As this submission says: an earlier one may have said otherwise. */
async function setFeatures(
  { tx }: VerbContext,
  agency_id: string,
  { compliance_documents, party_approval }: Agency,
): Promise<void> {
  for (const [code, is_on] of [
    [compliance_feature, compliance_documents],
    [approval_feature, party_approval],
  ] as const)
    await tx.run(
      is_on
        ? 'insert into business.business_feature (business_id, feature_code) values ($1, $2) on conflict do nothing'
        : 'delete from business.business_feature where business_id = $1 and feature_code = $2',
      [agency_id, code],
    )
}
