import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const user = entity({
  module: 'platform',
  name: 'user',
  label: 'User',
  plural: 'Users',
  fields: {
    id: f.code('Id'),
    name: f.generated(f.nullable(f.searchable(f.text('Name')))),
    first_name: f.text('First Name'),
    last_name: f.text('Last Name'),
    email: f.searchable(f.email('Email')),
    contact_phone: f.nullable(f.phone('Phone')),
    is_active: f.boolean('Active'),
    is_confirmed: f.boolean('Confirmed'),
    preferences: f.json('Preferences'),
    ...f.stamps,
  },
  unread: {
    mail_signature: f.defaulted(f.text('Mail Signature')),
    kind: f.defaulted(f.choice('Kind', ['person', 'service'])),
    deactivated_at: f.nullable(f.instant('Deactivated At')),
    deactivated_by: f.nullable(f.code('Deactivated By')),
    ...f.told_stamp,
  },
  relations: { business_contacts: f.to_many('business.business_contact', 'user_id') },
})
