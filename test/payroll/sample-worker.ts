/** A weekly paid worker in 2026-27, and how tests pay them. */
import type { LineElement, Payslip } from '#business/payroll/engine/calculated-payslip.rules.ts'
import type { EmploymentState } from '#business/payroll/engine/employment-state.rules.ts'
import { nothing_yet } from '#business/payroll/engine/figures-to-date.rules.ts'
import type { PayElement } from '#business/payroll/engine/pay-element.rules.ts'
import type { PensionTerms } from '#business/payroll/engine/pension.rules.ts'
import type { PeriodInput } from '#business/payroll/engine/period-input.rules.ts'
import { readTaxCode } from '#business/payroll/engine/tax-code.rules.ts'
import { year_2026_27 } from '#business/payroll/years/tax-year-2026-27.rules.ts'
import { day } from '#kernel/day.ts'
import { percent } from '#kernel/rate.ts'

export const year = year_2026_27
export const pence = (pounds: number) => Math.round(pounds * 100)

export const code = (text: string) => {
  const read = readTaxCode(text, year)
  if ('message' in read) throw new Error(read.message)
  return read
}

export const qualifying: PensionTerms = {
  relief: 'at_source',
  basis: 'qualifying',
  employee_percent: percent('5'),
  employer_percent: percent('3'),
}

export const worker: EmploymentState = {
  code: code('1257L'),
  frequency: 'week',
  ni_letter: 'A',
  director: null,
  loans: [],
  pension: null,
  orders: [],
  charges_levy: false,
  ytd: nothing_yet,
  ni_ytd_by_letter: {},
  previous: { pay: 0, tax: 0 },
}

export const pay = (pounds: number, more: Partial<PayElement> = {}): PayElement => ({
  kind: 'basic',
  amount: pence(pounds),
  taxable: true,
  niable: true,
  pensionable: true,
  nmw: true,
  ...more,
})

export const run = (
  period_number: number,
  elements: PayElement[],
  more: Partial<PeriodInput> = {},
): PeriodInput => ({
  pay_day: day('2026-06-12'),
  period_number,
  elements,
  already_paid: [],
  earlier_parts: [],
  after_leaving: null,
  is_last_of_year: false,
  ...more,
})

export const taxed = (taxable: number, tax: number) => ({
  ...nothing_yet,
  taxable: pence(taxable),
  tax: pence(tax),
})

/** Amounts of a payslip in pounds, by their names. */
export const figures = ({ deductions, employer, net, gross }: Payslip) =>
  Object.fromEntries(
    Object.entries({ gross, ...deductions, net, ...employer }).map(([name, amount]) => [name, amount / 100]),
  )
export const whyOf = (slip: Payslip, element: LineElement) =>
  slip.lines.filter((line) => line.element === element).map(({ why }) => why)

/** Pays of one week after another, each from what the one before left. */
export function following(state: EmploymentState, slip: Payslip): EmploymentState {
  return { ...state, ytd: slip.ytd, ni_ytd_by_letter: slip.ni_ytd_by_letter }
}
