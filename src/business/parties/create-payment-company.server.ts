import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { currencyId, insertBusiness, insertCompany } from './insert-party.server.ts'
import { companyInput, currencyInput } from './party-input.server.ts'

const input = z.strictObject({
  type: z.enum(['limited', 'umbrella', 'selfemployed', 'payer']),
  company: companyInput,
  currency: currencyInput,
})

/** The company through which contractors are paid: their own limited one, an umbrella, a sole trade. */
export const createPaymentCompany = verb({
  action_id: 'business.payment_company.create',
  since: '0.1.0',
  summary: 'Creates the company through which contractors are paid',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers, provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: async (context, { type, company, currency }) => {
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
  },
})
