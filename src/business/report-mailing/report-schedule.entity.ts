import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** A report that is mailed to people of its business, every week or month. */
export const report_schedule = entity({
  module: 'platform',
  name: 'report_schedule',
  label: 'Report Schedule',
  plural: 'Report Schedules',
  fields: {
    id: f.uuid('Id'),
    report: f.code('Report'),
    title: f.text('Title'),
    format: f.choice('Format', [
      { value: 'csv', label: 'CSV' },
      { value: 'excel', label: 'Excel' },
      { value: 'pdf', label: 'PDF' },
    ]),
    frequency: f.choice('Frequency', [
      { value: 'weekly', label: 'Every week' },
      { value: 'monthly', label: 'Every month' },
    ]),
    weekday: f.nullable(f.integer('Weekday')),
    day_of_month: f.nullable(f.integer('Day of Month')),
    period: f.choice('Days', [
      { value: 'since_last', label: 'The days since the sending before' },
      { value: 'as_filtered', label: 'As filtered' },
    ]),
    recipients: f.tags('To'),
    is_paused: f.defaulted(f.boolean('Paused')),
    since: f.day('Since'),
    last_sent: f.nullable(f.day('Last Sent')),
    problem: f.nullable(f.text('Problem')),
    business_id: f.uuid('Business'),
    user_id: f.code('User Id'),
    user_name: f.text('User'),
    ...f.stamps,
  },
  // The report's filters and the ids of its readers; their names are shown.
  unread: { list: f.json('List'), contact_ids: f.tags('Contacts') },
  relations: {},
})
