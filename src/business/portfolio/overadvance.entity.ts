import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { agency_amount } from '../shared/debt-fact.rules.ts'

/** An amount beyond an agency's availability, for its contractors, for some days (decision 0045). */
export const funding_overadvance = entity({
  module: 'business',
  name: 'funding_overadvance',
  label: 'Over-advance',
  plural: 'Over-advances',
  fields: {
    ...agency_amount,
    approved_by: f.code('Approved By'),
    effective_from: f.day('Effective From'),
    effective_to: f.day('Until'),
    ...f.stamps,
  },
  relations: {
    principal: f.to_one('business.party', 'principal_id'),
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
