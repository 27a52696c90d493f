import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import { notFound } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { type PayslipAmount, type PayslipAmounts, payslip_amounts } from '../figures/payslip.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { payslipAmountsOf, sourceName } from '../takeover/payroll-takeover.rules.ts'
import { payslipSpan } from './payslip-span.rules.ts'
import { readPayslipPeriod } from './read-payslip-period.server.ts'
import { readPayslipBefore, readPayslipYear, type YearSlip } from './read-payslip-year.server.ts'

const amounts = z.record(z.enum(payslip_amounts), z.string())
const slip = z.strictObject({ id: z.uuid(), human_id: z.string(), pay_date: z.string(), amounts })

const output = z.strictObject({
  period: z.strictObject({ name: z.string(), start_date: z.string(), end_date: z.string() }),
  /** The payslip before. */
  last: slip.nullable(),
  /** Of the tax year so far, this payslip among them. */
  year: z.array(slip),
  /** Of the tax year, by payrolls before. */
  taken_over: z.array(z.strictObject({ source: z.string(), amounts })),
})

/** What a payslip states beside its own figures: its pay period, the payslip before, and the tax year so far. */
export const layOutPayslip = verb({
  action_id: 'transaction.payslip.lay_out',
  since: '0.1.0',
  summary: 'The pay period of a payslip, the payslip before, and the tax year so far of its employment',
  machine: 'allowed',
  impersonator: 'allowed',
  who: {
    agency: payroll_data_roles,
    contractor: category_roles.contractor,
    provider: category_roles.provider,
  },
  is_reading: true,
  input: z.strictObject({ id: z.uuid() }),
  output,
  run: async ({ tx, viewer }, { id }) => {
    const [seen] = await loadVisible(tx, viewer, 'transaction.payslip', [id], { columns: 't.id' })
    if (!seen) throw notFound('Payslip')
    const { period, period_number, pay_date } = await readPayslipPeriod(tx, id)
    const { slips, taken_over } = await readPayslipYear(tx, id)
    const last = await readPayslipBefore(tx, id)
    return {
      period: payslipSpan(period, period_number, pay_date),
      last: last && laidOut(last),
      year: slips.map(laidOut),
      taken_over: taken_over.map((one) => ({
        source: sourceName(one),
        amounts: textsOf(payslipAmountsOf(one.amounts)),
      })),
    }
  },
})

const laidOut = ({ id, human_id, pay_date, ...rest }: YearSlip) => ({ id, human_id, pay_date, amounts: rest })

const textsOf = (of: PayslipAmounts) =>
  Object.fromEntries(payslip_amounts.map((field) => [field, penceText(of[field])])) as Record<
    PayslipAmount,
    string
  > // Every field once.
