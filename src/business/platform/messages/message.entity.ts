import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** A message that a person sent on a record through the messaging service. It belongs to their business. */
export const message = entity({
  module: 'platform',
  name: 'message',
  label: 'Message',
  plural: 'Messages',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    text: f.searchable(f.text('Text')),
    contact_name: f.text('To'),
    contact_id: f.uuid('Contact'),
    status: f.choice('Status', ['queued', 'sent', 'failed']),
    error: f.nullable(f.text('Error')),
    sent_at: f.nullable(f.instant('Sent At')),
    user_name: f.text('User'),
    user_id: f.code('User Id'),
    parent_entity: f.code('Belongs To'),
    parent_id: f.uuid('Belongs To Id'),
    business_id: f.uuid('Business'),
    created_at: f.instant('Created At'),
    updated_at: f.instant('Updated At'),
  },
})
