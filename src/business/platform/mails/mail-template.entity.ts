import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** The words that mails of a business begin with, where they differ from the product's own. */
export const mail_template = entity({
  module: 'config',
  name: 'mail_template',
  label: 'Mail Template',
  plural: 'Mail Templates',
  fields: {
    id: f.uuid('Id'),
    template: f.choice('Template', ['message', 'reminder', 'documents']),
    subject: f.text('Subject'),
    text: f.text('Text'),
    business_id: f.uuid('Business'),
    ...f.stamps,
  },
})
