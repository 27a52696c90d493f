import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { formatDay } from '#kernel/day.ts'
import { verb } from '#server/verb.ts'
import { mandatory, optionalText } from '../../parties/party-input.server.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { type EmploymentRow, lockEmployment } from '../employment/employment-input.server.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { lockHmrc } from '../months/move-relief.server.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { keepCorrection } from './keep-correction.server.ts'
import { lockPaidWork } from './paid-work.server.ts'
import { asked_pay, planPay } from './plan-pay.server.ts'
import { postCorrection } from './post-correction.server.ts'
import { owedByPay } from './year-change.rules.ts'

/**
 * Corrects the pay of a day in a locked tax year. The worker has the net difference, or owes it; HMRC and the pension have
 * theirs, and the employer bears the pay and its costs, or has them back. A mistaken correction is put right by another one.
 * @throws precondition that names a case which this version does not correct
 */
export const correctEndedPay = verb({
  action_id: 'transaction.year_correction.correct_pay',
  since: '0.1.0',
  summary: 'Corrects the pay of a day in a tax year that is locked: the differences are owed, or go back',
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input: z.strictObject({ ...asked_pay, reason: mandatory, evidence: optionalText }),
  output: z.strictObject({ id: z.uuid(), gross_pay: z.string(), net_pay: z.string() }),
  run: async (context, { reason, evidence, ...asked }) => {
    const { tx, viewer } = context
    const [seen] = await loadVisible<EmploymentRow>(tx, viewer, 'business.employment', [asked.employment_id])
    // Pay runs lock work before creditors, and payments of payslips creditors before the scheme.
    await lockPaidWork(context, asked)
    const hmrc_id = await lockHmrc(context)
    const scheme = await lockScheme(context, present(seen, 'the employment').paye_scheme_id)
    const employment = await lockEmployment(context, asked.employment_id)
    const { pension, tax_year, last_pay_day, letter, lines, parts, ...amounts } = await planPay(
      context,
      asked,
    )
    const { pay_day, pay_kind } = asked
    const id = await keepCorrection(context, employment, {
      ...{ kind: 'pay', pay_kind, tax_year, letter, last_pay_day, reason, evidence },
      ...{ from_pay_day: pay_day, period_count: 1, amounts, working: lines, parts },
      pension_scheme_id: pension?.id ?? null,
    })
    await postCorrection(
      context,
      {
        ...{ id, hmrc_id, scheme, employment, tax_year, pension },
        of_pay: {
          pay_day,
          reason: `Correction of ${taxYearName(tax_year)}, pay of ${formatDay(pay_day)}: ${reason}`,
        },
      },
      owedByPay(amounts),
    )
    return { id, gross_pay: penceText(amounts.gross), net_pay: penceText(amounts.net) }
  },
})
