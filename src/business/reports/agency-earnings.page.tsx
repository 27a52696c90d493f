/**
 * The agency report page (spec §2): what was paid to contractors, or what the agency earned, in a range of dates; earnings
 * also week by week, paid and not.
 */
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import type { FilterBy } from '#entity/filter.ts'
import { isDay } from '#kernel/day.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { currencyOrGbp, money } from '#kernel/money.ts'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { Why } from '#web/blocks/Why.tsx'
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
import { Agreement, periodArgs } from './agreement.page.tsx'
import { contractor_payment_list } from './contractor-payments.list.tsx'
import { setOffWords, unpaidWords } from './explain-report.rules.ts'
import { weekScope } from './figure-rows.rules.ts'
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
    agreement: {
      root: 'get_contractor_payments_agreement',
      args: 'paid',
      covers: 'All that was paid on these days',
    },
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
    agreement: {
      root: 'get_agency_earnings_agreement',
      args: 'raised',
      covers: 'All earnings raised on these days',
    },
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
  const { list, days, sums, what, agreement } = reports[report]
  const { today, category } = useSession()
  const week = useWeek(report)
  const scope = week ? weekScope(week) : undefined
  const { asked, filter, setFilter } = useReportList(list, scope)
  return (
    <>
      <div className="flex flex-col gap-3 px-4 pb-3">
        <ReportBar filter={filter} onFilter={setFilter} days={days} currency="currency.alpha_code" />
        <ListTotals asked={asked} sums={sums} currency="currency.alpha_code" what={what} />
        <Agreement
          root={agreement.root}
          args={periodArgs(filter, { path: days, args: agreement.args }, today)}
          covers={agreement.covers}
        />
        {report === 'agency_commission' && <Weeks filter={filter} />}
        {week && (
          <p className="text-12 text-n11">
            Only the week ending {dayText(week)}.{' '}
            <Link to={addressOf(pathOf({ category, path }), filter, { type: report })}>Show all weeks</Link>
          </p>
        )}
      </div>
      <div className="flex min-h-96 flex-1 flex-col">
        <ListView key={week ?? ''} list={list} {...(scope ? { scope } : {})} />
      </div>
    </>
  )
}

/** The one week that the rows are of (`week` of the address), as a figure of it was opened. */
function useWeek(report: Report) {
  const search = useRouterState({ select: (state) => state.location.search as Record<string, unknown> }) // Text by key.
  const week = typeof search.week === 'string' && isDay(search.week) ? search.week : null
  return report === 'agency_commission' ? week : null
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
  // All that the week's figures count, whatever else the list is filtered by.
  const toRows = (week: Week) => {
    const { raised_date } = filter
    const filter_by = {
      ...(raised_date ? { raised_date } : {}),
      'currency.alpha_code': { contains: week.alpha_code },
    }
    return addressOf(pathOf({ category, path }), filter_by, {
      type: 'agency_commission',
      week: week.week_end_date,
    })
  }
  const of = (week: Week, value: unknown) => money(minorOf(value), currencyOrGbp(week.alpha_code))
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
                  <Link to={toRows(week)}>
                    <Amount value={week.total_amount} currency={week.alpha_code} />
                  </Link>
                </Td>
                <Td numeric>
                  <Link to={toRows(week)}>
                    <Amount value={week.paid_amount} currency={week.alpha_code} />
                  </Link>
                </Td>
                <Td numeric className="max-tablet:hidden">
                  <Why
                    what={`Set off in the week ending ${dayText(week.week_end_date)}`}
                    sentences={setOffWords(
                      of(week, week.total_amount),
                      of(week, week.paid_amount),
                      of(week, week.outstanding_balance),
                      of(week, setOff(week)),
                    )}
                  />{' '}
                  <Amount value={setOff(week)} currency={week.alpha_code} />
                </Td>
                <Td numeric>
                  <Why
                    what={`Unpaid in the week ending ${dayText(week.week_end_date)}`}
                    sentences={unpaidWords({
                      total: of(week, week.total_amount),
                      paid: of(week, week.paid_amount),
                      unpaid: of(week, week.outstanding_balance),
                    })}
                  />{' '}
                  <Link to={toRows(week)}>
                    <Amount value={week.outstanding_balance} currency={week.alpha_code} />
                  </Link>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}
