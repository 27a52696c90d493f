/** The months of the payroll before, beside the figures to date of its employments. */
import { Amount } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Table, Td } from '#web/ui/Table.tsx'

export interface FormerLine {
  readonly name: string
  readonly by_months: string
  readonly by_employments: string
  readonly difference: string
  readonly sentence: string
}

export function FormerComparison({ lines }: { readonly lines: readonly FormerLine[] }) {
  const title = 'Payroll before, compared'
  return (
    <Card title={title} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label={`${title}, rows`} tabIndex={0}>
        <Table
          heads={[
            'Figure',
            { numeric: 'Its months' },
            { numeric: 'Employments taken over' },
            { numeric: 'Difference' },
            'Why',
          ]}
        >
          {lines.map(({ name, by_months, by_employments, difference, sentence }) => (
            <tr key={name}>
              <Td className="whitespace-nowrap">{name}</Td>
              <Td numeric>
                <Amount value={by_months} />
              </Td>
              <Td numeric>
                <Amount value={by_employments} />
              </Td>
              <Td numeric>
                <Amount value={difference} strong />
              </Td>
              <Td className="min-w-60 text-n11">{sentence}</Td>
            </tr>
          ))}
        </Table>
      </section>
    </Card>
  )
}
