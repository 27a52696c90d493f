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
    at: f.instant('Date and Time'),
    kind: f.choice('Event', [
      { value: 'sign_in', label: 'Sign-in' },
      { value: 'sign_in_quiet', label: 'Sign-in link mailed' },
      { value: 'throttled', label: 'Too many tries' },
      { value: 'sign_out', label: 'Sign-out' },
      { value: 'session_ended', label: 'Session ended' },
      { value: 'switch', label: 'Business switched' },
      { value: 'new_device', label: 'New device' },
      { value: 'role_approved', label: 'Role given' },
      { value: 'role_removed', label: 'Role removed' },
      { value: 'user_deactivated', label: 'User deactivated' },
      { value: 'user_reactivated', label: 'User reactivated' },
      { value: 'permission_refused', label: 'Action refused' },
      { value: 'not_found_burst', label: 'Many unknown records' },
      { value: 'csrf_refused', label: 'Forged request refused' },
      { value: 'host_refused', label: 'Foreign address refused' },
      { value: 'export_personal', label: 'Personal data exported' },
      { value: 'setting_changed', label: 'Setting changed' },
    ]),
    outcome: f.choice('Outcome', [
      { value: 'ok', label: 'Done' },
      { value: 'refused', label: 'Refused' },
      { value: 'blocked', label: 'Blocked' },
    ]),
    user_id: f.nullable(f.code('User')),
    actor_user_id: f.nullable(f.code('Done By')),
    impersonator_user_id: f.nullable(f.code('Impersonator')),
    business_id: f.nullable(f.uuid('Business')),
    provider_id: f.nullable(f.uuid('Provider')),
    ip: f.nullable(f.code('IP Address')),
    user_agent: f.nullable(f.text('Browser')),
    request_id: f.nullable(f.code('Request Id')),
    count: f.integer('Times'),
    says: f.searchable(f.text('Detail')),
  },
  unread: {
    session_id: f.nullable(f.code('Session')),
    token_id: f.nullable(f.uuid('Token')),
    detail: f.json('Facts'),
  },
  relations: {
    user: f.to_one('platform.user', 'user_id'),
    actor: f.to_one('platform.user', 'actor_user_id'),
    business: f.to_one('business.party', 'business_id'),
  },
})
