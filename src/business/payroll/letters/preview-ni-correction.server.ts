import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { verb } from '#server/verb.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { asked_letter, planLetter } from './plan-letter.server.ts'

/** Shows the National Insurance of each pay period as it was taken and as a corrected letter makes it. Stores nothing. */
export const previewNiCorrection = verb({
  action_id: 'business.ni_category.preview_correction',
  since: '0.1.0',
  summary:
    'National Insurance of paid days of the open tax year as it was, and as a corrected letter makes it',
  machine: 'allowed',
  impersonator: 'allowed',
  who: payroll_keepers,
  is_reading: true,
  input: z.strictObject(asked_letter),
  output: z.strictObject({
    periods: z.array(
      z.strictObject({
        pay_day: z.string(),
        from: z.string(),
        employee_was: z.string(),
        employee_due: z.string(),
        employer_was: z.string(),
        employer_due: z.string(),
        why: z.string(),
      }),
    ),
    employee_ni: z.string(),
    employer_ni: z.string(),
  }),
  run: async (context, asked) => {
    const { tx, viewer } = context
    const [row] = await loadVisible<EmploymentRow>(tx, viewer, 'business.employment', [asked.employment_id])
    const employment = row as EmploymentRow // As many rows as ids.
    const { periods, employee, employer } = await planLetter(context, employment, asked)
    return {
      periods: periods.map(({ pay_day, from, was, due, why }) => ({
        pay_day,
        from: from.join(' and '),
        employee_was: penceText(was.employee),
        employee_due: penceText(due.employee),
        employer_was: penceText(was.employer),
        employer_due: penceText(due.employer),
        why,
      })),
      employee_ni: penceText(employee),
      employer_ni: penceText(employer),
    }
  },
})
