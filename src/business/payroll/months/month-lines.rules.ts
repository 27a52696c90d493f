/** The figures of a tax month with the sentence of each, made of the figures alone. Pure; amounts are pence. */
import { countText } from '#kernel/count-text.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { type FormerMonth, type MonthFigures, owedByPayslips } from './month-figures.rules.ts'

export type MonthLine = {
  readonly name: string
  /** Below zero for a line that reduces the amount due. */
  readonly amount: Pence
  readonly why: string
}

const pounds = (pence: Pence): string => displayMoney(money(pence, GBP))

/** The lines of the amount due, in the order of the P32; `former` is the payroll before's debt of the month. */
export function monthLines(figures: MonthFigures, former: FormerMonth | null = null): MonthLine[] {
  const { payslip_count } = figures
  const slips = `${countText(payslip_count, 'payslip')} of the month`
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
    ...cisLine(figures),
    ...(former === null ? [] : [{ name: former.source, amount: former.due, why: formerWhy(former) }]),
    {
      name: 'Due to HMRC',
      amount: figures.due + (former?.due ?? 0),
      why: `Payslips owe ${pounds(owedByPayslips(figures))}, with ${pounds(figures.levy_charged)} of levy charged; ${pounds(figures.relief)} goes back to the employer, of which ${pounds(back)} is levy${former === null ? '' : `; ${pounds(former.due)} was due by the payroll before`}`,
    },
  ]
}

function formerWhy(of: FormerMonth): string {
  const taken = of.income_tax + of.employee_ni + of.student_loan
  const back = of.recovered + of.compensation + of.employment_allowance + of.cis_suffered
  return `Payroll before: deductions of ${pounds(taken)}, employer NI of ${pounds(of.employer_ni)} and levy of ${pounds(of.levy_due)}, less ${pounds(back)} that HMRC gave back or allowed; ${pounds(of.paid)} of it was paid`
}

/** The lines of a month by the payroll before. */
export function formerLines(of: FormerMonth): MonthLine[] {
  const said = (name: string, amount: Pence): MonthLine => ({ name, amount, why: `As ${of.source} says` })
  return [
    said('Income tax', of.income_tax),
    said('Student loans', of.student_loan),
    said('Employee NI', of.employee_ni),
    said('Employer NI', of.employer_ni),
    said('Statutory pay recovered', -of.recovered),
    said('Compensation', -of.compensation),
    said('Employment allowance', -of.employment_allowance),
    said('Apprenticeship levy', of.levy_due),
    ...(of.cis_suffered === 0 ? [] : [said('CIS suffered', -of.cis_suffered)]),
    { name: 'Due to HMRC', amount: of.due, why: formerWhy(of) },
  ]
}

/** The part of a figure to date that the payroll before had. */
const partOf = (
  former: MonthFigures['working']['former'],
  field: 'employer_ni' | 'employment_allowance' | 'levy_charged' | 'levy_due' | 'cis_suffered',
): string =>
  former === undefined || (former[field] ?? 0) === 0
    ? ''
    : ` (${pounds(former[field])} of it by ${former.source})`

function allowanceWhy({ working, employment_allowance }: MonthFigures): string {
  const { claims_allowance, yearly_allowance, ni_to_date, allowance_before, former } = working
  const without = working.off_payroll_ni
    ? `, without ${pounds(working.off_payroll_ni)} on deemed payments`
    : ''
  if (!claims_allowance)
    return allowance_before === 0
      ? 'The employer does not claim it'
      : `The employer does not claim it any more: ${pounds(allowance_before)} used before is owed again`
  return `Employer NI to date ${pounds(ni_to_date)}${partOf(former, 'employer_ni')}${without}, at most ${pounds(yearly_allowance)} a year, less ${pounds(allowance_before)} used before${partOf(former, 'employment_allowance')}: ${pounds(employment_allowance)}`
}

function levyWhy({ working, levy_due }: MonthFigures): string {
  const { levy_to_date, levy_free, levy_due_before, former } = working
  return `Charged to date ${pounds(levy_to_date)}${partOf(former, 'levy_charged')}, less ${pounds(levy_free)} allowance of the months so far, not below zero, less ${pounds(levy_due_before)} due before${partOf(former, 'levy_due')}: ${pounds(levy_due)}`
}

/** Nothing without deductions suffered. */
function cisLine({ working: { cis, former }, cis_suffered }: MonthFigures): MonthLine[] {
  if (cis === undefined) return []
  const waits = cis.to_date - cis.before - cis_suffered
  const rest = waits > 0 ? `; ${pounds(waits)} waits for later months` : ''
  return [
    {
      name: 'CIS suffered',
      amount: -cis_suffered,
      why: `Suffered to date ${pounds(cis.to_date)}, less ${pounds(cis.before)} set off before${partOf(former, 'cis_suffered')}, at most the ${pounds(cis.most)} that is left of the month: ${pounds(cis_suffered)}${rest}`,
    },
  ]
}
