import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** Values of a timesheet that a person typed and did not save yet. */
export const timesheet_draft = entity({
  module: 'transaction',
  name: 'timesheet_draft',
  label: 'Timesheet Draft',
  plural: 'Timesheet Drafts',
  fields: {
    id: f.uuid('Id'),
    timesheet_id: f.uuid('Timesheet'),
    business_id: f.uuid('Business'),
    user_id: f.code('User'),
    changes: f.json('Changes'),
    ...f.stamps,
  },
})
