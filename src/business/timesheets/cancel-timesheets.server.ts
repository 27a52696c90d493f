import { verb } from '#server/verb.ts'
import { type Closed, type Closing, closeTimesheets, closingInput } from './close-timesheets.server.ts'

/** Takes timesheets out that will not be worked, with a reason (spec §5: required); all of them or none. */
export const cancelTimesheets = verb<Closing, Closed>({
  action_id: 'transaction.timesheet.cancel',
  input: closingInput,
  run: (context, closing) => closeTimesheets(context, 'cancel', closing),
})
