import { present } from '#kernel/assert.ts'
import { type Day, day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import type { WageFrequency } from '../engine/tax-period.rules.ts'
import type { PayslipPeriod } from './payslip-span.rules.ts'

type Row = {
  readonly pay_date: string
  readonly period_number: number
  readonly frequency: 'week' | 'month'
  readonly run_frequency: WageFrequency | null
  readonly tax_year: number
  readonly start_date: string
  readonly end_date: string
}

/** The pay period of a payslip. The caller has seen that the payslip is the viewer's. */
export async function readPayslipPeriod(
  tx: Tx,
  id: string,
): Promise<{ readonly period: PayslipPeriod; readonly period_number: number; readonly pay_date: Day }> {
  const { pay_date, period_number, start_date, end_date, ...rest } = present(
    await tx.row<Row>(
      `select s.pay_date, s.period_number, d.frequency, d.tax_year, d.start_date, d.end_date,
         (select r.frequency from transaction.pay_run_payslip c join transaction.pay_run r on r.id = c.pay_run_id
          where c.payslip_id = s.id) as run_frequency
       from transaction.payslip s join transaction.payslip_period d on d.id = s.payslip_period_id where s.id = $1`,
      [id],
    ),
    'the payslip that was seen',
  )
  return {
    period: { ...rest, start_date: day(start_date), end_date: day(end_date) },
    period_number,
    pay_date: day(pay_date),
  }
}
