import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { mandatory, optionalText } from '../../parties/party-input.server.ts'
import { lockEmployment } from '../employment/employment-input.server.ts'
import { insertNiCategory } from '../employment/insert-ni-category.server.ts'
import { requireLetter } from '../ended-years/required-letter.server.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { asked_letter, planLetter } from './plan-letter.server.ts'

/**
 * Replaces a wrong NI letter from a paid day of the open tax year on. The next pay run computes those pay days again and takes
 * the difference; another person approves it.
 * @throws precondition that names a case which no pay run corrects
 */
export const correctNiCategory = verb({
  action_id: 'business.ni_category.correct',
  since: '0.1.0',
  summary: 'Corrects the NI letter of paid days of the open tax year: the next pay run takes the difference',
  machine: 'refused',
  impersonator: 'refused',
  who: payroll_keepers,
  input: z.strictObject({ ...asked_letter, reason: mandatory, evidence: optionalText }),
  output: z.strictObject({
    id: z.uuid(),
    period_count: z.number(),
    employee_ni: z.string(),
    employer_ni: z.string(),
  }),
  run: async (context, asked) => {
    const employment = await lockEmployment(context, asked.employment_id)
    const { periods, employee, employer } = await planLetter(context, employment, asked)
    await requireLetter(context, employment, asked)
    const { letter, reason, evidence, from_pay_day } = asked
    const { workplace_postcode } = employment
    const entry = { letter, reason, evidence: evidence || null, effective_from: from_pay_day }
    const id = await insertNiCategory(context, employment, { ...entry, workplace_postcode }, true)
    return {
      id,
      period_count: periods.length,
      employee_ni: penceText(employee),
      employer_ni: penceText(employer),
    }
  },
})
