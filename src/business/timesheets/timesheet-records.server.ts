import { insertRows } from '#server/write-row.server.ts'
import { type WorkRow, workRecords } from '../approvable-work/work-records.server.ts'
import { timesheet_activity } from './timesheet.entity.ts'
import { can, type TimesheetAction, type TimesheetFacts, who } from './timesheet.rules.ts'

/** A timesheet with the settings of its placement. */
export type TimesheetRow = WorkRow &
  TimesheetFacts & {
    readonly start_date: string
    readonly end_date: string
    readonly unit_type: 'hourly' | 'daily' | 'monthly' | 'custom'
    readonly total_units: string
    readonly standard_units: string
    readonly approved_at: string | null
    readonly updated_at: string
    readonly told_updated_at: string
  }

export const timesheets = workRecords<TimesheetRow, TimesheetAction>({
  noun: 'timesheet',
  columns: [
    't.start_date',
    't.end_date',
    't.unit_type',
    't.total_units',
    't.type',
    't.held_by',
    't.approved_at',
    't.updated_at',
    't.told_updated_at',
    't.refines_id is not null as is_difference',
    'c.timesheet_submit',
    'c.standard_units',
  ],
  can,
  who,
  insertActivities: (tx, activities) =>
    insertRows(
      tx,
      timesheet_activity,
      activities.map(({ record_id, ...activity }) => ({ ...activity, timesheet_id: record_id })),
    ),
})
