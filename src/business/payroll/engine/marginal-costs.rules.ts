/** The employer's additional cost of one piece of work (payroll.md §2.13). */
import { calculate } from './calculate.rules.ts'
import type { Payslip } from './calculated-payslip.rules.ts'
import type { EmploymentState } from './employment-state.rules.ts'
import type { PayElement } from './pay-element.rules.ts'
import type { PeriodInput } from './period-input.rules.ts'
import type { TaxYear } from './tax-year.rules.ts'

/** Costs of a payment with `added` less those without it: over all work of a payment they add up exactly. */
export function marginalCosts(
  year: TaxYear,
  state: EmploymentState,
  run: PeriodInput,
  added: readonly PayElement[],
): Payslip['employer'] {
  const without = calculate(year, state, run).employer
  const both = calculate(year, state, { ...run, elements: [...run.elements, ...added] }).employer
  return {
    ni: both.ni - without.ni,
    pension: both.pension - without.pension,
    levy: both.levy - without.levy,
  }
}
