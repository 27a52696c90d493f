/**
 * Payments that reach every figure of a tax year: a pound more or less in a tax band, a loan or the lower earnings limit
 * shows in one of them, and so does any other rate. Other limits show once they move a period's whole pounds.
 */
import type { EmploymentState } from '#business/payroll/engine/employment-state.rules.ts'
import { LOAN_PLANS, NI_LETTERS, type TaxYear } from '#business/payroll/engine/tax-year.rules.ts'
import { TAX_YEARS } from '#business/payroll/years/tax-years.rules.ts'
import { periodOf } from './random-employment.ts'
import { code, pence, worker } from './sample-worker.ts'

export type PaymentCase = {
  readonly year: TaxYear
  readonly state: EmploymentState
  /** Pence. */
  readonly amount: number
  readonly period: number
}

const codes = ['0T', 'S0T', 'C0T', 'BR', 'D0', 'D1', 'SBR', 'SD0', 'SD1', 'SD2', 'SD3', 'CBR', 'CD0', 'CD1']

/** All bands of the year in its last month. */
const reaching_bands = codes.map((text) => ({
  state: { ...worker, frequency: 'month' as const, code: code(text) },
  amount: pence(200_000),
  period: 12,
}))

/** Above the upper limit of every period. */
const reaching_limits = NI_LETTERS.flatMap((ni_letter) =>
  (['week', 'fortnight', 'four_week', 'month'] as const).map((frequency) => {
    const state = { ...worker, frequency, ni_letter }
    return { state, amount: pence(6_000), period: periodOf(state, 1) }
  }),
)

/** A pound of the annual threshold is 8 pence of a month, and a repayment grows by a pound for each 11.12 or 16.67. */
const reaching_loans = LOAN_PLANS.flatMap((plan) =>
  Array.from({ length: 240 }, (_, at) => ({
    state: { ...worker, frequency: 'month' as const, loans: [plan] },
    amount: pence(3_000) + 7 * at,
    period: 1,
  })),
)

export const reaching_cases: readonly PaymentCase[] = TAX_YEARS.flatMap((year) =>
  [...reaching_bands, ...reaching_limits, ...reaching_loans].map((one) => ({ ...one, year })),
)
