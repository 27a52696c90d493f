/** The figures of a tax month, each with its sentence. */
import { formatMoney, GBP, money } from '#kernel/money.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import type { MonthLine } from './month-lines.rules.ts'

interface MonthLinesProps {
  readonly title: string
  readonly lines: readonly MonthLine[]
}

export function MonthLines({ title, lines }: MonthLinesProps) {
  return (
    <Card title={title} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label={`${title}, rows`} tabIndex={0}>
        <Table heads={['Line', { numeric: 'Amount' }, 'Why']}>
          {lines.map(({ name, amount, why }, at) => (
            <tr key={name}>
              <Td
                className={at === lines.length - 1 ? 'font-semibold whitespace-nowrap' : 'whitespace-nowrap'}
              >
                {name}
              </Td>
              <Td numeric>
                <Amount value={formatMoney(money(amount, GBP))} strong={at === lines.length - 1} />
              </Td>
              <Td className="min-w-60 text-n11">{why}</Td>
            </tr>
          ))}
        </Table>
      </section>
    </Card>
  )
}
