import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { insertService } from './insert-party.server.ts'
import { requireInForce, visibleBusiness } from './visible-business.server.ts'

const input = z.strictObject({ agency_id: z.uuid(), funder_id: z.uuid() })

/** A funder finances an agency: placements of the indirect model may name it from now on. */
export const linkFunder = verb({
  action_id: 'business.service.link_funder',
  since: '0.1.0',
  summary: 'Lets a funder finance an agency',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { agency_id, funder_id }) => {
    const { viewer } = context
    const agency = await visibleBusiness(context, agency_id, 'agency')
    const funder = await visibleBusiness(context, funder_id, 'funder')
    requireInForce('agency_id', 'Agency', agency)
    requireInForce('funder_id', 'Funder', funder)
    const id = await insertService(context, {
      type: 'agency-funder',
      from_business_id: agency.id,
      to_business_id: funder.id,
      provider_id: viewer.business_id,
      agency_id: agency.id,
    })
    context.audit({
      entity: 'business.service',
      entity_id: id,
      new_values: { type: 'agency-funder', agency_id, funder_id },
    })
    return { id }
  },
})
