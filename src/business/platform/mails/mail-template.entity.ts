import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { worded_mails } from './mail-template.rules.ts'

/** The words that mails of a business begin with, where they differ from the product's own: a row for each version. */
export const mail_template = entity({
  module: 'config',
  name: 'mail_template',
  label: 'Mail Template',
  plural: 'Mail Templates',
  fields: {
    id: f.uuid('Id'),
    template: f.choice('Template', worded_mails),
    version: f.integer('Version'),
    status: f.choice('Status', ['published', 'archived']),
    subject: f.text('Subject'),
    text: f.text('Text'),
    business_id: f.uuid('Business'),
    ...f.stamps,
  },
})
