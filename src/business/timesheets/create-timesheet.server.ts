import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { type Day, day, maxDay } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { bookDays } from '../parties/books-begin.server.ts'
import { dayInput, mandatory } from '../parties/party-input.server.ts'
import { firstWorkDay } from '../shared/first-work-day.rules.ts'
import { agency_writers } from '../shared/who-may.rules.ts'
import { insertTimesheets } from './insert-timesheets.server.ts'
import { newPeriodErrors } from './new-timesheet.rules.ts'
import { timesheet } from './timesheet.entity.ts'

const input = z.strictObject({
  contract_id: z.uuid({ error: validationText.required }),
  start_date: mandatory.pipe(dayInput),
  end_date: mandatory.pipe(dayInput),
  comment: z
    .string()
    .trim()
    .max(4000, { error: validationText.max_length(4000) })
    .optional(),
})

type Placement = {
  readonly human_id: string
  readonly status: string
  readonly start_date: Day
  readonly end_date: Day | null
}

/**
 * A timesheet that the agency makes and enters, besides those of the calendar: for days that were forgotten or cancelled.
 * Of a worker on payroll it is a payroll timesheet, of others a manual one.
 */
export const createTimesheet = verb({
  action_id: 'transaction.timesheet.create',
  since: '0.1.0',
  summary: 'Makes a manual or payroll timesheet of a placement',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers },
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), type: z.enum(['manual', 'payroll']) }),
  run: async (context, { contract_id, start_date, end_date, comment }) => {
    const { tx, viewer } = context
    const [placement] = await loadVisible<Placement>(tx, viewer, 'contract.temp_placement', [contract_id], {
      columns: 't.human_id, t.status, t.start_date, t.end_date',
      lock: true,
    })
    if (!placement) throw invalid({ contract_id: validationText.required })
    if (placement.status !== 'active' && placement.status !== 'expired')
      throw precondition(`Placement ${placement.human_id} was never in force, so no time is entered for it`)
    const period = { start_date: day(start_date, 'start_date'), end_date: day(end_date, 'end_date') }
    const { books_begin, today } = await bookDays(context)
    const begun = { ...placement, start_date: maxDay(placement.start_date, firstWorkDay(books_begin)) }
    const errors = newPeriodErrors(period, begun, today)
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const [made] = await insertTimesheets(context, [{ contract_id, ...period }], 'agency')
    if (!made) throw invalid({ start_date: validationText.date_reuse })
    if (comment) await updateRow(tx, timesheet, made.id, { comment })
    const row = await tx.row<{ type: 'manual' | 'payroll' }>(
      'select type from transaction.timesheet where id = $1',
      [made.id],
    )
    const type = row?.type ?? 'manual'
    context.audit({
      entity: 'transaction.timesheet',
      entity_id: made.id,
      new_values: { human_id: made.human_id, status: 'draft', type, ...period },
    })
    return { id: made.id, human_id: made.human_id, type }
  },
})
