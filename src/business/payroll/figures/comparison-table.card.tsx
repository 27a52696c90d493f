/** Two figures side by side, with their difference and its sentence. */
import type { ReactNode } from 'react'
import { Amount } from '#web/kinds/amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Table, Td } from '#web/ui/Table.tsx'

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
        <Table heads={['Figure', { numeric: first }, { numeric: second }, { numeric: 'Difference' }, 'Why']}>
          {lines.map(({ name, figures, difference, strong, is_marked = false, why }) => (
            <tr key={name}>
              <Td className="whitespace-nowrap">{name}</Td>
              <Td numeric>
                <Amount value={figures[0]} />
              </Td>
              <Td numeric>
                <Amount value={figures[1]} />
              </Td>
              <Td numeric className="whitespace-nowrap">
                <Amount value={difference} strong={strong} />
                {is_marked && (
                  <span className="ml-2">
                    <Badge tone="attention">Differs</Badge>
                  </span>
                )}
              </Td>
              <Td className="min-w-60 text-n11">{why}</Td>
            </tr>
          ))}
        </Table>
      </section>
      {children}
    </Card>
  )
}
