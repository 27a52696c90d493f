import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { builtOutput, keepFps } from '../returns/build-fps.server.ts'
import { type Before, schemeOfReturn } from '../returns/keep-return.server.ts'
import { fact_columns, who } from '../returns/rti-submission.rules.ts'
import { employeeOf, lastRun } from './correction-facts.server.ts'
import type { year_correction } from './year-correction.entity.ts'

const late_reason = 'late_correction'

type Row = ReadRow<typeof year_correction, 'id employment_id paye_scheme_id tax_year last_pay_day'> & {
  readonly last_pay_day: Day
}

/**
 * Builds the Full Payment Submission of a corrected tax year: the year's schema, the last pay day in it, figures to date, and
 * reason H (payroll-run, corrections).
 */
export const buildCorrection = verb({
  action_id: 'transaction.rti_submission.build_correction',
  since: '0.1.0',
  summary: 'Builds the Full Payment Submission of a correction of an ended tax year',
  machine: 'refused',
  impersonator: 'refused',
  who: who.build,
  input: z.strictObject({ year_correction_id: z.uuid() }),
  output: builtOutput,
  run: async (context, { year_correction_id }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'transaction.year_correction', [year_correction_id])
    if (!row) throw notFound('Correction')
    const { tax_year, last_pay_day: pay_day, employment_id } = row
    const scheme = present(await schemeOfReturn(context, row.paye_scheme_id), 'the scheme of a correction')
    const run = present(await lastRun(context, employment_id, tax_year), 'the last run of a corrected year')
    const employee = present(await employeeOf(context, employment_id, run), 'the worker of the last run')
    const facts = {
      employer: scheme,
      tax_year,
      pay_day,
      today: clock.today(),
      late_reason,
      is_final: false,
      ended_on: null,
      // The start, the payroll id and days without pay were told of with the payments.
      employees: [
        {
          ...employee,
          is_first: false,
          told_payroll_id: employee.payroll_id,
          has_unpaid_absence: false,
        },
      ],
    } as const
    const before = await tx.row<Before>(
      `select ${fact_columns} from transaction.rti_submission t
       where t.year_correction_id = $1 and t.status <> 'rejected'`,
      [year_correction_id],
    )
    return keepFps(context, scheme, { pay_run_id: null, year_correction_id }, facts, before)
  },
})
