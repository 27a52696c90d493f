/** The engine's result for a payment: lines with their sentences, totals, and the facts that later payments need. */
import type { Day } from '#kernel/day.ts'
import type { NiByLetter, YearToDate } from './figures-to-date.rules.ts'
import type { NiBands } from './national-insurance.rules.ts'
import type { PayKind } from './pay-element.rules.ts'
import type { PensionTerms } from './pension.rules.ts'
import type { TaxCode } from './tax-code.rules.ts'
import type { WageFrequency } from './tax-period.rules.ts'
import type { LoanPlan, NiLetter } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'

/** In the order of the payslip, pay first. */
export const DEDUCTIONS = [
  'salary_sacrifice',
  'income_tax',
  'employee_ni',
  'employee_pension',
  'student_loan',
  'postgraduate_loan',
  'attachment',
  'admin_fee',
  'agreed_deduction',
  'overpayment',
] as const
export const EMPLOYER_COSTS = ['employer_ni', 'employer_pension', 'apprenticeship_levy'] as const

export type Deduction = (typeof DEDUCTIONS)[number]
export type EmployerCost = (typeof EMPLOYER_COSTS)[number]
export type LineElement = PayKind | Deduction | EmployerCost

export type LineInputs = Readonly<Record<string, Pence | string>>

export type Line = {
  readonly part: 'pay' | 'deduction' | 'employer'
  readonly element: LineElement
  /** A deduction is positive, a refund negative. */
  readonly amount: Pence
  /** A sentence of `inputs` alone, from which a reader recomputes the amount. */
  readonly why: string
  readonly inputs: LineInputs
  readonly timesheet_id?: string
  readonly order_id?: string
  /** The pay day that the line corrects. */
  readonly for_pay_day?: Day
}

/** The part of one payslip in one earnings period: its own, or one that it corrects. */
export type PeriodPart = {
  /** A pay day of the period. */
  readonly pay_day: Day
  readonly frequency: WageFrequency
  readonly period_number: number
  readonly code: TaxCode
  readonly ni_letter: NiLetter
  readonly taxable: Pence
  /** Of a code on week 1 or month 1; otherwise the payslip's tax belongs to the year. */
  readonly tax: Pence
  readonly niable: Pence
  readonly employee_ni: Pence
  /** Of a corrected period: the part that later pay takes, as this payment could bear no more. */
  readonly ni_waits?: Pence
  readonly employer_ni: Pence
  readonly bands: NiBands
  readonly loans: Readonly<Partial<Record<LoanPlan, Pence>>>
  readonly pension: {
    readonly terms: PensionTerms
    readonly pensionable: Pence
    readonly basic: Pence
    readonly employee: Pence
    readonly taken: Pence
    readonly employer: Pence
  } | null
  /** Null where the employer does not put it on each payment. */
  readonly levy: Pence | null
}

/** Attachable earnings, and the deductions of each order by its id. */
export type Attached = {
  readonly earnings: Pence
  readonly loans: Pence
  readonly by_order: Readonly<Record<string, Pence>>
  readonly fee_of: readonly string[]
  /** Deductions by agreement; absent without one. */
  readonly agreed?: Readonly<Record<string, Pence>>
}

export type Payslip = {
  readonly pay_day: Day
  readonly lines: readonly Line[]
  readonly gross: Pence
  readonly taxable: Pence
  readonly niable: Pence
  readonly deductions: Readonly<Record<Deduction, Pence>>
  readonly net: Pence
  readonly employer: { readonly ni: Pence; readonly pension: Pence; readonly levy: Pence }
  readonly bands: NiBands
  readonly ytd: YearToDate
  readonly ni_ytd_by_letter: NiByLetter
  /** Pay that counts for the minimum wage, less salary sacrificed for a pension, and its hours. */
  readonly minimum_wage: { readonly pay: Pence; readonly hours: number }
  /** The payment's own period first. */
  readonly parts: readonly PeriodPart[]
  readonly attached: Attached
}
