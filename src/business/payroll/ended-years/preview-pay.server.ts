import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { asked_pay, planPay } from './plan-pay.server.ts'
import { owedByPay } from './year-change.rules.ts'

/** Shows the differences of a correction of ended pay, each with its sentence. Stores nothing. */
export const previewEndedPay = verb({
  action_id: 'transaction.year_correction.preview_pay',
  since: '0.1.0',
  summary: 'The differences that a correction of pay in an ended tax year makes',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  is_reading: true,
  // The sentence of the tax names the code.
  shows_tax_codes: 'Correction of a Tax Year',
  input: z.strictObject(asked_pay),
  output: z.strictObject({
    /** A deduction is below zero. */
    lines: z.array(
      z.strictObject({
        pay_day: z.string(),
        name: z.string(),
        amount: z.string(),
        why: z.string(),
        is_cost: z.boolean(),
      }),
    ),
    /** For the worker; below zero where they owe it. */
    net_pay: z.string(),
    hmrc: z.string(),
    pension: z.string(),
    /** Back to the employer; below zero where they bear it. */
    relief: z.string(),
  }),
  run: async (context, asked) => {
    const planned = await planPay(context, asked)
    const owed = owedByPay(planned)
    return {
      lines: planned.lines.map(({ amount, ...line }) => ({ ...line, amount: penceText(amount) })),
      net_pay: penceText(owed.worker),
      hmrc: penceText(owed.hmrc),
      pension: penceText(owed.pension),
      relief: penceText(owed.relief),
    }
  },
})
