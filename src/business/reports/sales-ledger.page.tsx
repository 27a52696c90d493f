/** The agency's sales ledger: totals per currency by age, and every open document behind them (spec §7.5). */
import { useQuery } from '@tanstack/react-query'
import { countText } from '#kernel/count-text.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { dayText } from '#web/kinds/time.tsx'
import { ListView } from '#web/list/ListView.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Agreement } from '../ledger/agreement.card.tsx'
import { ReportMailing } from '../report-mailing/report-mailing.card.tsx'
import { ownFirst } from '../shared/form-choices.view.ts'
import { AgedAmounts, LedgerFigures } from './ledger-figures.card.tsx'
import { useReportList } from './report-list.hook.ts'
import { sales_ledger_detail_list } from './sales-ledger-detail.list.tsx'

const document = gql(`query sales_ledger {
  totals: get_agency_sales_ledger(order_by: { alpha_code: asc }) {
    id alpha_code client_count invoice_count overdue_amount net_outstanding_balance unallocated_amount
    aged_current aged_0_30 aged_31_60 aged_61_90 aged_91_120 aged_over_120
  }
}`)

const agency_figures = ['net_outstanding_balance', 'overdue_amount', 'unallocated_amount'] as const

export function SalesLedgerPage() {
  const { today, business } = useSession()
  const { asked } = useReportList(sales_ledger_detail_list)
  const query = useQuery({
    queryKey: ['sales_ledger'],
    queryFn: async ({ signal }) => (await graphql(document, {}, signal)).totals,
  })
  if (query.error) return <CouldNotLoad onRetry={() => void query.refetch()} />
  return (
    <>
      <PageHeader title="Sales Ledger" meta={<span>As of {dayText(today)}</span>} />
      <div className="flex flex-col gap-3 px-4 pb-3">
        {ownFirst(query.data ?? [], business.currency_code).map((total) => (
          <Card key={total.id} title={total.alpha_code}>
            <dl className="mb-3 flex flex-wrap gap-x-8 gap-y-2">
              <LedgerFigures row={total} figures={agency_figures} />
              <div>
                <dt className="text-12 text-n11">Open documents</dt>
                <dd className="numeric text-16">
                  {total.invoice_count} from {countText(total.client_count, 'client')}
                </dd>
              </div>
            </dl>
            <AgedAmounts row={total} />
          </Card>
        ))}
        <Agreement root="get_agency_sales_ledger_agreement" ready={query.isSuccess} />
        <ReportMailing report="sales_ledger" asked={asked} />
      </div>
      <div className="flex min-h-96 flex-1 flex-col">
        <ListView list={sales_ledger_detail_list} />
      </div>
    </>
  )
}
