/** NI letters that were corrected after their pay days, in the input of a payment. Pure. */
import type { Day } from '#kernel/day.ts'
import type { PeriodPart } from './calculated-payslip.rules.ts'
import { lettersThatWait, type RightLetter } from './letter-correction.rules.ts'
import type { PeriodInput } from './period-input.rules.ts'
import type { NiLetter } from './tax-year.rules.ts'

type Corrected = { readonly letter: NiLetter; readonly from: Day; readonly to: Day | null }

/** The right letter of each pay day that a correction covers. */
export function rightLetters(
  pay_days: readonly Day[],
  corrected: readonly Corrected[],
): readonly RightLetter[] {
  return [...new Set(pay_days)].flatMap((pay_day) => {
    const found = corrected.find(({ from, to }) => from <= pay_day && (to === null || pay_day <= to))
    return found === undefined ? [] : [{ pay_day, ni_letter: found.letter }]
  })
}

type Run = Omit<PeriodInput, 'elements'>

const partsBefore = ({ already_paid, earlier_parts }: Run): readonly PeriodPart[] => [
  ...earlier_parts,
  ...already_paid.flatMap(({ parts }) => parts),
]

/** The payment without pay days that wait for their right letter; null where none waits. */
export function beforeLetters(run: Run): Run | null {
  const { letters, ...others } = run
  if (letters === undefined) return null
  const waiting = lettersThatWait(letters, partsBefore(run))
  if (waiting.length === 0) return null
  const settled = letters.filter((one) => !waiting.includes(one))
  return settled.length === 0 ? others : { ...others, letters: settled }
}
