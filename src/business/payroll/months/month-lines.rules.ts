/** The figures of a tax month with the sentence of each, made of the figures alone. Pure; amounts are pence. */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { type MonthFigures, owedByPayslips } from './month-figures.rules.ts'

export type MonthLine = {
  readonly name: string
  /** Below zero for a line that reduces the amount due. */
  readonly amount: Pence
  readonly why: string
}

const pounds = (pence: Pence): string => displayMoney(money(pence, GBP))

/** The lines of the amount due, in the order of the P32. */
export function monthLines(figures: MonthFigures): MonthLine[] {
  const { payslip_count } = figures
  const slips = `${payslip_count} ${payslip_count === 1 ? 'payslip' : 'payslips'} of the month`
  const back = figures.levy_charged - figures.levy_due
  return [
    { name: 'Income tax', amount: figures.income_tax, why: `Deducted on ${slips}` },
    { name: 'Student loans', amount: figures.student_loan, why: `Deducted on ${slips}` },
    { name: 'Employee NI', amount: figures.employee_ni, why: `Deducted on ${slips}` },
    { name: 'Employer NI', amount: figures.employer_ni, why: `Owed by the employer on ${slips}` },
    {
      name: 'Statutory pay recovered',
      amount: -figures.recovered,
      why: 'The part of statutory pay of parents in the month that HMRC gives back',
    },
    {
      name: 'Compensation',
      amount: -figures.compensation,
      why: 'HMRC’s compensation of a small employer for the National Insurance on it',
    },
    { name: 'Employment allowance', amount: -figures.employment_allowance, why: allowanceWhy(figures) },
    { name: 'Apprenticeship levy', amount: figures.levy_due, why: levyWhy(figures) },
    {
      name: 'Due to HMRC',
      amount: figures.due,
      why: `Payslips owe ${pounds(owedByPayslips(figures))}, with ${pounds(figures.levy_charged)} of levy charged; ${pounds(figures.relief)} goes back to the employer, of which ${pounds(back)} is levy`,
    },
  ]
}

function allowanceWhy({ working, employment_allowance }: MonthFigures): string {
  const { claims_allowance, yearly_allowance, ni_to_date, allowance_before } = working
  if (!claims_allowance)
    return allowance_before === 0
      ? 'The employer does not claim it'
      : `The employer does not claim it any more: ${pounds(allowance_before)} used before is owed again`
  return `Employer NI to date ${pounds(ni_to_date)}, at most ${pounds(yearly_allowance)} a year, less ${pounds(allowance_before)} used before: ${pounds(employment_allowance)}`
}

function levyWhy({ working, levy_due }: MonthFigures): string {
  const { levy_to_date, levy_free, levy_due_before } = working
  return `Charged to date ${pounds(levy_to_date)}, less ${pounds(levy_free)} allowance of the months so far, not below zero, less ${pounds(levy_due_before)} due before: ${pounds(levy_due)}`
}
