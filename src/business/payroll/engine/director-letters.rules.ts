/**
 * The last payment of a director under the alternative method, after a change of NI letter in the year. Contributions are due on
 * the whole year by each letter in its turn, so that the thresholds are used once (HMRC booklet CA44). Amounts are pence.
 */
import { type NiShare, no_ni_yet } from './director-ni.rules.ts'
import type { Directorship } from './employment-state.rules.ts'
import { directorThresholds, nationalInsurance } from './national-insurance.rules.ts'
import { lineOf, type PartWorking, type Period } from './period-part.rules.ts'
import type { NiLetter, TaxYear } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'
import { employeeNiInputs, employerNiInputs, whole_year } from './working.rules.ts'

type OfYear = Pick<Directorship, 'weeks' | 'ni_by_letter'>

/** Contributions on earnings up to and with this letter, and all that was deducted for them. */
function shareOf(
  year: TaxYear,
  { weeks, ni_by_letter }: OfYear,
  letter: NiLetter,
  { earlier, pay }: { readonly earlier: Pence; readonly pay: Pence },
): NiShare {
  const thresholds = directorThresholds(year, weeks)
  const own = ni_by_letter[letter] ?? no_ni_yet
  const to_date = earlier + own.earnings + pay
  // Earnings under earlier letters have used that much of the thresholds.
  const used = nationalInsurance(year, letter, earlier, thresholds)
  const taken = { employee: used.employee + own.employee, employer: used.employer + own.employer }
  const due = nationalInsurance(year, letter, to_date, thresholds)
  return { letter, thresholds, pay: to_date, due, taken, bands: no_ni_yet.bands, settles: true }
}

/** Earlier letters of the year, oldest first, without the one in force. A letter that comes back counts where it is last. */
const earlierLetters = ({ ni_by_letter }: OfYear, in_force: NiLetter): NiLetter[] =>
  Object.keys(ni_by_letter).filter((letter) => letter !== in_force) as NiLetter[] // Its keys.

const earningsOf = ({ ni_by_letter }: OfYear, letters: readonly NiLetter[]): Pence =>
  letters.reduce((sum, letter) => sum + (ni_by_letter[letter]?.earnings ?? 0), 0)

/** The share of the letter in force, with the pay of this payment. */
export const lastShare = (
  year: TaxYear,
  of_year: OfYear,
  { ni_letter }: Pick<Period, 'ni_letter'>,
  pay: Pence,
): NiShare =>
  shareOf(year, of_year, ni_letter, {
    earlier: earningsOf(of_year, earlierLetters(of_year, ni_letter)),
    pay,
  })

/** A part without pay for each earlier letter: the difference between the year's contributions and those of its periods. */
export function earlierLetterParts(year: TaxYear, of_year: OfYear, period: Period): PartWorking[] {
  const letters = earlierLetters(of_year, period.ni_letter)
  return letters.map((letter, at): PartWorking => {
    const { thresholds, due, taken, pay } = shareOf(year, of_year, letter, {
      earlier: earningsOf(of_year, letters.slice(0, at)),
      pay: 0,
    })
    const amount = (side: 'employee' | 'employer') => due[side] - taken[side]
    const figures = (side: 'employee' | 'employer') => ({ pay, due: due[side], before: taken[side] })
    return {
      part: {
        pay_day: period.pay_day,
        frequency: period.frequency,
        period_number: period.period_number,
        code: period.code,
        ni_letter: letter,
        taxable: 0,
        tax: 0,
        niable: 0,
        employee_ni: amount('employee'),
        employer_ni: amount('employer'),
        bands: no_ni_yet.bands,
        loans: {},
        pension: null,
        levy: null,
      },
      lines: [
        lineOf('deduction', 'employee_ni', amount('employee'), {
          inputs: { ...employeeNiInputs(year, letter, figures('employee'), thresholds), ...whole_year },
        }),
        lineOf('employer', 'employer_ni', amount('employer'), {
          inputs: { ...employerNiInputs(year, letter, figures('employer'), thresholds), ...whole_year },
        }),
      ],
    }
  })
}
