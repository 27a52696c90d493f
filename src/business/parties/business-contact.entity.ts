import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { reach_ways } from '../platform/mails/contact-preference.rules.ts'

/** A person acting for a business, in the roles of spec §6. */
export const business_contact = entity({
  module: 'business',
  name: 'business_contact',
  label: 'Contact',
  plural: 'Contacts',
  fields: {
    id: f.uuid('Id'),
    name: f.generated(f.nullable(f.searchable(f.text('Name')))),
    first_name: f.text('First Name'),
    last_name: f.text('Last Name'),
    roles: f.tags('Roles'),
    email: f.searchable(f.email('Email')),
    contact_phone: f.nullable(f.phone('Phone')),
    reach_by: f.defaulted(f.choice('Reached By', reach_ways)),
    is_active: f.defaulted(f.boolean('Active')),
    business_id: f.uuid('Business'),
    user_id: f.nullable(f.code('User')),
    /** Invited people agree before they act for the business. */
    joined_at: f.nullable(f.instant('Joined')),
    /** Of a party that is not approved yet: the approval sends the invitation. */
    invites_on_approval: f.defaulted(f.boolean('Invited On Approval')),
    /** The provider's check of a contact that an agency entered for a client. The contact joins after it. */
    check_status: f.nullable(
      f.choice('Check', [
        { value: 'pending_check', label: 'Pending check' },
        { value: 'checked', label: 'Checked' },
      ]),
    ),
    /** Roles that an agency added to a joined person of a client: the person has them after the provider's check. */
    waiting_roles: f.defaulted(f.tags('Roles That Wait')),
    preferences: f.defaulted(f.json('Preferences')),
    ...f.stamps,
  },
  unread: f.told_stamp,
  relations: {
    business: f.to_one('business.business', 'business_id'),
    user: f.to_one('platform.user', 'user_id'),
    consultant_of: f.to_many('contract.contract', 'consultant_contact_id'),
  },
})
