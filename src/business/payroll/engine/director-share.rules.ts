/** National Insurance of a payment to a director whose year's earnings count together. */
import { lastShare } from './director-letters.rules.ts'
import { bandsLess, directorNi, type NiShare, no_ni_yet } from './director-ni.rules.ts'
import type { Directorship, EmploymentState } from './employment-state.rules.ts'
import { directorThresholds, nationalInsurance } from './national-insurance.rules.ts'
import type { PeriodInput } from './period-input.rules.ts'
import { niOfPeriod, type Period } from './period-part.rules.ts'
import type { TaxYear } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'

/** The directorship, where the annual rule covers this payment: always, or by the alternative method with the last one. */
export const isAnnual = ({ director }: EmploymentState, run: PeriodInput): Directorship | null =>
  director !== null && (director.method === 'AN' || run.is_last_of_year) ? director : null

export function directorShare(year: TaxYear, director: Directorship, period: Period, pay: Pence): NiShare {
  const { ni_letter: letter } = period
  const { method, weeks, ni_by_letter } = director
  if (method === 'AL')
    return { ...lastShare(year, director, period, pay), bands: niOfPeriod(year, period, pay).bands }
  const thresholds = directorThresholds(year, weeks)
  const before = ni_by_letter[letter] ?? no_ni_yet
  const paid = Object.values(ni_by_letter).reduce((sum, { earnings }) => sum + earnings, 0)
  const due = nationalInsurance(year, letter, paid + pay, thresholds)
  if (paid === before.earnings) {
    const { frequency } = period
    const share = directorNi(year, { letter, pay, before, weeks, method, frequency, is_last_of_year: true })
    return { letter, thresholds, pay: paid + pay, due, taken: before, bands: share.bands }
  }
  // Earlier earnings under another letter have used the thresholds up.
  const taken = nationalInsurance(year, letter, paid, thresholds)
  return { letter, thresholds, pay: paid + pay, due, taken, bands: bandsLess(due.bands, taken.bands) }
}
