/**
 * The sentence of agreement between a report and the ledger: the figures, or their difference and the next step.
 * Pure.
 */
import { sumWords } from '#business/shared/explain.rules.ts'
import { labelIn } from '#entity/choices.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import { withinSentence } from '#kernel/list-text.ts'
import type { Money } from '#kernel/money.ts'
import { displayMoney, isZero, neg, sum } from '#kernel/money.ts'
import { agreed_measures } from './agreement.entity.ts'

export type AgreedFigure = {
  readonly measure: string
  readonly on_day: Day
  readonly reported: Money
  readonly posted: Money
  readonly difference: Money
}

/** The figure shown for a report of several periods that agrees: the sum, or the newest. */
export type Basis = 'sum' | 'newest'

export type Agreement = {
  readonly agrees: boolean
  /** `Net outstanding £5,225.00, unallocated receipts £70.00`. */
  readonly figures: string
  /** One sentence a figure that differs. */
  readonly differences: readonly string[]
}

const labelOf = (measure: string) => labelIn(agreed_measures, measure)
/** The figures of one currency. */
export function agreementOf(lines: readonly AgreedFigure[], basis: Basis = 'sum'): Agreement {
  const wrong = lines.filter((line) => !isZero(line.difference))
  const by_measure = Map.groupBy(lines, (line) => line.measure)
  const order = agreed_measures.map(({ value }) => value as string)
  const figures = [...by_measure]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .flatMap(([measure, of], at) => {
      const amount = basis === 'newest' ? newest(of) : total(of)
      const label = at === 0 ? labelOf(measure) : nameInside(labelOf(measure))
      return amount ? [`${label} ${displayMoney(amount)}`] : []
    })
    .join(', ')
  const days = new Set(lines.map((line) => line.on_day)).size
  return {
    agrees: wrong.length === 0,
    figures,
    differences: wrong.map((line) => differenceWords(line, days > 1)),
  }
}

/** Inside a sentence, but for words that are written large. */
const nameInside = (label: string) => (/^[A-Z]{2}/.test(label) ? label : withinSentence(label))

function total(lines: readonly AgreedFigure[]): Money | null {
  const [first] = lines
  if (!first) return null
  return sum(
    first.reported.currency,
    lines.map((line) => line.reported),
  )
}

function newest(lines: readonly AgreedFigure[]): Money | null {
  return [...lines].sort((a, b) => (a.on_day < b.on_day ? 1 : -1))[0]?.reported ?? null
}

function differenceWords({ measure, on_day, reported, posted, difference }: AgreedFigure, dated: boolean) {
  const what = nameInside(labelOf(measure))
  const terms = [
    { what: `${what}${dated ? ` of ${formatDay(on_day)}` : ''} in this report`, amount: reported },
    { what: 'in the ledger', amount: neg(posted) },
  ]
  return sumWords(terms, difference, (all) => sum(difference.currency, all))
}

/** The next step, by category: only the keeper of the books can look into them. */
export function whatToDo(category: string): string {
  return category === 'provider'
    ? 'Pay nothing on these figures; run npm run verify, which names the first row that does not hold.'
    : 'Do not act on these figures; tell your provider what differs, who keeps the books and can find the row.'
}
