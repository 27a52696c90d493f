/** The best clients and contractors of the period by margin; each opens its timesheets. */
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { numberText } from '#web/kinds/number.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { addressOf } from '../reports/report-list.view.ts'
import type { Best } from './insight.hook.ts'
import { useBest } from './insight.hook.ts'
import type { InsightOf } from './insight.rules.ts'
import { rowsOf, shareOf } from './insight.rules.ts'
import { percentText } from './insight-text.view.ts'

export function InsightBest({ range, currency }: InsightOf) {
  const query = useBest(range, currency.id)
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton className="h-60 w-full" />
  return (
    <div className="grid items-start gap-4 desktop:grid-cols-2">
      <Ranking
        title="Best clients by margin"
        what="Client"
        filter="client_id"
        rows={query.data.client}
        {...{ range, currency }}
      />
      <Ranking
        title="Best contractors by margin"
        what="Contractor"
        filter="contractor_id"
        rows={query.data.contractor}
        {...{ range, currency }}
      />
    </div>
  )
}

/** Best first; each opens its timesheets. */
export function Ranking({
  title,
  what,
  filter,
  rows,
  range,
  currency,
}: InsightOf & { title: string; what: string; filter: string; rows: readonly Best[] }) {
  const { category } = useSession()
  const work = rowsOf('margin', range, currency)
  return (
    <Card title={title} flush>
      {rows.length === 0 ? (
        <p className="p-3 text-n11">No work was invoiced in this range.</p>
      ) : (
        <Table
          heads={[
            what,
            { numeric: 'Work items', className: 'max-tablet:hidden' },
            { numeric: 'Charged', className: 'max-tablet:hidden' },
            { numeric: 'Margin' },
            { numeric: 'Margin %' },
          ]}
        >
          {rows.map((row) => {
            const share = shareOf(minorOf(row.agency_gross), minorOf(row.sale_gross))
            const to = addressOf(pathOf({ category, path: work.path }), {
              ...work.filter,
              [filter]: { in: [row.subject_id ?? ''] },
            })
            return (
              <tr key={row.id}>
                <Td>
                  <Link to={to}>{row.name}</Link>
                </Td>
                <Td numeric className="max-tablet:hidden">
                  {numberText(row.work_count)}
                </Td>
                <Td numeric className="max-tablet:hidden">
                  <Amount value={row.client_gross} currency={currency.alpha_code} />
                </Td>
                <Td numeric>
                  <Amount value={row.agency_gross} currency={currency.alpha_code} />
                </Td>
                <Td numeric>{share === null ? '–' : percentText(share)}</Td>
              </tr>
            )
          })}
        </Table>
      )}
    </Card>
  )
}
