/** The provider's logs: impersonation, unconfirmed users, failed calls (spec §2). */
import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const impersonation = entity({
  module: 'log',
  name: 'impersonation',
  label: 'Impersonation',
  plural: 'Impersonation Log',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    provider_id: f.uuid('Provider'),
    impersonator_user_id: f.code('Impersonator'),
    impersonator_business_id: f.nullable(f.uuid('Business of the Impersonator')),
    impersonator_name: f.defaulted(f.searchable(f.text('Impersonator'))),
    user_id: f.code('User'),
    business_id: f.nullable(f.uuid('Business')),
    reason: f.searchable(f.text('Reason')),
    started_at: f.instant('Started At'),
    ends_at: f.nullable(f.instant('Ends At')),
    ended_at: f.nullable(f.instant('Ended At')),
    ended_by: f.nullable(
      f.choice('Ended By', [
        { value: 'impersonator', label: 'Impersonator' },
        { value: 'time', label: 'Time' },
        { value: 'revoked', label: 'Revoked' },
      ]),
    ),
    actions: f.defaulted(f.tags('Changes')),
  },
  unread: { session_id: f.nullable(f.code('Session')) },
  relations: {
    impersonator: f.to_one('platform.user', 'impersonator_user_id'),
    user: f.to_one('platform.user', 'user_id'),
    business: f.to_one('business.party', 'business_id'),
  },
})

export const api_exception = entity({
  module: 'log',
  name: 'api_exception',
  label: 'API Exception',
  plural: 'API Exceptions',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    method: f.code('Method'),
    path: f.searchable(f.code('Path')),
    action_id: f.nullable(f.searchable(f.code('Action'))),
    status: f.integer('Status'),
    message: f.searchable(f.text('Message')),
    request_id: f.code('Request Id'),
    user_id: f.code('User'),
    business_id: f.uuid('Business'),
    provider_id: f.uuid('Provider'),
    created_at: f.instant('Created At'),
  },
  relations: { business: f.to_one('business.party', 'business_id') },
})
