import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** A role that can release money, or the address, the lost factors or the return of its holder: they wait for a second person. */
export const role_change = entity({
  module: 'request',
  name: 'role_change',
  label: 'Role Change',
  plural: 'Role Changes',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    status: f.choice('Status', ['pending', 'approved', 'rejected', 'withdrawn', 'expired']),
    kind: f.choice('Kind', [
      { value: 'roles', label: 'Roles' },
      { value: 'address', label: 'Sign-in address' },
      { value: 'factors', label: 'Second factors' },
      { value: 'reactivation', label: 'Reactivation' },
    ]),
    /** The deciding side, while pending. */
    waits_for: f.computed(
      f.choice('Waits For', ['business', 'provider', 'operator']),
      'request.role_change_waits_for',
      'business_id',
      'provider_id',
      'asked_by',
      'user_id',
      'email',
    ),
    business_id: f.uuid('Business'),
    provider_id: f.uuid('Provider'),
    business_contact_id: f.uuid('Contact'),
    user_id: f.nullable(f.code('User')),
    name: f.searchable(f.text('Name')),
    email: f.email('Email'),
    roles: f.tags('Roles'),
    reactivates: f.boolean('Reactivates'),
    invites: f.boolean('Invites'),
    new_email: f.nullable(f.email('New Address')),
    asked_by: f.code('Asked By'),
    asked_by_name: f.text('Asked By Name'),
    decided_by: f.nullable(f.code('Decided By')),
    decided_by_name: f.nullable(f.text('Decided By Name')),
    decided_at: f.nullable(f.instant('Decided At')),
    comment: f.nullable(f.text('Comment')),
    expires_at: f.instant('Expires'),
    ...f.stamps,
  },
  relations: {
    business: f.to_one('business.party', 'business_id'),
    contact: f.to_one('business.business_contact', 'business_contact_id'),
  },
})
