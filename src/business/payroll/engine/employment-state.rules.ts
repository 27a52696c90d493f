/** The state of an employment on a pay day: facts in force, and figures of the year before the payment. */
import type { AgreedDeductions } from './agreed-deduction.rules.ts'
import type { Order } from './attachment.rules.ts'
import type { NiByLetter, YearToDate } from './figures-to-date.rules.ts'
import type { Overpaid } from './overpayment.rules.ts'
import type { PensionRefund, PensionTerms } from './pension.rules.ts'
import type { TaxCode } from './tax-code.rules.ts'
import type { WageFrequency } from './tax-period.rules.ts'
import type { LoanPlan, NiLetter } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'

/** Weeks from the appointment to the year's end, 52 for a whole year, and figures since the appointment. */
export type Directorship = {
  readonly method: 'AN' | 'AL'
  readonly weeks: number
  readonly ni_by_letter: NiByLetter
}

export type EmploymentState = {
  /** In force on the pay day, read by `readTaxCode`; it holds the basis. */
  readonly code: TaxCode
  readonly frequency: WageFrequency
  readonly ni_letter: NiLetter
  readonly director: Directorship | null
  readonly loans: readonly LoanPlan[]
  /** Null unless enrolled. */
  readonly pension: PensionTerms | null
  /** Of a worker who opted out since the last payslip. */
  readonly pension_refund?: PensionRefund | null
  readonly orders: readonly Order[]
  /** In force on the pay day; absent without one. */
  readonly agreed?: AgreedDeductions
  /** Absent where the payment neither carries an overpayment nor takes one back. */
  readonly overpaid?: Overpaid
  /** The employer puts the apprenticeship levy on each payment. */
  readonly charges_levy: boolean
  /** Before this payment; earlier payments of the same period are in it. */
  readonly ytd: YearToDate
  readonly ni_ytd_by_letter: NiByLetter
  /** Of earlier employments in the year, where the code is cumulative. */
  readonly previous: { readonly pay: Pence; readonly tax: Pence }
  /** Of this employment's pay to date, the part of the payroll before, with its name. */
  readonly taken_over?: { readonly source: string; readonly pay: Pence } | null
}
