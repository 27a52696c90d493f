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
    user_id: f.code('User'),
    reason: f.searchable(f.text('Reason')),
    started_at: f.instant('Started At'),
    ended_at: f.nullable(f.instant('Ended At')),
  },
  relations: {
    impersonator: f.to_one('platform.user', 'impersonator_user_id'),
    user: f.to_one('platform.user', 'user_id'),
  },
})

/** Spec §4: users not yet confirmed are listed as unconfirmed, with no transaction. */
export const unconfirmed_user = entity({
  module: 'log',
  name: 'unconfirmed_user',
  label: 'Unconfirmed User',
  plural: 'Unconfirmed Users',
  table: 'platform.user',
  fixed: { is_confirmed: 'false' },
  fields: {
    id: f.code('Id'),
    name: f.generated(f.nullable(f.searchable(f.text('Name')))),
    email: f.searchable(f.email('Email')),
    contact_phone: f.nullable(f.phone('Phone')),
    is_active: f.boolean('Active'),
    status: f.computed(
      f.choice('Status', ['unconfirmed', 'confirmed']),
      'platform.confirmation_status',
      'is_confirmed',
    ),
    ...f.stamps,
  },
  relations: {
    business_contacts: f.to_many('business.business_contact', 'user_id'),
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
