import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { currencyId, insertBusiness, insertCompany, insertService } from './insert-party.server.ts'
import { companyInput, currencyInput } from './party-input.server.ts'

const input = z.strictObject({ company: companyInput, currency: currencyInput })

/** A provider takes on a funder. */
export const createFunder = verb({
  action_id: 'business.funder.create',
  since: '0.1.0',
  summary: 'Creates a funder with its first people',
  machine: 'refused',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string() }),
  run: async (context, { company, currency }) => {
    const { viewer } = context
    const company_id = await insertCompany(context, company)
    const base_currency_id = await currencyId(context, currency)
    const provider_id = viewer.business_id
    const made = await insertBusiness(context, {
      type: 'funder',
      name: company.name,
      provider_id,
      company_id,
      base_currency_id,
    })
    await insertService(context, {
      type: 'funder-provider',
      from_business_id: made.id,
      to_business_id: provider_id,
      provider_id,
    })
    context.audit({
      entity: 'business.business',
      entity_id: made.id,
      new_values: { ...made, status: 'onboarded', type: 'funder' },
    })
    return made
  },
})
