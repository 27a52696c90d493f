import { template } from '#entity/template.ts'

/** Units by day and rate, for entering many timesheets at once; an empty timesheet has a line for each of its days. */
export const timesheet_units_template = template({
  name: 'timesheet_units',
  title: 'Timesheet units',
  list: 'transaction/timesheet',
  entity: 'transaction.timesheet',
  columns: [
    { header: 'Timesheet Id', field: 'human_id', kind: 'human_id', required: true },
    { header: 'Contractor', field: 'contractor.name', kind: 'text' },
    { header: 'Client', field: 'client.name', kind: 'text' },
    { header: 'Placement', field: 'contract.human_id', kind: 'human_id' },
    { header: 'Period Start', field: 'start_date', kind: 'day' },
    { header: 'Period End', field: 'end_date', kind: 'day' },
    { header: 'Date', field: 'details.date', kind: 'day', required: true },
    { header: 'Rate', field: 'details.rate_name', kind: 'text' },
    { header: 'Units', field: 'details.units', kind: 'units', required: true },
  ],
  lines: {
    relation: 'details',
    days: { into: 'details.date', from: 'start_date', to: 'end_date' },
  },
})
