/** NI letters that were corrected after their pay days, in the computation of a payslip. Pure; amounts are pence. */
import type { Day } from '#kernel/day.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { lettersThatWait, type RightLetter } from '../engine/letter-correction.rules.ts'
import type { PeriodInput } from '../engine/period-input.rules.ts'
import type { NiLetter } from '../engine/tax-year.rules.ts'
import { eachFigure, type FigurePence, no_figures } from '../figures/run-figures.rules.ts'
import { BESIDES } from './besides.rules.ts'

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

/** Shares of the work as it is without the corrected letters; their difference is no cost of the work. */
export function withLetters(
  shares: ReadonlyMap<string, FigurePence>,
  without: FigurePence,
  whole: FigurePence,
): ReadonlyMap<string, FigurePence> {
  const apart = shares.get(BESIDES) ?? no_figures
  return new Map([...shares, [BESIDES, eachFigure((field) => apart[field] + whole[field] - without[field])]])
}
