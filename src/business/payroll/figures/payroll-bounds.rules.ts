/**
 * Faults of impossible payroll figures (payroll.md §2.11, P03 to P06): bounds follow from the pay and the rates of the tax
 * year alone, so that no entered figure widens them. Sums and negative net pay (P01, P02) are faults of payroll-figure.rules.ts that nobody
 * overrides.
 */
import {
  abs,
  type CurrencyCode,
  compare,
  displayMoney,
  isNegative,
  isPositive,
  type Money,
  money,
  sub,
  sum,
} from '#kernel/money.ts'
import { formatRate, type Rate4, scale4, type Units4 } from '#kernel/rate.ts'
import { toSafe } from '#kernel/round.ts'
import { LOAN_PLANS, type LoanPlan, type TaxYear } from '../engine/tax-year.rules.ts'
import { type AmountField, cost_fields, type Figures } from './payroll-figure.rules.ts'

export type FigureFault = {
  readonly code: 'P03' | 'P04' | 'P05' | 'P06'
  readonly field: AmountField
  readonly sentence: string
}

export type BoundFacts = {
  /** Of the pay day. */
  readonly year: TaxYear
  /** Work that is taken off again: its figures are negative. */
  readonly is_reduction: boolean
  /** Income tax that payroll took since 6 April, without these figures. */
  readonly tax_to_date: Money
  /** Null where the hours are not known, as of work by the day. */
  readonly hours: Units4 | null
  /** Null where none is known. */
  readonly minimum_wage: Rate4 | null
  /** Pay that counts for it, less the pay given up; null where only figures are known: gross pay without holiday pay. */
  readonly wage_pay: Money | null
  /** Null until time is entered. */
  readonly client_net: Money | null
}

type Share = {
  readonly field: AmountField
  readonly label: string
  /** Hundredths of a percent, as of National Insurance rates. */
  readonly hundredths: number
  readonly more: number
}

/** The greatest share of pay under any letter and plan of the year; the levy may round up by a penny more. */
function sharesOf({ national_insurance, student_loans, levy }: TaxYear): readonly Share[] {
  const letters = Object.values(national_insurance.letters)
  const percentOf = (plan: LoanPlan) => student_loans[plan]?.percent ?? 0
  // One undergraduate plan, and a postgraduate loan beside it.
  const loans =
    Math.max(...LOAN_PLANS.filter((plan) => plan !== 'postgraduate').map(percentOf)) +
    percentOf('postgraduate')
  return [
    {
      field: 'employer_ni',
      label: 'Employer NI',
      hundredths: Math.max(...letters.flatMap(({ employer }) => employer)),
      more: 0,
    },
    {
      field: 'employee_ni',
      label: 'Employee NI',
      hundredths: Math.max(...letters.flatMap(({ employee }) => employee)),
      more: 0,
    },
    { field: 'student_loan', label: 'A student loan repayment', hundredths: loans * 100, more: 0 },
    // No law bounds it; this much is a slip of the pen.
    { field: 'employer_pension', label: 'Employer pension', hundredths: 5000, more: 0 },
    {
      field: 'apprenticeship_levy',
      label: 'Apprenticeship levy',
      hundredths: levy.thousandths * 10,
      more: 1,
    },
  ]
}

/** A share of the pay, rounded up to the penny. */
const shareOf = (pay: Money, hundredths: number, more: number): Money =>
  money(toSafe((BigInt(pay.minor) * BigInt(hundredths) + 9_999n) / 10_000n) + more, pay.currency)

/** The greatest amount of each field that is possible on a pay; fields without a bound are left out. */
export const mostOn = (year: TaxYear, pay: Money): ReadonlyMap<AmountField, Money> =>
  new Map(sharesOf(year).map(({ field, hundredths, more }) => [field, shareOf(pay, hundredths, more)]))

/** Every figure that is out of bounds, at most one fault a field. */
export function payrollFigureFaults(
  figures: Figures,
  facts: BoundFacts,
  code: CurrencyCode,
): readonly FigureFault[] {
  const pay = abs(figures.gross_pay)
  const found = [
    ...taxFaults(figures, pay, facts),
    ...wageFaults(figures, facts),
    ...sharesOf(facts.year).flatMap(({ field, label, hundredths, more }): FigureFault[] => {
      const amount = abs(figures[field])
      const bound = shareOf(pay, hundredths, more)
      if (compare(amount, bound) <= 0) return []
      const possible = `the ${displayMoney(bound)} that is possible on ${displayMoney(pay)}`
      return [
        { code: 'P05', field, sentence: `${label} of ${displayMoney(amount)} is more than ${possible}` },
      ]
    }),
    ...costFaults(figures, facts, pay, code),
  ]
  return found.filter((fault, at) => found.findIndex((one) => one.field === fault.field) === at)
}

function taxFaults(figures: Figures, pay: Money, facts: BoundFacts): FigureFault[] {
  const tax = figures.income_tax
  const fault = (sentence: string): FigureFault[] => [{ code: 'P03', field: 'income_tax', sentence }]
  const is_refund = isNegative(tax) && !facts.is_reduction
  if (is_refund && compare(abs(tax), facts.tax_to_date) > 0)
    return fault(
      `A tax refund of ${displayMoney(abs(tax))} is more than the tax of ${displayMoney(facts.tax_to_date)} since 6 April`,
    )
  const most = BigInt(pay.minor) * BigInt(facts.year.income_tax.most_percent)
  if (is_refund || BigInt(abs(tax).minor) * 100n <= most) return []
  return fault(`Tax of ${displayMoney(abs(tax))} is more than half of the pay of ${displayMoney(pay)}`)
}

function wageFaults(
  figures: Figures,
  { is_reduction, hours, minimum_wage, wage_pay }: BoundFacts,
): FigureFault[] {
  if (is_reduction || hours === null || hours <= 0 || minimum_wage === null) return []
  // Holiday pay is for days without work.
  const counted = wage_pay ?? sub(figures.gross_pay, figures.holiday_pay)
  const least = (BigInt(minimum_wage) * BigInt(hours)) / BigInt(scale4)
  if (BigInt(counted.minor) * BigInt(scale4 / 100) >= least) return []
  const hourly = Number((BigInt(counted.minor) * BigInt((scale4 / 100) * scale4)) / BigInt(hours)) as Rate4 // Scaled alike.
  const sentence = `£${formatRate(hourly)} an hour is below the minimum wage of £${formatRate(minimum_wage)}`
  return [{ code: 'P04', field: 'gross_pay', sentence }]
}

function costFaults(
  figures: Figures,
  { client_net }: BoundFacts,
  pay: Money,
  code: CurrencyCode,
): FigureFault[] {
  const costs = cost_fields.map((field) => ({ field, amount: abs(figures[field]) }))
  const total = sum(
    code,
    costs.map(({ amount }) => amount),
  )
  // No client pays less than the worker gets.
  const charged = client_net === null ? pay : abs(client_net)
  if (!isPositive(total) || compare(total, charged) <= 0) return []
  const [largest] = costs.toSorted((a, b) => b.amount.minor - a.amount.minor)
  const sentence = 'The cost of this work is more than what the client is charged'
  return largest ? [{ code: 'P06', field: largest.field, sentence }] : []
}
