import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { compliance_feature } from '../compliance/compliance.rules.ts'
import { followFeature } from '../compliance/compliance-status.server.ts'
import { visibleBusiness } from '../visible-business.server.ts'
import { features } from './features.rules.ts'

const input = z.strictObject({
  agency_id: z.uuid(),
  feature_code: z.enum(features.map(({ value }) => value)),
  is_on: z.boolean(),
})

/** Switches a feature of an agency on or off (spec §6, feature gating). */
export const setFeature = verb({
  action_id: 'business.business_feature.set',
  since: '0.1.0',
  summary: 'Switches a feature of an agency on or off',
  machine: 'allowed',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ agency_id: z.uuid(), is_on: z.boolean() }),
  run: async (context, { agency_id, feature_code, is_on }) => {
    const agency = await visibleBusiness(context, agency_id, 'agency')
    await context.tx.run(
      is_on
        ? 'insert into business.business_feature (business_id, feature_code) values ($1, $2) on conflict do nothing'
        : 'delete from business.business_feature where business_id = $1 and feature_code = $2',
      [agency.id, feature_code],
    )
    context.audit({
      entity: 'business.business',
      entity_id: agency.id,
      new_values: { feature_code, is_on },
    })
    if (feature_code === compliance_feature) await followFeature(context, agency.id)
    return { agency_id: agency.id, is_on }
  },
})
