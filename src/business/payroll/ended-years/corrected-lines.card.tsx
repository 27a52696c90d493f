/** Lines of the difference that a correction of ended pay makes, each with its sentence. */
import { dayText } from '#web/kinds/time.tsx'
import { LineRow, LineTable, TotalRow } from '../runs/run-lines.card.tsx'

export interface CorrectedLine {
  readonly pay_day: string
  readonly name: string
  readonly amount: string
  readonly why: string
  /** The employer bears the amount of the line. */
  readonly is_cost: boolean
}

interface CorrectedLinesProps {
  readonly lines: readonly CorrectedLine[]
  /** The corrected pay day: a line of another day names it. */
  readonly pay_day: string
  readonly net: string
}

export function CorrectedLines({ lines, pay_day, net }: CorrectedLinesProps) {
  const rowOf = ({ name, amount, why, is_cost, ...line }: CorrectedLine) => {
    const named = line.pay_day === pay_day ? name : `${name}, ${dayText(line.pay_day)}`
    const part = is_cost ? 'employer' : 'pay'
    return <LineRow key={`${named} ${why}`} line={{ part, name: named, amount, why }} />
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard.
    <section className="scroll-quiet overflow-x-auto" aria-label="Lines" tabIndex={0}>
      <LineTable>
        {lines.filter(({ is_cost }) => !is_cost).map(rowOf)}
        <TotalRow label="Net pay" amount={net} />
        {lines.filter(({ is_cost }) => is_cost).map(rowOf)}
      </LineTable>
    </section>
  )
}
