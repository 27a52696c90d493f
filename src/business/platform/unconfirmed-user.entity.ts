import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Spec §4: users not yet confirmed are listed as unconfirmed, with no transaction. Each row is an invitation. */
export const unconfirmed_user = entity({
  module: 'log',
  name: 'unconfirmed_user',
  label: 'Invitation',
  plural: 'Unconfirmed Users',
  table: 'platform.invitation',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    email: f.searchable(f.email('Email')),
    status: f.computed(
      f.choice('Status', ['unconfirmed', 'confirmed']),
      'platform.invitation_status',
      'state',
    ),
    state: f.choice('Invitation', ['sent', 'accepted', 'expired', 'revoked']),
    invited_by: f.searchable(f.text('Invited By')),
    sends: f.integer('Times Sent'),
    last_sent_at: f.instant('Last Sent'),
    expires_at: f.instant('Expires'),
    business_contact_id: f.uuid('Contact'),
    business_id: f.uuid('Business'),
    ...f.stamps,
  },
  unread: { created_by: f.code('Created By') },
  relations: {
    contact: f.to_one('business.business_contact', 'business_contact_id'),
    business: f.to_one('business.business', 'business_id'),
  },
})
