import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import type { Day } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import type { CorrectedLine } from './pay-correction.rules.ts'

const statement = z.strictObject({
  id: z.uuid(),
  corrected_on: z.string(),
  /** A deduction is below zero. Costs of the employer are left out. */
  lines: z.array(
    z.strictObject({ pay_day: z.string(), name: z.string(), amount: z.string(), why: z.string() }),
  ),
  gross_pay: z.string(),
  /** Below zero where the worker owes it. */
  net_pay: z.string(),
  /** Net pay above zero has left with a payment batch. */
  is_paid: z.boolean(),
})

type Row = {
  readonly id: string
  readonly corrected_on: Day
  readonly working: readonly CorrectedLine[]
  readonly gross_pay: string
  readonly net_pay: string
  readonly is_paid: boolean
}

/**
 * The statement of a worker (Employment Rights Act 1996, s. 8): pay and deductions of each correction of a payslip of an ended
 * tax year, with the net difference.
 */
export const payStatement = verb({
  action_id: 'transaction.year_correction.statement',
  since: '0.1.0',
  summary: 'Pay and deductions of each correction that was made to a payslip of an ended tax year',
  machine: 'allowed',
  impersonator: 'allowed',
  who: {
    agency: payroll_data_roles,
    contractor: category_roles.contractor,
    provider: category_roles.provider,
  },
  is_reading: true,
  // The sentence of the tax names the code.
  shows_tax_codes: 'Correction of a Tax Year',
  input: z.strictObject({ payslip_id: z.uuid() }),
  output: z.strictObject({ corrections: z.array(statement) }),
  run: async (context, { payslip_id }) => {
    const { tx, viewer } = context
    const [seen] = await loadVisible(tx, viewer, 'transaction.payslip', [payslip_id], { columns: 't.id' })
    if (!seen) throw notFound('Payslip')
    const rows = await readCorrections(context, payslip_id)
    return {
      corrections: rows.map(({ working, ...row }) => ({
        ...row,
        lines: working
          .filter(({ is_cost }) => !is_cost)
          .map(({ pay_day, name, amount, why }) => ({ pay_day, name, amount: penceText(amount), why })),
      })),
    }
  },
})

/** Corrections of the pay day of the payslip, in their order; the caller has seen the payslip. */
const readCorrections = ({ tx }: VerbContext, payslip_id: string) =>
  tx.rows<Row>(
    `select c.id, (c.created_at at time zone 'Europe/London')::date as corrected_on, c.working, c.gross_pay::text, c.net_pay::text,
       exists (select from transaction.payroll_payment p where p.year_correction_id = c.id and p.status = 'paid') as is_paid
     from transaction.pay_run_payslip s
     join transaction.pay_run r on r.id = s.pay_run_id
     join transaction.year_correction c on c.employment_id = s.employment_id and c.kind = 'pay' and c.from_pay_day = r.pay_day
     where s.payslip_id = $1 order by c.correction_no`,
    [payslip_id],
  )
