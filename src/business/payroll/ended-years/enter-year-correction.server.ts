import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { partsOf } from '#kernel/day.ts'
import { verb } from '#server/verb.ts'
import { dayInput, mandatory, optionalText } from '../../parties/party-input.server.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { type EmploymentRow, lockEmployment } from '../employment/employment-input.server.ts'
import { NI_LETTERS } from '../engine/tax-year.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { lockHmrc } from '../months/move-relief.server.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import { requireReported } from './correction-facts.server.ts'
import { keepCorrection, no_amounts } from './keep-correction.server.ts'
import { planCorrection, requireCorrectable } from './plan-correction.server.ts'
import { postCorrection } from './post-correction.server.ts'
import { requireLetter } from './required-letter.server.ts'
import { owedBy } from './year-change.rules.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  /** `2025-26` */
  tax_year: z.enum(TAX_YEARS.map(({ name }) => name)),
  letter: z.enum(NI_LETTERS),
  from_pay_day: dayInput,
  reason: mandatory,
  evidence: optionalText,
})

/**
 * Corrects the NI letter of pay in a locked tax year. HMRC is owed the difference of both sides; a worker has their part back,
 * and the employer bears the rest. A mistaken correction is put right by another one.
 * @throws precondition that names a case which this version does not correct
 */
export const enterYearCorrection = verb({
  action_id: 'transaction.year_correction.enter',
  since: '0.1.0',
  summary:
    'Corrects the NI letter of pay in a tax year that is locked: the difference is owed to HMRC, or goes back',
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({
    id: z.uuid(),
    period_count: z.number(),
    employee_ni: z.string(),
    employer_ni: z.string(),
    employment_allowance: z.string(),
    levy_due: z.string(),
  }),
  run: async (context, asked) => {
    const { tx, viewer } = context
    const [seen] = await loadVisible<EmploymentRow>(tx, viewer, 'business.employment', [asked.employment_id])
    // Payments of payslips lock creditors before the scheme.
    const hmrc_id = await lockHmrc(context)
    const scheme = await lockScheme(context, present(seen, 'the employment').paye_scheme_id)
    const employment = await lockEmployment(context, asked.employment_id)
    const year = present(
      TAX_YEARS.find(({ name }) => name === asked.tax_year),
      'rates of the year',
    )
    const tax_year = partsOf(year.last_day).year - 1
    const of = { employment, scheme, year, tax_year }
    await requireLetter(context, employment, asked)
    await requireCorrectable(context, of, asked.from_pay_day)
    const last = await requireReported(context, employment.id, tax_year)
    const correction = await planCorrection(context, of, asked)
    const { letter, from_pay_day, reason, evidence } = asked
    const { employee, employer, levy, employment_allowance, levy_due, periods, parts } = correction
    const owed = owedBy(correction)
    const id = await keepCorrection(context, employment, {
      ...{ kind: 'letter', pay_kind: null, pension_scheme_id: null },
      ...{ tax_year, letter, from_pay_day, last_pay_day: last.pay_day, reason, evidence },
      amounts: { ...no_amounts, employee, employer, levy, employment_allowance, levy_due, net: owed.worker },
      period_count: periods.length,
      working: periods,
      parts,
    })
    await postCorrection(context, { id, hmrc_id, scheme, employment, tax_year }, owed)
    return {
      id,
      period_count: correction.periods.length,
      employee_ni: penceText(correction.employee),
      employer_ni: penceText(correction.employer),
      employment_allowance: penceText(correction.employment_allowance),
      levy_due: penceText(correction.levy_due),
    }
  },
})
