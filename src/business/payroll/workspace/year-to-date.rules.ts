/** The year to date of the workers of a PAYE scheme, beside its P32. Pure; amounts are pence. */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { type PayslipAmounts, payslip_amounts } from '../figures/payslip.rules.ts'

export const no_pay = Object.fromEntries(
  payslip_amounts.map((field) => [field, 0]),
) as unknown as PayslipAmounts // Every field.

export const plus = (a: PayslipAmounts, b: PayslipAmounts): PayslipAmounts =>
  Object.fromEntries(payslip_amounts.map((field) => [field, a[field] + b[field]])) as PayslipAmounts // Every field.

/** Figures that workers and P32 share, with their names. */
const shared = [
  ['income_tax', 'Income tax'],
  ['employee_ni', 'Employee NI'],
  ['employer_ni', 'Employer NI'],
  ['student_loan', 'Loan repayment'],
] as const
export type P32Totals = Readonly<Record<(typeof shared)[number][0], Pence>>

/** A sentence for each figure that the workers and the P32 do not share; one where all agree. */
export function againstP32(workers: PayslipAmounts, p32: P32Totals): readonly string[] {
  const pounds = (amount: Pence) => displayMoney(money(amount, GBP))
  const differences = shared.flatMap(([field, name]) =>
    workers[field] === p32[field]
      ? []
      : [`${name} of the workers is ${pounds(workers[field])}, on the P32 ${pounds(p32[field])}`],
  )
  return differences.length === 0 ? ['Tax, National Insurance and loans agree with the P32'] : differences
}
