/**
 * The agency report page (spec §2): what was paid to contractors, or what the agency earned, in a range of dates; earnings
 * also week by week, paid and not.
 */
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import type { FilterBy } from '#entity/filter.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { ListView } from '#web/list/ListView.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Radios } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { agency_earnings_list } from './agency-earnings.list.tsx'
import { contractor_payment_list } from './contractor-payments.list.tsx'
import {
  addressOf,
  chosenPeriod,
  ListTotals,
  ReportBar,
  useCurrencies,
  useReportList,
} from './report-list.page.tsx'

const path = 'paye/agency_earnings_report'

const reports = {
  contractor_payment: {
    label: 'Contractor Payments',
    list: contractor_payment_list,
    days: 'post_date',
    what: ['payment', 'payments'],
    sums: [{ field: 'amount', label: 'Paid to contractors', strong: true }],
  },
  agency_commission: {
    label: 'Earnings',
    list: agency_earnings_list,
    days: 'raised_date',
    what: ['document', 'documents'],
    sums: [
      { field: 'total_amount', label: 'Earnings', strong: true },
      { field: 'paid_amount', label: 'Paid' },
      { field: 'outstanding_balance', label: 'Unpaid' },
    ],
  },
} as const
type Report = keyof typeof reports

export function AgencyEarningsPage() {
  const { category, menu } = useSession()
  const go = useGo()
  const search = useRouterState({ select: (state) => state.location.search as Record<string, unknown> }) // Text by key.
  if (!menu.some((entry) => entry.key === path)) return <NotFound />
  const report: Report = search.type === 'agency_commission' ? 'agency_commission' : 'contractor_payment'
  return (
    <>
      <PageHeader title="Agency Earnings" />
      <div className="px-4 pb-3">
        <Radios
          legend="Type"
          name="type"
          value={report}
          onChange={(type) => go.to(`${pathOf({ category, path })}?type=${type}`)}
          options={Object.entries(reports).map(([value, { label }]) => ({ value, label }))}
        />
      </div>
      <ReportOf key={report} report={report} />
    </>
  )
}

function ReportOf({ report }: { report: Report }) {
  const { list, days, sums, what } = reports[report]
  const { asked, filter, setFilter } = useReportList(list)
  return (
    <>
      <div className="flex flex-col gap-3 px-4 pb-3">
        <ReportBar filter={filter} onFilter={setFilter} days={days} currency="currency.alpha_code" />
        <ListTotals asked={asked} sums={sums} currency="currency.alpha_code" what={what} />
        {report === 'agency_commission' && <Weeks filter={filter} />}
      </div>
      <div className="flex min-h-96 flex-1 flex-col">
        <ListView list={list} />
      </div>
    </>
  )
}

interface Week {
  readonly id: string
  readonly week_end_date: string
  readonly payment_reference: string
  readonly alpha_code: string
  readonly document_count: number
  readonly total_amount: number
  readonly paid_amount: number
  readonly outstanding_balance: number
}

const document = `query agency_earnings($args: get_agency_earnings_args!) {
  weeks: get_agency_earnings(args: $args, order_by: [{ week_end_date: desc }, { alpha_code: asc }], limit: 60) {
    id week_end_date payment_reference alpha_code document_count total_amount paid_amount outstanding_balance
  }
}`

/** What was settled without cash: against what the agency owed. */
function setOff(week: Week): string {
  return formatScaled(
    minorOf(week.total_amount) - minorOf(week.paid_amount) - minorOf(week.outstanding_balance),
    2,
  )
}

/** Earnings of the range and the currency that are chosen, whatever else the list below is filtered by. */
function Weeks({ filter }: { filter: FilterBy }) {
  const { category, today } = useSession()
  const code = filter['currency.alpha_code'] as { contains?: string } | undefined // A code is filtered by its text.
  const currency = useCurrencies()?.find(({ alpha_code }) => alpha_code === code?.contains)
  const args = { ...chosenPeriod(filter.raised_date, today), currency_id: currency?.id ?? null }
  const query = useQuery({
    queryKey: ['agency_earnings', args],
    queryFn: async ({ signal }) => (await graphql<{ weeks: Week[] }>(document, { args }, signal)).weeks,
  })
  if (!query.data || query.data.length === 0) return null
  const toRows = (week: Week) => {
    const filter_by = { ...filter, period_end: { from: week.week_end_date, to: week.week_end_date } }
    return addressOf(pathOf({ category, path }), filter_by, { type: 'agency_commission' })
  }
  return (
    <Card title="By week" flush>
      <div className="max-h-80 overflow-auto">
        <Table>
          <thead>
            <tr>
              <Th>Weekending</Th>
              <Th className="max-tablet:hidden">Payment reference</Th>
              <Th numeric className="max-tablet:hidden">
                Documents
              </Th>
              <Th numeric className="max-tablet:hidden">
                Earnings
              </Th>
              <Th numeric>Paid</Th>
              <Th numeric className="max-tablet:hidden">
                Set off
              </Th>
              <Th numeric>Unpaid</Th>
            </tr>
          </thead>
          <tbody>
            {query.data.map((week) => (
              <tr key={week.id}>
                <Td className="numeric whitespace-nowrap">
                  <Link to={toRows(week)}>{dayText(week.week_end_date)}</Link>
                </Td>
                <Td className="max-tablet:hidden">{week.payment_reference}</Td>
                <Td numeric className="max-tablet:hidden">
                  {week.document_count}
                </Td>
                <Td numeric className="max-tablet:hidden">
                  <Amount value={week.total_amount} currency={week.alpha_code} />
                </Td>
                <Td numeric>
                  <Amount value={week.paid_amount} currency={week.alpha_code} />
                </Td>
                <Td numeric className="max-tablet:hidden">
                  <Amount value={setOff(week)} currency={week.alpha_code} />
                </Td>
                <Td numeric>
                  <Amount value={week.outstanding_balance} currency={week.alpha_code} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}
