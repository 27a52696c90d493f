import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** An API token: a program acts by it for its business. The token itself is shown once and kept as a hash. */
export const api_token = entity({
  module: 'platform',
  name: 'api_token',
  label: 'API Token',
  plural: 'API Tokens',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    name: f.searchable(f.text('Name')),
    prefix: f.code('Prefix'),
    state: f.computed(
      f.choice('State', ['active', 'expired', 'revoked']),
      'platform.api_token_state',
      'revoked_at',
      'expires_at',
      '$today',
    ),
    roles: f.tags('Roles'),
    actions: f.tags('Actions'),
    is_read_only: f.boolean('Read Only'),
    ip_allow: f.tags('Addresses'),
    expires_at: f.instant('Expires'),
    last_used_at: f.computed(f.instant('Last Used'), 'platform.api_token_last_used', 'id'),
    last_used_ip: f.computed(f.code('Last Address'), 'platform.api_token_last_ip', 'id'),
    created_by_name: f.text('Made By'),
    revoked_at: f.nullable(f.instant('Revoked')),
    /** The maker has left, and an administrator is asked whether the token is needed. */
    review_asked_at: f.nullable(f.instant('Review Asked')),
    business_id: f.uuid('Business'),
    ...f.stamps,
  },
  unread: {
    contact_id: f.uuid('Contact'),
    created_by: f.code('Created By'),
    revoked_by: f.nullable(f.code('Revoked By')),
  },
  relations: {},
})
