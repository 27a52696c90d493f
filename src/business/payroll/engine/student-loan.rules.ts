/** Repayment of student and postgraduate loans (payroll.md §2.6). Amounts are pence. */
import { partsOfYear, type WageFrequency, weeksOf } from './tax-period.rules.ts'
import type { LoanPlan, TaxYear } from './tax-year.rules.ts'
import { floorDiv, type Pence } from './whole.rules.ts'

export type LoanWorking = {
  readonly threshold: Pence
  readonly percent: number
  /** Whole pounds, of all pay of the period. */
  readonly due: Pence
}

const pence = 100

/** A period's share of the annual threshold, down to the penny. */
const thresholdOf = (annual: number, frequency: WageFrequency): Pence =>
  floorDiv(annual * pence * (weeksOf(frequency) ?? 1), partsOfYear(frequency))

/** The repayment of one period; null where the plan is not collected in the year. */
export function loanRepayment(
  { student_loans }: TaxYear,
  plan: LoanPlan,
  pay: Pence,
  frequency: WageFrequency,
): LoanWorking | null {
  const terms = student_loans[plan]
  if (terms === null) return null
  const threshold = thresholdOf(terms.threshold, frequency)
  const above = Math.max(0, pay - threshold)
  const pounds = floorDiv(above * terms.percent, 100 * pence)
  return { threshold, percent: terms.percent, due: pounds * pence }
}

/** Of several student loans only that with the lowest threshold is repaid; a postgraduate loan beside it. */
export function collectedPlans({ student_loans }: TaxYear, plans: readonly LoanPlan[]): LoanPlan[] {
  const thresholdOfPlan = (plan: LoanPlan) => student_loans[plan]?.threshold ?? Number.POSITIVE_INFINITY
  const collected = plans.filter((plan) => student_loans[plan] !== null)
  const [lowest] = collected
    .filter((plan) => plan !== 'postgraduate')
    .toSorted((a, b) => thresholdOfPlan(a) - thresholdOfPlan(b))
  return collected.filter((plan) => plan === lowest || plan === 'postgraduate')
}
