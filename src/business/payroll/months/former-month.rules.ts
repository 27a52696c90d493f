/** A month as the payroll before reported it: its amounts, and their faults by field (decision 0084). Pure; amounts are pence. */
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { eachReported, type ReportedPay, reported_pay } from '../figures/fps-figures.rules.ts'
import { type FormerMonth, formerRelief, owedByPayslips } from './month-figures.rules.ts'

export const former_amounts = [
  'income_tax',
  'employee_ni',
  'student_loan',
  'employer_ni',
  'levy_charged',
  'levy_due',
  'employment_allowance',
  'cis_suffered',
  'paid',
] as const
type FormerAmount = (typeof former_amounts)[number]

/** Statutory pay that HMRC gave back, and its compensation. */
export const given_back = reported_pay.flatMap((kind) => [kind, `${kind}_compensation`] as const)
export type GivenBack = (typeof given_back)[number]

export type FormerAsked = Readonly<Record<FormerAmount | GivenBack, Pence>>

type Back = Readonly<Record<'pay' | 'compensation', Readonly<Record<ReportedPay, Pence>>>>

export const backOfAsked = (asked: FormerAsked): Back => ({
  pay: eachReported((kind) => asked[kind]),
  compensation: eachReported((kind) => asked[`${kind}_compensation`]),
})

const total = (of: Readonly<Record<ReportedPay, Pence>>): Pence =>
  Object.values(of).reduce((sum, one) => sum + one, 0)

/** The month with its sums. */
export function formerMonth(asked: FormerAsked, source: string): FormerMonth & { readonly relief: Pence } {
  const { pay, compensation } = backOfAsked(asked)
  const { paid, ...amounts } = Object.fromEntries(
    former_amounts.map((field) => [field, asked[field]]),
  ) as Record<FormerAmount, Pence> // Every field.
  const month = { ...amounts, recovered: total(pay), compensation: total(compensation) }
  const relief = formerRelief(month)
  return { ...month, relief, due: owedByPayslips(month) - relief, paid, source }
}

export type AllowanceTerms = {
  readonly claims_allowance: boolean
  /** Has a corporation tax reference. */
  readonly is_company: boolean
  /** The allowance of a year. */
  readonly employment_allowance: Pence
  /** Sums of the other months by the payroll before. */
  readonly others: { readonly employer_ni: Pence; readonly employment_allowance: Pence }
}

/** HMRC's rule 7953. */
export const companies_alone =
  'Only a company sets CIS deductions off: enter the corporation tax reference of the PAYE scheme first'

const pounds = (pence: Pence): string => displayMoney(money(pence, GBP))

export function formerFaults(asked: FormerAsked, terms: AllowanceTerms): FieldErrors {
  const errors: Record<string, string> = {}
  for (const field of [...former_amounts, ...given_back])
    if (asked[field] < 0) errors[field] = validationText.positive
  if (asked.levy_due > asked.levy_charged)
    errors.levy_due ??= `The levy before the allowance is ${pounds(asked.levy_charged)}`
  for (const kind of reported_pay)
    if (asked[`${kind}_compensation`] > asked[kind])
      errors[`${kind}_compensation`] ??= `Compensation is less than the ${pounds(asked[kind])} recovered`
  if (asked.cis_suffered > 0 && !terms.is_company) errors.cis_suffered ??= companies_alone
  const used = asked.employment_allowance + terms.others.employment_allowance
  const ni = asked.employer_ni + terms.others.employer_ni
  if (asked.employment_allowance > 0 && !terms.claims_allowance)
    errors.employment_allowance ??= 'The employer does not claim it in this year: set its allowances first'
  else if (used > Math.min(terms.employment_allowance, ni))
    errors.employment_allowance ??= `${pounds(used)} to date is more than ${ni < terms.employment_allowance ? `the employer NI of ${pounds(ni)}` : `the ${pounds(terms.employment_allowance)} of a year`}`
  return errors
}
