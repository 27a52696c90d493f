/** The employer's payment record: amounts and payments of each month, and of the year. Pure; amounts are pence. */
import { countText } from '#kernel/count-text.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { Pence } from '../engine/whole.rules.ts'
import type { FormerMonth, MonthFigures } from './month-figures.rules.ts'
import type { MonthLine } from './month-lines.rules.ts'

const pounds = (pence: Pence): string => displayMoney(money(pence, GBP))

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

const corrected = [
  'income_tax',
  'student_loan',
  'employee_ni',
  'employer_ni',
  'employment_allowance',
  'levy_due',
] as const

/** Corrections of NI letters and of pay after the end of the year. */
export type Corrected = Readonly<Record<(typeof corrected)[number] | 'levy_charged', Pence>> & {
  readonly count: number
}

/** The amount that corrections add to the debt to HMRC. */
const correctedDue = (of: Corrected): Pence =>
  of.income_tax + of.student_loan + of.employee_ni + of.employer_ni + of.levy_due - of.employment_allowance

/** The year with its corrections, which belong to the last month. */
export function withCorrections<M extends P32Month>(year: readonly M[], of: Corrected): readonly P32Month[] {
  return year.map((month, at) => {
    if (at < year.length - 1) return month
    const { figures } = month
    const changed = corrected.map((field) => [field, figures[field] + of[field]])
    return {
      ...month,
      figures: { ...figures, ...Object.fromEntries(changed), due: figures.due + correctedDue(of) },
    }
  })
}

export function correctionLines(of: Corrected): MonthLine[] {
  const { count, income_tax, student_loan, employee_ni, employer_ni, employment_allowance, levy_due } = of
  if (count === 0) return []
  const tax = income_tax === 0 ? '' : `${pounds(income_tax)} of tax, `
  const loans = student_loan === 0 ? '' : `${pounds(student_loan)} of loans, `
  const levy = levy_due === 0 ? '' : `, ${pounds(levy_due)} of levy`
  const allowance =
    employment_allowance === 0 ? '' : `, less ${pounds(employment_allowance)} of employment allowance`
  return [
    {
      name: 'Corrections after the year',
      amount: correctedDue(of),
      why: `${countText(count, 'correction')}: ${tax}${loans}NI of ${pounds(employee_ni)} of employees and ${pounds(employer_ni)} of the employer${levy}${allowance}, besides the amount due`,
    },
  ]
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
