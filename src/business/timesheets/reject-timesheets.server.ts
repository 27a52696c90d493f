import { verb } from '#server/verb.ts'
import { type Closed, type Closing, closeTimesheets, closingInput } from './close-timesheets.server.ts'

/** Sends timesheets back with a reason (spec §5: required); all of them or none. */
export const rejectTimesheets = verb<Closing, Closed>({
  action_id: 'transaction.timesheet.reject',
  input: closingInput,
  run: (context, closing) => closeTimesheets(context, 'reject', closing),
})
