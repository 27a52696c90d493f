/** The figures of a tax month, each with its sentence. */
import { formatMoney, GBP, money } from '#kernel/money.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { stacked_on_phone, Table, Td } from '#web/ui/Table.tsx'
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
        <Table heads={['Line', { numeric: 'Amount' }, 'Why']} className={stacked_on_phone.table}>
          {lines.map(({ name, amount, why }, at) => (
            <tr key={name} className={cx(stacked_on_phone.row, 'max-tablet:grid-cols-[1fr_auto]')}>
              <Td className={cx('whitespace-nowrap', at === lines.length - 1 && 'font-semibold')}>{name}</Td>
              <Td numeric>
                <Amount value={formatMoney(money(amount, GBP))} strong={at === lines.length - 1} />
              </Td>
              <Td className="text-n11 max-tablet:col-span-2 tablet:min-w-60">{why}</Td>
            </tr>
          ))}
        </Table>
      </section>
    </Card>
  )
}
