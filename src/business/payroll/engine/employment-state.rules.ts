/** The state of an employment on a pay day: facts in force, and figures of the year before the payment. */
import type { AgreedDeductions } from './agreed-deduction.rules.ts'
import type { Order } from './attachment.rules.ts'
import type { NiToDate } from './director-ni.rules.ts'
import type { Overpaid } from './overpayment.rules.ts'
import type { PensionRefund, PensionTerms } from './pension.rules.ts'
import type { TaxCode } from './tax-code.rules.ts'
import type { WageFrequency } from './tax-period.rules.ts'
import type { LoanPlan, NiLetter } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'

export type NiByLetter = Readonly<Partial<Record<NiLetter, NiToDate>>>

/** This employment alone, without a P45. */
export type YearToDate = {
  readonly gross: Pence
  readonly taxable: Pence
  readonly tax: Pence
  readonly employee_ni: Pence
  readonly employer_ni: Pence
  readonly student_loan: Pence
  readonly postgraduate_loan: Pence
  /** Taken from pay, by relief: the first two are reported to HMRC separately. */
  readonly pension_net_pay: Pence
  readonly pension_at_source: Pence
  readonly pension_sacrificed: Pence
  readonly employer_pension: Pence
  readonly levy: Pence
  readonly attachments: Pence
  readonly net: Pence
}

export const nothing_yet: YearToDate = {
  gross: 0,
  taxable: 0,
  tax: 0,
  employee_ni: 0,
  employer_ni: 0,
  student_loan: 0,
  postgraduate_loan: 0,
  pension_net_pay: 0,
  pension_at_source: 0,
  pension_sacrificed: 0,
  employer_pension: 0,
  levy: 0,
  attachments: 0,
  net: 0,
}

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
