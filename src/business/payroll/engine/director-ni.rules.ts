/** National Insurance of directors: by the earnings of the year to date (payroll.md §2.4). Amounts are pence. */
import {
  directorThresholds,
  type NiBands,
  type NiResult,
  type NiThresholds,
  nationalInsurance,
  periodThresholds,
} from './national-insurance.rules.ts'
import type { PayFrequency } from './tax-period.rules.ts'
import type { NiLetter, TaxYear } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'

/** Earnings and contributions of the year under one letter. */
export type NiToDate = { readonly earnings: Pence; readonly employee: Pence; readonly employer: Pence } & {
  readonly bands: NiBands
}

export const no_ni_yet: NiToDate = {
  earnings: 0,
  employee: 0,
  employer: 0,
  bands: { at_lel: 0, lel_pt: 0, pt_uel: 0 },
}

export type DirectorInput = {
  readonly letter: NiLetter
  readonly pay: Pence
  readonly before: NiToDate
  /** Weeks from the appointment to the year's end; 52 for a whole year. */
  readonly weeks: number
  /**
   * `AN`: the year's thresholds on all earnings to date. `AL`: as an employee, then once on the whole year with the last
   * payment.
   */
  readonly method: 'AN' | 'AL'
  readonly frequency: PayFrequency
  readonly is_last_of_year: boolean
}

/** Contributions of this payment, and the bands that it adds. */
export function directorNi(year: TaxYear, input: DirectorInput): NiResult {
  const { letter, pay, before, weeks, method, frequency, is_last_of_year } = input
  const by_period = nationalInsurance(year, letter, pay, periodThresholds(year, frequency))
  if (method === 'AL' && !is_last_of_year) return by_period
  const whole = nationalInsurance(year, letter, before.earnings + pay, directorThresholds(year, weeks))
  return {
    employee: whole.employee - before.employee,
    employer: whole.employer - before.employer,
    // HMRC's sheets keep adding the bands of the periods up under the alternative method.
    bands: method === 'AL' ? by_period.bands : bandsLess(whole.bands, before.bands),
  }
}

/** Contributions on all earnings that count together, and the part that earlier payments deducted. */
export type NiShare = {
  readonly letter: NiLetter
  readonly thresholds: NiThresholds
  readonly pay: Pence
  readonly due: Pick<NiResult, 'employee' | 'employer'>
  readonly taken: Pick<NiResult, 'employee' | 'employer'>
  /** That this payment adds. */
  readonly bands: NiBands
  /** The whole year is settled, by the alternative method. */
  readonly settles?: boolean
}

export const bandsLess = (a: NiBands, b: NiBands): NiBands => ({
  at_lel: a.at_lel - b.at_lel,
  lel_pt: a.lel_pt - b.lel_pt,
  pt_uel: a.pt_uel - b.pt_uel,
})

/** To date after a payment. */
export const withPayment = (
  before: NiToDate,
  pay: Pence,
  { employee, employer, bands }: NiResult,
): NiToDate => ({
  earnings: before.earnings + pay,
  employee: before.employee + employee,
  employer: before.employer + employer,
  bands: {
    at_lel: before.bands.at_lel + bands.at_lel,
    lel_pt: before.bands.lel_pt + bands.lel_pt,
    pt_uel: before.bands.pt_uel + bands.pt_uel,
  },
})
