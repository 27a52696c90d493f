/**
 * A period that was paid under several NI letters, and is corrected: each letter in its turn shares the thresholds with those before,
 * so that pay which is taken back leaves no contributions under any letter (decision 0201). Pure; amounts are pence.
 */
import type { PeriodPart } from './calculated-payslip.rules.ts'
import { bandsLess, type NiShare } from './director-ni.rules.ts'
import { sumNi } from './letter-correction.rules.ts'
import { nationalInsurance, periodThresholds } from './national-insurance.rules.ts'
import type { NiLetter, TaxYear } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'

/** Contributions of one letter, with the pay that the payment adds under it. */
export type LetterShare = NiShare & { readonly added: Pence }

/** Pay of a payment by letter, in a period with earlier parts. */
export function lettersInTurn(
  year: TaxYear,
  { before, frequency }: Pick<PeriodPart, 'frequency'> & { readonly before: readonly PeriodPart[] },
  added: ReadonlyMap<NiLetter, Pence>,
): readonly LetterShare[] {
  const thresholds = periodThresholds(year, frequency)
  const paid = Map.groupBy(before, ({ ni_letter }) => ni_letter)
  const letters = [...new Set([...paid.keys(), ...added.keys()])]
  let earlier = 0
  return letters.map((letter) => {
    const known = sumNi(paid.get(letter) ?? [])
    const more = added.get(letter) ?? 0
    const base = nationalInsurance(year, letter, earlier, thresholds)
    earlier += known.earnings + more
    const due = nationalInsurance(year, letter, earlier, thresholds)
    return {
      ...{ letter, thresholds, added: more },
      pay: earlier,
      due,
      taken: { employee: base.employee + known.employee, employer: base.employer + known.employer },
      bands: bandsLess(bandsLess(due.bands, base.bands), known.bands),
    }
  })
}
