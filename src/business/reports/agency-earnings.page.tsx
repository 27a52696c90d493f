/**
 * The agency report page (spec §2): payments to contractors, or the agency's earnings, in a range of dates. Earnings
 * have the columns of commission, by funding model, and weekly sums, paid and unpaid.
 */
import type { FilterBy } from '#entity/filter.ts'
import { type Day, isDay } from '#kernel/day.ts'
import { pathOf, useSearch } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { dayText } from '#web/kinds/time.tsx'
import { ListView } from '#web/list/ListView.tsx'
import { Radios } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { Agreement, periodArgs } from '../ledger/agreement.card.tsx'
import { ReportMailing } from '../report-mailing/report-mailing.card.tsx'
import { CommissionReport } from './agency-commission.page.tsx'
import { agency_earnings_list } from './agency-earnings.list.tsx'
import { contractor_payment_list } from './contractor-payments.list.tsx'
import { EarningsWeeks } from './earnings-weeks.card.tsx'
import { weekScope } from './figure-rows.rules.ts'
import { ReportBars } from './report-bars.card.tsx'
import { ListTotals, ReportBar } from './report-list.card.tsx'
import { useReportList } from './report-list.hook.ts'
import { addressOf } from './report-list.view.ts'

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
      covers: 'All payments on these days',
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
  const { category, today } = useSession()
  const go = useGo()
  const search = useSearch()
  const report: Report = search.type === 'agency_commission' ? 'agency_commission' : 'contractor_payment'
  const week =
    report === 'agency_commission' && typeof search.week === 'string' && isDay(search.week)
      ? search.week
      : null
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
      {report === 'agency_commission' && !week ? (
        <CommissionReport>
          {(filter) => (
            <>
              <Agreement
                root={reports.agency_commission.agreement.root}
                args={periodArgs(filter, { path: 'raised_date', args: 'raised' }, today)}
                covers={reports.agency_commission.agreement.covers}
              />
              <EarningsWeeks path={path} filter={filter} />
            </>
          )}
        </CommissionReport>
      ) : (
        <ReportOf key={report} report={report} week={week} />
      )}
    </>
  )
}

/** Payments to contractors, or the earnings documents of the chosen week. */
function ReportOf({ report, week }: { report: Report; week: Day | null }) {
  const { list, days, sums, what, agreement } = reports[report]
  const { today, category } = useSession()
  const scope = week ? weekScope(week) : undefined
  const { asked, filter, setFilter } = useReportList(list, scope)
  return (
    <>
      <div className="flex flex-col gap-3 px-4 pb-3">
        <ReportBar filter={filter} onFilter={setFilter} days={days} currency="currency.alpha_code" />
        <ListTotals asked={asked} sums={sums} currency="currency.alpha_code" what={what} />
        {report === 'contractor_payment' && (
          <ReportBars
            asked={asked}
            filter={filter}
            days={days}
            currency="currency.alpha_code"
            field="amount"
            title="Paid to contractors"
            about="By payment date, without returned payments"
            tone="accent"
          />
        )}
        <Agreement
          root={agreement.root}
          args={periodArgs(filter, { path: days, args: agreement.args }, today)}
          covers={agreement.covers}
        />
        {!week && <ReportMailing report="contractor_payments" asked={asked} />}
        {week && (
          <p className="text-12 text-n11">
            Only the week ending {dayText(week)}.{' '}
            <Link to={addressOf(pathOf({ category, path }), allWeeks(filter), { type: report })}>
              Show all weeks
            </Link>
          </p>
        )}
      </div>
      <div className="flex min-h-96 flex-1 flex-col">
        <ListView key={week ?? ''} list={list} {...(scope ? { scope } : {})} />
      </div>
    </>
  )
}

/** The same days, in the filters of the list of commission. */
function allWeeks({ raised_date }: FilterBy): FilterBy {
  return raised_date ? { raised_date } : {}
}
