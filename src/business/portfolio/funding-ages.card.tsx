/** The debt of each agency by age; each figure opens its debts (experience.md, page 10). */
import { formatScaled } from '#kernel/decimal-text.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td, Th, TotalTd } from '#web/ui/Table.tsx'
import { aged_figures } from '../reports/figure-rows.rules.ts'
import { addressOf } from '../reports/report-list.view.ts'
import { debtRows, late_days } from './funding-rows.rules.ts'

export const age_fields = gql(`fragment aged_agency on get_funding_ages {
  id agency_id agency_name alpha_code net_outstanding_balance
  aged_current aged_0_30 aged_31_60 aged_61_90 aged_91_120 aged_over_120
}`)

export type AgedAgency = Answer<typeof age_fields>

export function AgeMatrix({
  ages,
  code,
  isPast,
}: {
  ages: readonly AgedAgency[]
  code: string
  isPast: boolean
}) {
  const { category } = useSession()
  const path = pathOf({ category, path: 'report/funding_debt' })
  const sum = (field: keyof AgedAgency) =>
    formatScaled(
      ages.reduce((all, one) => all + minorOf(one[field] as number), 0), // Called with fields of money.
      2,
    )
  return (
    <Card title={`${code} by days overdue`} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label={`${code} by age, rows`} tabIndex={0}>
        <Table>
          <thead>
            <tr>
              <Th>Agency</Th>
              {aged_figures.map(({ field, label }) => (
                <Th key={field} numeric>
                  {label}
                </Th>
              ))}
              <Th numeric>Ledger</Th>
            </tr>
          </thead>
          <tbody>
            {ages.map((one) => (
              <tr key={one.id}>
                <Td className="max-w-48 truncate" title={one.agency_name}>
                  {one.agency_name}
                </Td>
                {aged_figures.map(({ field }) => (
                  <Td key={field} numeric>
                    {minorOf(one[field]) === 0 ? (
                      <span className="text-n10">–</span>
                    ) : isPast ? (
                      <Amount value={one[field]} currency={code} />
                    ) : (
                      <Link
                        to={addressOf(
                          path,
                          debtRows({ alpha_code: code, agency_id: one.agency_id, late: late_days[field] }),
                        )}
                      >
                        <Amount value={one[field]} currency={code} />
                      </Link>
                    )}
                  </Td>
                ))}
                <Td numeric>
                  <Amount value={one.net_outstanding_balance} currency={code} strong />
                </Td>
              </tr>
            ))}
          </tbody>
          {ages.length > 1 && (
            <tfoot>
              <tr>
                <TotalTd className="text-left">Together</TotalTd>
                {aged_figures.map(({ field }) => (
                  <TotalTd key={field}>
                    <Amount value={sum(field)} currency={code} />
                  </TotalTd>
                ))}
                <TotalTd>
                  <Amount value={sum('net_outstanding_balance')} currency={code} />
                </TotalTd>
              </tr>
            </tfoot>
          )}
        </Table>
      </section>
    </Card>
  )
}
