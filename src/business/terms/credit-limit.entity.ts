import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { funding_author } from '../shared/debt-fact.rules.ts'

/** The client debt that a business carries, by currency and date. */
export const credit_limit = entity({
  module: 'business',
  name: 'credit_limit',
  label: 'Credit Limit',
  plural: 'Credit Limits',
  fields: {
    id: f.uuid('Id'),
    client_id: f.uuid('Client'),
    limiter_id: f.uuid('Limiter'),
    agency_id: f.nullable(f.uuid('Agency')),
    amount: f.money('Credit Limit'),
    currency_id: f.uuid('Currency'),
    reference: f.nullable(f.text('Reference')),
    /** Why it is below what the client owed. */
    reason: f.nullable(f.text('Reason')),
    effective_from: f.day('Effective From'),
    effective_to: f.nullable(f.day('Effective To')),
    ...f.stamps,
  },
  unread: funding_author,
  relations: {
    client: f.to_one('business.party', 'client_id'),
    client_business: f.to_one('business.business', 'client_id'),
    limiter: f.to_one('business.party', 'limiter_id'),
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
