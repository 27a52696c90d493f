/** Pension contributions of employee and employer (payroll.md §2.7). Amounts are pence. */
import type { Percent4 } from '#kernel/rate.ts'
import type { WageFrequency } from './tax-period.rules.ts'
import type { TaxYear } from './tax-year.rules.ts'
import { nearestDiv, type Pence } from './whole.rules.ts'

/**
 * How tax relief is given: by the provider on what is taken from net pay, by taking it before tax, or by giving up pay
 * before tax and National Insurance.
 */
export const PENSION_RELIEFS = ['at_source', 'net_pay', 'salary_sacrifice'] as const
export type PensionRelief = (typeof PENSION_RELIEFS)[number]

/** Pay that counts: between the limits of qualifying earnings, basic pay (sets 1 and 2), or all pay (set 3). */
export const PENSION_BASES = ['qualifying', 'set_1', 'set_2', 'set_3'] as const
export type PensionBasis = (typeof PENSION_BASES)[number]

export type PensionTerms = {
  readonly relief: PensionRelief
  readonly basis: PensionBasis
  readonly employee_percent: Percent4
  readonly employer_percent: Percent4
}

/** Contributions that go back to a worker who opted out in time, and the employer's. */
export type PensionRefund = {
  readonly relief: PensionRelief
  /** The sum that payslips deducted. */
  readonly taken: Pence
  readonly employer: Pence
}

/** Pensionable pay, and the part of it without overtime and bonuses. */
export type PensionPay = { readonly pensionable: Pence; readonly basic: Pence }

export type PensionWorking = {
  readonly counted: Pence
  /** The limits of qualifying earnings, where they apply. */
  readonly limits: { readonly lower: Pence; readonly upper: Pence } | null
  /** The employee's contribution as it reaches the fund. */
  readonly employee: Pence
  /** The deduction from pay: 80 % where the provider adds the relief. */
  readonly taken: Pence
  readonly employer: Pence
}

const pence = 100
/** A percentage has four decimals. */
const whole = 1_000_000
const percent_without_relief = 80

/** Contributions on all pay of a period, half a penny up. */
export function pensionContributions(
  { pension }: TaxYear,
  terms: PensionTerms,
  { pensionable, basic }: PensionPay,
  frequency: WageFrequency,
): PensionWorking {
  const { lower, upper } = pension.limits[frequency]
  const limits = terms.basis === 'qualifying' ? { lower: lower * pence, upper: upper * pence } : null
  const pay = terms.basis === 'set_1' || terms.basis === 'set_2' ? basic : pensionable
  const counted = Math.max(0, limits === null ? pay : Math.min(pay, limits.upper) - limits.lower)
  const employee = nearestDiv(counted * terms.employee_percent, whole)
  return {
    counted,
    limits,
    employee,
    taken: terms.relief === 'at_source' ? nearestDiv(employee * percent_without_relief, 100) : employee,
    employer: nearestDiv(counted * terms.employer_percent, whole),
  }
}
