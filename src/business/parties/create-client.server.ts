import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { currencyId, insertBusiness, insertCompany, insertService } from './insert-party.server.ts'
import { companyInput, currencyInput, optionalText, termsInput } from './party-input.server.ts'
import { actingAgency } from './visible-business.server.ts'

const input = z.strictObject({
  /** For users of the provider; an agency's user acts for their own. */
  agency_id: z.uuid().optional(),
  company: companyInput,
  currency: currencyInput,
  temp_payment_terms: termsInput,
  perm_payment_terms: termsInput.optional(),
  reference: optionalText,
})

/** A client of an agency, with the payment terms that placements take over unless they say otherwise. */
export const createClient = verb({
  action_id: 'business.client.create',
  since: '0.1.0',
  summary: 'Creates a client of an agency with its contacts',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers, provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), service_id: z.uuid() }),
  run: async (context, { agency_id, company, currency, ...terms }) => {
    const { viewer } = context
    const agency = await actingAgency(context, agency_id)
    const company_id = await insertCompany(context, company)
    const base_currency_id = await currencyId(context, currency)
    const { provider_id } = viewer
    const made = await insertBusiness(context, {
      type: 'client',
      name: company.name,
      provider_id,
      company_id,
      base_currency_id,
    })
    const service_id = await insertService(context, {
      type: 'client-agency',
      from_business_id: made.id,
      to_business_id: agency.id,
      provider_id,
      agency_id: agency.id,
      currency_id: base_currency_id,
      ...terms,
    })
    context.audit({
      entity: 'business.business',
      entity_id: made.id,
      new_values: { ...made, status: 'onboarded', type: 'client' },
    })
    return { ...made, service_id }
  },
})
