/** Figures of an employment in the tax year, up to a payment. */
import type { NiToDate } from './director-ni.rules.ts'
import type { NiLetter } from './tax-year.rules.ts'
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
