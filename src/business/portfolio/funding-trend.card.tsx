/** Days sales outstanding and dilution of each agency at the last month ends, by the portfolio of those days (experience.md, page 10). */
import { useQuery } from '@tanstack/react-query'
import { addDays, addMonths, type Day, day, dayOf, partsOf } from '#kernel/day.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { gql } from '#web/core/query.ts'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'

const point = gql(`fragment trend_point on get_funding_portfolio {
  agency_id agency_name alpha_code dso_days dilution_percent
}`)

const months = 6

/** The ends of the months before a day, and the day itself, in their order. */
function trendDays(as_of: Day): Day[] {
  const { year, month } = partsOf(as_of)
  const first = dayOf(year, month, 1)
  const ends = Array.from({ length: months }, (_, back) => addDays(addMonths(first, back - months + 1), -1))
  return [...ends, as_of]
}

const measures = [
  { field: 'dso_days', label: 'DSO', unit: '' },
  { field: 'dilution_percent', label: 'Dilution', unit: '%' },
] as const

export function FundingTrend({ as_of, isPast }: { as_of: string; isPast: boolean }) {
  const days = trendDays(day(as_of))
  const query = useQuery({
    queryKey: ['funding_trend', as_of],
    queryFn: async ({ signal }) => {
      const head = days.map((_, at) => `$a${at}: get_funding_portfolio_args!`).join(', ')
      const fields = days
        .map(
          (_, at) =>
            `d${at}: get_funding_portfolio(args: $a${at}, order_by: [{ agency_name: asc }]) { ...trend_point }`,
        )
        .join('\n  ')
      const variables = Object.fromEntries(
        days.map((one, at) => [`a${at}`, { as_of: at === days.length - 1 && !isPast ? null : one }]),
      )
      const answer = await builtQuery(
        `query funding_trend(${head}) {\n  ${fields}\n}\n${point.text}`,
        variables,
        signal,
      )
      return days.map((_, at) => answer.rowsOf(`d${at}`, point))
    },
  })
  if (query.isError) return null
  if (!query.data) return <Skeleton className="h-32 w-full" />
  const columns = query.data
  const rows = [
    ...new Map(columns.flat().map((one) => [`${one.alpha_code} ${one.agency_name} ${one.agency_id}`, one])),
  ].sort(
    ([a, one], [b, other]) =>
      Number(other.alpha_code === 'GBP') - Number(one.alpha_code === 'GBP') || (a < b ? -1 : 1),
  )
  if (rows.length === 0) return null
  return (
    <Card title="DSO and dilution by month" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label="Trend, rows" tabIndex={0}>
        <Table>
          <thead>
            <tr>
              <Th>Agency</Th>
              <Th>Currency</Th>
              <Th>Figure</Th>
              {days.map((one) => (
                <Th key={one} numeric>
                  {dayText(one)}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.flatMap(([key, row]) =>
              measures.map(({ field, label, unit }) => (
                <tr key={`${key} ${field}`}>
                  <Td className="max-w-48 truncate" title={row.agency_name}>
                    {row.agency_name}
                  </Td>
                  <Td>{row.alpha_code}</Td>
                  <Td className="whitespace-nowrap text-n11">{label}</Td>
                  {columns.map((column, at) => {
                    const value = column.find(
                      (one) => one.agency_id === row.agency_id && one.alpha_code === row.alpha_code,
                    )?.[field]
                    return (
                      <Td key={days[at]} numeric>
                        {value === null || value === undefined ? '–' : `${value}${unit}`}
                      </Td>
                    )
                  })}
                </tr>
              )),
            )}
          </tbody>
        </Table>
      </section>
    </Card>
  )
}
