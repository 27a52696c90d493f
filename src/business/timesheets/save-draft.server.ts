import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { formatUnits, units } from '#kernel/rate.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { refuseUnseen, seen_shape } from '../approvable-work/seen-work.server.ts'
import { timesheet } from './timesheet.entity.ts'
import { who } from './timesheet.rules.ts'
import { detailsInput } from './timesheet-input.server.ts'
import { timesheets } from './timesheet-records.server.ts'
import { writeDetails } from './write-timesheet-details.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  details: detailsInput,
  comment: z.string().trim().max(4000).optional(),
  ...seen_shape,
})

/** Saves the timesheet; the cells sent are the whole timesheet. A rejected timesheet stays rejected. */
export const saveDraft = verb({
  action_id: 'transaction.timesheet.save_draft',
  since: '0.1.0',
  summary: 'Saves a draft timesheet with all of its cells',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.save_draft,
  input,
  output: z.strictObject({
    id: z.uuid(),
    status: z.string(),
    total_units: z.string(),
    /** The timesheet of this save: a later change compares it. */
    updated_at: z.string(),
  }),
  run: async (context, { id, details, comment, ...seen }) => {
    const [locked] = await timesheets.lockFor(context, 'save_draft', [id])
    const sheet = present(locked, 'the timesheet')
    await refuseUnseen(context, 'timesheet', sheet, seen)
    const totals = await writeDetails(context, sheet, details)
    if (comment !== undefined) {
      await updateRow(context.tx, timesheet, id, { comment })
    }
    await timesheets.recordSteps(context, 'save_draft', [
      {
        row: sheet,
        new_status: sheet.status,
        message: `Saved with ${formatUnits(units(totals.total_units))} units`,
        old_values: { total_units: sheet.total_units },
        new_values: { total_units: totals.total_units },
      },
    ])
    return { id, status: sheet.status, total_units: totals.total_units, updated_at: context.clock.now() }
  },
})
