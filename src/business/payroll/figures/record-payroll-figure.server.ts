import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { timesheets } from '../../timesheets/timesheet-records.server.ts'
import { figureErrors, keepFigures, keptAnswer } from './keep-figures.server.ts'
import { together } from './payroll-figure.rules.ts'
import { figuresInput } from './payroll-input.server.ts'

const input = z.strictObject({
  timesheet_id: z.uuid(),
  /** Typed, or a row of payroll's file. */
  source: z.enum(['entered', 'imported']).default('entered'),
  ...figuresInput,
})

/**
 * Records payroll's figures of one PAYE timesheet, by the provider. A waiting timesheet leaves suspense with its
 * documents.
 * @throws invalid under the form's fields, precondition when the figures do not add up
 */
export const recordPayrollFigure = verb({
  action_id: 'transaction.payroll_figure.record',
  since: '0.1.0',
  summary: 'Records the payroll figures of a timesheet',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: keptAnswer,
  run: async (context, { timesheet_id, source, ...figures }) => {
    const sheets = await timesheets.lock(context, [timesheet_id])
    const entries = sheets.map((sheet) => ({ sheet, figures }))
    const errors = (await figureErrors(context, entries)).get(timesheet_id)
    if (errors?.[together]) throw precondition(errors[together])
    if (errors) throw invalid(errors)
    const [kept] = await keepFigures(context, source, entries)
    return present(kept, 'the figures')
  },
})
