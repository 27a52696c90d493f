import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** A mail that a person wrote on a record. It belongs to their business; others get the mail itself. */
export const communication = entity({
  module: 'platform',
  name: 'communication',
  label: 'Mail',
  plural: 'Mails',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    subject: f.searchable(f.text('Subject')),
    text: f.text('Text'),
    to: f.tags('To'),
    cc: f.tags('Copy To'),
    file_names: f.tags('Files'),
    user_name: f.text('User'),
    user_id: f.code('User Id'),
    parent_entity: f.code('Belongs To'),
    parent_id: f.uuid('Belongs To Id'),
    business_id: f.uuid('Business'),
    created_at: f.instant('Created At'),
  },
  relations: { deliveries: f.to_many('log.mail_delivery', 'communication_id') },
  unread: { attachment_ids: f.tags('Attachments') },
})
