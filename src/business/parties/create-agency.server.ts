import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { compliance_feature } from './compliance/compliance.rules.ts'
import { default_not_allowed, modelInput, modelsInput } from './funding-model-input.server.ts'
import { currencyId, insertBusiness, insertCompany, insertService } from './insert-party.server.ts'
import { approval_feature } from './onboarding/onboarding.rules.ts'
import { companyInput, currencyInput } from './party-input.server.ts'

const input = z
  .strictObject({
    company: companyInput,
    funding_model: modelInput,
    /** Absent: the default alone. */
    funding_models: modelsInput.optional(),
    currency: currencyInput,
    /** Whether it keeps the papers of its parties here, and a missing one counts (decision 0064). */
    compliance_documents: z.boolean().default(false),
    /** Whether clients and people that it enters through the API and imports wait for an approval (decision 0066). */
    party_approval: z.boolean().default(false),
  })
  .refine(({ funding_model, funding_models = [funding_model] }) => funding_models.includes(funding_model), {
    path: ['funding_model'],
    error: default_not_allowed,
  })

/** A provider takes on an agency (spec §6: the provider sees it by its service). */
export const createAgency = verb({
  action_id: 'business.agency.create',
  since: '0.1.0',
  summary: 'Creates an agency with its first people',
  machine: 'refused',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: async (context, { company, funding_model, funding_models = [funding_model], ...asked }) => {
    const { viewer } = context
    const company_id = await insertCompany(context, company)
    const base_currency_id = await currencyId(context, asked.currency)
    const provider_id = viewer.business_id
    const made = await insertBusiness(context, {
      type: 'agency',
      name: company.name,
      provider_id,
      company_id,
      base_currency_id,
      funding_model,
      funding_models,
    })
    for (const [code, is_on] of [
      [compliance_feature, asked.compliance_documents],
      [approval_feature, asked.party_approval],
    ] as const)
      if (is_on)
        await context.tx.run(
          'insert into business.business_feature (business_id, feature_code) values ($1, $2)',
          [made.id, code],
        )
    await insertService(context, {
      type: 'agency-provider',
      from_business_id: made.id,
      to_business_id: provider_id,
      provider_id,
      agency_id: made.id,
      currency_id: base_currency_id,
    })
    context.audit({
      entity: 'business.business',
      entity_id: made.id,
      new_values: { ...made, status: 'onboarded', type: 'agency' },
    })
    return made
  },
})
