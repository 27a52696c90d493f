import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { invalid } from '#kernel/errors.ts'
import { formatUnits, units } from '#kernel/rate.ts'
import { verb } from '#server/verb.ts'
import { refuseUnseen, seen_shape } from '../approvable-work/seen-work.server.ts'
import { who } from './timesheet.rules.ts'
import { detailsInput } from './timesheet-input.server.ts'
import { timesheets } from './timesheet-records.server.ts'
import { readDetails, writeDetails } from './write-timesheet-details.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  /** The whole timesheet; the saved cells by default. */
  details: detailsInput.optional(),
  comment: z.string().trim().max(4000).optional(),
  ...seen_shape,
})

/** Hands a timesheet to its approver; from `rejected` this is the resubmission. */
export const submitTimesheet = verb({
  action_id: 'transaction.timesheet.submit',
  since: '0.1.0',
  summary: 'Submits a timesheet for approval',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.submit,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.string(), total_units: z.string() }),
  run: async (context, { id, details, comment, ...seen }) => {
    const { tx, viewer, clock } = context
    const [locked] = await timesheets.lockFor(context, 'submit', [id])
    const sheet = present(locked, 'the timesheet')
    await refuseUnseen(context, 'timesheet', sheet, seen)
    const totals = await writeDetails(context, sheet, details ?? (await readDetails(context, id)))
    if (units(totals.total_units) === 0) {
      throw invalid({ details: 'Please enter the time worked before submitting' })
    }
    await tx.run(
      `update transaction.timesheet set status = 'submitted', submitted_date = $2, submitted_by = $3,
         submitted_as = $5, comment = coalesce($4, comment), updated_at = $2 where id = $1`,
      [id, clock.now(), viewer.user_id, comment ?? null, viewer.impersonator_user_id],
    )
    const again = sheet.status === 'rejected' ? 'Resubmitted' : 'Submitted'
    await timesheets.recordSteps(context, 'submit', [
      {
        row: sheet,
        new_status: 'submitted',
        message: `${again} with ${formatUnits(units(totals.total_units))} units`,
        comment: comment ?? null,
        old_values: { total_units: sheet.total_units },
        new_values: { total_units: totals.total_units },
      },
    ])
    return { id, status: 'submitted', total_units: totals.total_units }
  },
})
