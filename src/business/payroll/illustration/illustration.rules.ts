/**
 * The pay of a usual week as a worker may expect it before they agree to work (payroll, umbrella companies). It assumes
 * code 1257L on week 1, letter A, and a pension on qualifying earnings with relief at source. Pure; amounts are pence.
 */
import { assert } from '#kernel/assert.ts'
import { scale4 } from '#kernel/rate.ts'
import { calculate } from '../engine/calculate.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import { nothing_yet } from '../engine/figures-to-date.rules.ts'
import type { PensionTerms } from '../engine/pension.rules.ts'
import { readTaxCode } from '../engine/tax-code.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import { floorDiv, nearestDiv, type Pence } from '../engine/whole.rules.ts'

/** The legal least of automatic enrolment. */
const least_pension = {
  relief: 'at_source',
  basis: 'qualifying',
  employee_percent: 5 * scale4,
  employer_percent: 3 * scale4,
} as PensionTerms

/** Pay of a year holds 12.07 % for holiday. */
const holiday_whole = 11_207
const holiday_base = 10_000

export interface Illustration {
  readonly gross: Pence
  /** The part of gross pay that is holiday pay. */
  readonly holiday: Pence
  readonly tax: Pence
  readonly employee_ni: Pence
  readonly employee_pension: Pence
  readonly net: Pence
  readonly employer_ni: Pence
  readonly employer_pension: Pence
  readonly levy: Pence
}

interface Terms {
  readonly has_pension: boolean
  readonly charges_levy: boolean
}

/** A week's pay of a worker on PAYE. @param gross holiday pay included */
export function illustratePay(
  year: TaxYear,
  gross: Pence,
  { has_pension, charges_levy }: Terms,
): Illustration {
  const { deductions, employer, net } = calculate(
    year,
    { ...usual(year), pension: has_pension ? least_pension : null, charges_levy },
    {
      pay_day: year.last_day,
      period_number: 1,
      elements: [{ kind: 'basic', amount: gross, taxable: true, niable: true, pensionable: true, nmw: true }],
      already_paid: [],
      earlier_parts: [],
      after_leaving: null,
      is_last_of_year: false,
    },
  )
  return {
    gross,
    holiday: gross - nearestDiv(gross * holiday_base, holiday_whole),
    tax: deductions.income_tax,
    employee_ni: deductions.employee_ni,
    employee_pension: deductions.employee_pension,
    net,
    employer_ni: employer.ni,
    employer_pension: employer.pension,
    levy: employer.levy,
  }
}

/**
 * A week's pay at an umbrella company: the largest gross pay that, with the employer's costs, fits into the assignment
 * income without the company's margin.
 */
export function illustrateUmbrella(
  year: TaxYear,
  { income, margin }: { readonly income: Pence; readonly margin: Pence },
  { has_pension }: Pick<Terms, 'has_pension'>,
): Illustration {
  const of = (gross: Pence) => illustratePay(year, gross, { has_pension, charges_levy: true })
  const isCovered = ({ gross, employer_ni, employer_pension, levy }: Illustration) =>
    gross + employer_ni + employer_pension + levy <= income - margin
  let low = 0
  let high = Math.max(income - margin, 0)
  while (low < high) {
    const middle = high - floorDiv(high - low, 2)
    if (isCovered(of(middle))) low = middle
    else high = middle - 1
  }
  return of(low)
}

/** With the pension that the pay leads to: enrolled where the pay without a contribution reaches the trigger. */
export function umbrellaWeek(year: TaxYear, income: Pence, margin: Pence): Illustration {
  const without = illustrateUmbrella(year, { income, margin }, { has_pension: false })
  return isEnrolled(year, without.gross)
    ? illustrateUmbrella(year, { income, margin }, { has_pension: true })
    : without
}

/** Pay of a week that reaches the trigger of automatic enrolment. */
export const isEnrolled = ({ pension }: TaxYear, pay: Pence): boolean =>
  pay >= pension.limits.week.trigger * 100

function usual(year: TaxYear): EmploymentState {
  const code = readTaxCode('1257L', year, true)
  assert(!('message' in code), 'The usual code is one of each year')
  return {
    code,
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
}
