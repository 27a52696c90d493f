import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Security events: sign-ins, refusals, changes of roles, exports of personal data. */
export const security_event = entity({
  module: 'log',
  name: 'security_event',
  label: 'Security Event',
  plural: 'Security Log',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    at: f.instant('At'),
    kind: f.choice('Kind', [
      'sign_in',
      'sign_in_quiet',
      'throttled',
      'sign_out',
      'switch',
      'new_device',
      'role_approved',
      'role_removed',
      'user_deactivated',
      'user_reactivated',
      'permission_refused',
      'not_found_burst',
      'csrf_refused',
      'host_refused',
      'export_personal',
    ]),
    outcome: f.choice('Outcome', ['ok', 'refused', 'blocked']),
    user_id: f.nullable(f.code('User')),
    actor_user_id: f.nullable(f.code('Done By')),
    impersonator_user_id: f.nullable(f.code('Impersonator')),
    business_id: f.nullable(f.uuid('Business')),
    provider_id: f.nullable(f.uuid('Provider')),
    ip: f.nullable(f.code('Address')),
    user_agent: f.nullable(f.text('Browser')),
    request_id: f.nullable(f.code('Request Id')),
    count: f.integer('Times'),
    says: f.searchable(f.text('Says')),
  },
  unread: {
    session_id: f.nullable(f.code('Session')),
    token_id: f.nullable(f.uuid('Token')),
    detail: f.json('Detail'),
  },
  relations: {
    user: f.to_one('platform.user', 'user_id'),
    actor: f.to_one('platform.user', 'actor_user_id'),
    business: f.to_one('business.party', 'business_id'),
  },
})
