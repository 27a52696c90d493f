import { approveMany } from '../shared/approve-many.server.ts'
import { approveRows } from './approve-timesheets.server.ts'
import { lockVisibleTimesheets } from './load-timesheets.server.ts'
import { timesheet_states, timesheetRefusal } from './timesheet.rules.ts'

export const { start: approveManyTimesheets, batch: approveTimesheetBatch } = approveMany({
  action_id: 'transaction.timesheet.approve_many',
  entity: 'transaction.timesheet',
  what: 'Timesheet',
  by: timesheet_states.approve.by,
  lockVisible: lockVisibleTimesheets,
  refusal: (row, viewer) => timesheetRefusal('approve', row, viewer),
  approve: approveRows,
})
