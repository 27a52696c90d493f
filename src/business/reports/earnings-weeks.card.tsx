/** Earnings week by week, paid, set off and unpaid; each figure opens the documents of its week. */

import { useQuery } from '@tanstack/react-query'
import type { FilterBy } from '#entity/filter.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { currencyOrGbp, money } from '#kernel/money.ts'
import { Why } from '#web/blocks/Why.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { chosenPeriod } from '../ledger/agreement.card.tsx'
import { useCurrencies } from './currencies.hook.ts'
import { setOffWords, unpaidWords } from './explain-report.rules.ts'
import { addressOf } from './report-list.view.ts'

const document = gql(`query agency_earnings($args: get_agency_earnings_args!) {
  weeks: get_agency_earnings(args: $args, order_by: [{ week_end_date: desc }, { alpha_code: asc }], limit: 60) {
    id week_end_date payment_reference alpha_code document_count total_amount paid_amount outstanding_balance
  }
}`)

type Week = Answer<typeof document>['weeks'][number]

/** Earnings set off against the agency's debts. */
function setOff(week: Week): string {
  return formatScaled(
    minorOf(week.total_amount) - minorOf(week.paid_amount) - minorOf(week.outstanding_balance),
    2,
  )
}

/** Earnings of the chosen range and currency, without the list's other filters. */
export function EarningsWeeks({ path, filter }: { path: string; filter: FilterBy }) {
  const { category, today } = useSession()
  const code = filter.alpha_code as { contains?: string } | undefined // A code is filtered by its text.
  const currency = useCurrencies()?.find(({ alpha_code }) => alpha_code === code?.contains)
  const args = { ...chosenPeriod(filter.raised_date, today), currency_id: currency?.id ?? null }
  const query = useQuery({
    queryKey: ['agency_earnings', args],
    queryFn: async ({ signal }) => (await graphql(document, { args }, signal)).weeks,
  })
  if (!query.data || query.data.length === 0) return null
  // All documents of the week's figures, without the list's other filters.
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
