/** The employer's payment record: amounts and payments of each month, and of the year. Pure; amounts are pence. */
import type { Pence } from '../engine/whole.rules.ts'
import type { FormerMonth, MonthFigures } from './month-figures.rules.ts'

const added = [
  'income_tax',
  'student_loan',
  'employee_ni',
  'employer_ni',
  'recovered',
  'compensation',
  'employment_allowance',
  'levy_due',
  'cis_suffered',
  'due',
] as const

type P32Amounts = Readonly<Record<(typeof added)[number] | 'paid' | 'balance', Pence>>

type P32Month = {
  readonly figures: MonthFigures
  readonly paid: Pence
  /** The month by the payroll before. */
  readonly former?: FormerMonth | null
}

/** The balance is the amount due to date, less payments to date. */
export function p32Months(year: readonly P32Month[]): {
  readonly months: readonly P32Amounts[]
  readonly totals: P32Amounts
} {
  let balance = 0
  const months = year.map(({ figures, paid: paid_here, former }) => {
    const amounts = amountsOf((field) => figures[field] + (former?.[field] ?? 0))
    const paid = paid_here + (former?.paid ?? 0)
    balance += amounts.due - paid
    return { ...amounts, paid, balance }
  })
  const sum = (of: (one: P32Amounts) => Pence) => months.reduce((all, one) => all + of(one), 0)
  return {
    months,
    totals: { ...amountsOf((field) => sum((one) => one[field])), paid: sum(({ paid }) => paid), balance },
  }
}

const amountsOf = (of: (field: (typeof added)[number]) => Pence) =>
  Object.fromEntries(added.map((field) => [field, of(field)])) as Record<(typeof added)[number], Pence> // Every field.
