/** Lines of the difference that a correction of ended pay makes, each with its sentence. */
import { dayText } from '#web/kinds/time.tsx'
import { LineRow, LineTable, TotalRow } from '../runs/run-lines.card.tsx'

interface CorrectedLinesProps {
  readonly lines: readonly {
    readonly pay_day: string
    readonly name: string
    readonly amount: string
    readonly why: string
    readonly is_cost: boolean
  }[]
  /** The corrected pay day: a line of another day names it. */
  readonly pay_day: string
  readonly net: string
}

export function CorrectedLines({ lines, pay_day, net }: CorrectedLinesProps) {
  const rows = lines.map((line) => ({
    is_cost: line.is_cost,
    line: {
      part: line.is_cost ? ('employer' as const) : ('pay' as const),
      name: line.pay_day === pay_day ? line.name : `${line.name}, ${dayText(line.pay_day)}`,
      amount: line.amount,
      why: line.why,
    },
  }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard.
    <section className="scroll-quiet overflow-x-auto" aria-label="Lines" tabIndex={0}>
      <LineTable>
        {rows
          .filter(({ is_cost }) => !is_cost)
          .map(({ line }) => (
            <LineRow key={`${line.name} ${line.why}`} line={line} />
          ))}
        <TotalRow label="Net pay" amount={net} />
        {rows
          .filter(({ is_cost }) => is_cost)
          .map(({ line }) => (
            <LineRow key={`${line.name} ${line.why}`} line={line} />
          ))}
      </LineTable>
    </section>
  )
}
