/** Two figures side by side, with their difference and its sentence. */
import type { ReactNode } from 'react'
import { Amount } from '#web/kinds/amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { stacked_on_phone, Table, Td } from '#web/ui/Table.tsx'

interface ComparisonTableProps {
  readonly title: string
  /** Headings of the two figures. */
  readonly heads: readonly [string, string]
  readonly lines: readonly {
    readonly name: string
    readonly figures: readonly [string, string]
    readonly difference: string
    /** The difference is in bold. */
    readonly strong: boolean
    readonly is_marked?: boolean
    readonly why: string
  }[]
  readonly children?: ReactNode
}

export function ComparisonTable({ title, heads: [first, second], lines, children }: ComparisonTableProps) {
  return (
    <Card title={title} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label={`${title}, rows`} tabIndex={0}>
        <Table
          heads={['Figure', { numeric: first }, { numeric: second }, { numeric: 'Difference' }, 'Why']}
          className={stacked_on_phone.table}
        >
          {lines.map(({ name, figures, difference, strong, is_marked = false, why }) => (
            <tr key={name} className={cx(stacked_on_phone.row, 'max-tablet:grid-cols-3')}>
              <Td className="whitespace-nowrap max-tablet:col-span-3">{name}</Td>
              <Td numeric>
                <Named head={first} />
                <Amount value={figures[0]} />
              </Td>
              <Td numeric>
                <Named head={second} />
                <Amount value={figures[1]} />
              </Td>
              <Td numeric className="whitespace-nowrap">
                <Named head="Difference" />
                <Amount value={difference} strong={strong} />
                {is_marked && (
                  <span className="ml-2">
                    <Badge tone="attention">Differs</Badge>
                  </span>
                )}
              </Td>
              <Td className="text-n11 max-tablet:col-span-3 tablet:min-w-60">{why}</Td>
            </tr>
          ))}
        </Table>
      </section>
      {children}
    </Card>
  )
}

/** The head of the column, where a phone shows none. */
function Named({ head }: { head: string }) {
  return <span className="block text-12 text-n11 tablet:hidden">{head}</span>
}
