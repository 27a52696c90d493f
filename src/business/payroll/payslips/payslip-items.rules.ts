/** The parts of a payslip's deductions, as its pay run computed them (Employment Rights Act 1996, s. 8). Pure. */
import type { Money } from '#kernel/money.ts'
import { equals, isZero, neg, parseMoney, sum } from '#kernel/money.ts'
import { line_names } from '../engine/line-why.rules.ts'
import type { PayslipAmount } from '../figures/payslip.rules.ts'

/** A line of a pay run; a deduction is below zero. */
export type RunItem = { readonly name: string; readonly amount: string; readonly why: string }
export type DeductedItem = { readonly name: string; readonly amount: Money; readonly why: string }

const pension: readonly string[] = [line_names.salary_sacrifice, line_names.employee_pension]
const loans: readonly string[] = [line_names.student_loan, line_names.postgraduate_loan]
const statutory: readonly string[] = [line_names.income_tax, line_names.employee_ni]

/** The figure of a payslip that a line of its run is a part of. */
function figureOf(name: string): PayslipAmount | null {
  if (pension.includes(name)) return 'employee_pension'
  if (loans.includes(name)) return 'student_loan'
  return statutory.includes(name) ? null : 'other_deductions'
}

/** Each variable deduction of a figure with its purpose; none where they do not come to the figure. */
export function itemsOf(
  deducted: readonly RunItem[],
  field: PayslipAmount,
  figure: Money,
): readonly DeductedItem[] {
  const items = deducted
    .filter(({ name }) => figureOf(name) === field)
    .map(({ name, amount, why }) => ({ name, why, amount: neg(parseMoney(amount, figure.currency)) }))
    .filter(({ amount }) => !isZero(amount))
  const whole = sum(
    figure.currency,
    items.map(({ amount }) => amount),
  )
  return equals(whole, figure) ? items : []
}
