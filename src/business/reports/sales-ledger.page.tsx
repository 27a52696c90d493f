/** The agency's sales ledger: totals per currency by age, and every open document behind them (spec §7.5). */
import { useQuery } from '@tanstack/react-query'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { ListView } from '#web/list/ListView.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Aged } from './aged-amounts.page.tsx'
import { AgedAmounts, aged_selection } from './aged-amounts.page.tsx'
import { sales_ledger_detail_list } from './sales-ledger-detail.list.tsx'

interface Total extends Aged {
  readonly id: string
  readonly alpha_code: string
  readonly client_count: number
  readonly invoice_count: number
  readonly overdue_amount: number
  readonly net_outstanding_balance: number
  readonly unallocated_amount: number
}

const document = `query sales_ledger {
  totals: get_agency_sales_ledger(order_by: { alpha_code: asc }) {
    id alpha_code client_count invoice_count overdue_amount net_outstanding_balance unallocated_amount ${aged_selection}
  }
}`

export function SalesLedgerPage() {
  const { category, today } = useSession()
  const query = useQuery({
    queryKey: ['sales_ledger'],
    queryFn: async ({ signal }) => (await graphql<{ totals: Total[] }>(document, {}, signal)).totals,
  })
  const path = pathOf({ category, path: 'report/sales_ledger' })
  if (query.error) return <CouldNotLoad onRetry={() => void query.refetch()} />
  return (
    <>
      <PageHeader title="Sales Ledger" meta={<span>As of {dayText(today)}</span>} />
      <div className="flex flex-col gap-3 px-4 pb-3">
        {query.data?.map((total) => (
          <Card key={total.id} title={total.alpha_code}>
            <dl className="mb-3 flex flex-wrap gap-x-8 gap-y-2">
              <Figure label="Net outstanding" value={total.net_outstanding_balance} code={total.alpha_code} />
              <Figure label="Overdue" value={total.overdue_amount} code={total.alpha_code} />
              <Figure label="Unallocated receipts" value={total.unallocated_amount} code={total.alpha_code} />
              <div>
                <dt className="text-12 text-n11">Open documents</dt>
                <dd className="numeric text-16">
                  {total.invoice_count} of {total.client_count}{' '}
                  {total.client_count === 1 ? 'client' : 'clients'}
                </dd>
              </div>
            </dl>
            <AgedAmounts aged={total} currency={total.alpha_code} path={path} />
          </Card>
        ))}
      </div>
      <div className="flex min-h-96 flex-1 flex-col">
        <ListView list={sales_ledger_detail_list} />
      </div>
    </>
  )
}

function Figure({ label, value, code }: { label: string; value: number; code: string }) {
  return (
    <div>
      <dt className="text-12 text-n11">{label}</dt>
      <dd className="text-16">
        <Amount value={value} currency={code} strong />
      </dd>
    </div>
  )
}
