/** The period in figures, each beside the one before, and today's figures. */
import type { ReactNode } from 'react'
import { addDays, addMonths, day } from '#kernel/day.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { currencyOrGbp } from '#kernel/money.ts'
import { Why } from '#web/blocks/Why.tsx'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { numberText } from '#web/kinds/number.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { addressOf } from '../reports/report-list.view.ts'
import { client_facing_types } from '../shared/invoice-types.rules.ts'
import { explainInsight, type InsightMonth } from './explain-insight.rules.ts'
import { useToday } from './insight.hook.ts'
import type { Figure, Figures, InsightOf } from './insight.rules.ts'
import { changeOf, rangeBefore, rowsOf, shareOf } from './insight.rules.ts'
import { daysText, percentText, unitsText } from './insight-text.view.ts'

export function InsightTiles({
  range,
  currency,
  months,
  now,
  before,
}: InsightOf & { months: readonly InsightMonth[]; now: Figures; before: Figures }) {
  const { category } = useSession()
  const to = (figure: Figure) => {
    const { path, filter } = rowsOf(figure, range, currency)
    return addressOf(pathOf({ category, path }), filter)
  }
  const why = (figure: Figure) => explainInsight(figure, months, now, currencyOrGbp(currency.alpha_code))
  const amount = (minor: number) => <Amount value={formatScaled(minor, 2)} currency={currency.alpha_code} />
  const earlier = rangeBefore(range)
  const isLastYear = earlier.from === addMonths(range.from, -12) && earlier.to === addMonths(range.to, -12)
  const margin = shareOf(now.margin_amount, now.charged_amount)
  const on_time = shareOf(now.on_time_count, now.timesheet_count)
  return (
    <>
      <section aria-label="The period">
        <h2 className="mb-2 text-14 font-semibold">
          {dayText(range.from)} to {dayText(range.to)}
          <span className="ml-2 font-normal text-n11">
            {isLastYear
              ? 'compared with the same period last year'
              : `compared with ${dayText(earlier.from)} to ${dayText(earlier.to)}`}
          </span>
        </h2>
        <ul className="grid grid-cols-2 gap-3 desktop:grid-cols-3 super:grid-cols-6">
          <Tile
            label="Billed to clients"
            to={to('billed')}
            why={why('billed')}
            figure={amount(now.billed_amount)}
            change={changeOf(now.billed_amount, before.billed_amount)}
            detail={`${numberText(now.billed_count)} documents`}
          />
          <Tile
            label="Margin"
            to={to('margin')}
            why={why('margin')}
            figure={amount(now.margin_amount)}
            change={changeOf(now.margin_amount, before.margin_amount)}
            detail={margin === null ? 'No work charged' : `${percentText(margin)} margin`}
          />
          <Tile
            label="Received"
            to={to('received')}
            why={why('received')}
            figure={amount(now.received_amount)}
            change={changeOf(now.received_amount, before.received_amount)}
            detail={`${numberText(now.receipt_count)} receipts`}
          />
          <Tile
            label="Hours worked"
            to={to('hours')}
            why={why('hours')}
            figure={unitsText(now.hours)}
            change={changeOf(now.hours, before.hours)}
            detail={now.days > 0 ? `plus ${unitsText(now.days)} days at day rates` : 'approved timesheets'}
          />
          <Tile
            label="Days to pay"
            to={to('paid')}
            why={why('paid')}
            figure={daysText(now.days_to_pay)}
            change={changeOf(now.days_to_pay ?? 0, before.days_to_pay ?? 0)}
            detail={`${numberText(now.paid_count)} invoices paid`}
          />
          <Tile
            label="Approved on time"
            to={to('timesheets')}
            why={why('timesheets')}
            figure={on_time === null ? '–' : percentText(on_time)}
            change={null}
            detail={`${numberText(now.on_time_count)} of ${numberText(now.timesheet_count)} within 7 days`}
          />
        </ul>
      </section>
      <Today currency={currency} />
    </>
  )
}

function Today({ currency }: Pick<InsightOf, 'currency'>) {
  const session = useSession()
  const today = day(session.today)
  const query = useToday(today, currency.id)
  if (query.isError) return null // The figures above say whether the server answers.
  if (!query.data) return <Skeleton className="h-20 w-full" />
  const { overdue_amount, overdue_count, ending } = query.data
  const { category } = session
  return (
    <section aria-label="Today">
      <h2 className="mb-2 text-14 font-semibold">Today</h2>
      <ul className="grid grid-cols-2 gap-3 desktop:grid-cols-4">
        <Tile
          label="Overdue from clients"
          to={addressOf(pathOf({ category, path: 'transaction/invoice' }), {
            type: { in: client_facing_types },
            finance_status: { in: ['overdue'] },
            currency_id: { in: [currency.id] },
          })}
          figure={<Amount value={overdue_amount} currency={currency.alpha_code} />}
          change={null}
          detail={`${numberText(overdue_count)} invoices`}
        />
        {ending.map(({ days, count }) => (
          <Tile
            key={days}
            label={`Placements ending in ${days} days`}
            to={addressOf(pathOf({ category, path: 'contract/temp_placement' }), {
              status: { in: ['active'] },
              end_date: { from: today, to: addDays(today, days) },
            })}
            figure={numberText(count)}
            change={null}
            detail={`until ${dayText(addDays(today, days))}`}
          />
        ))}
      </ul>
    </section>
  )
}

function Tile({
  label,
  to,
  figure,
  change,
  detail,
  why,
}: {
  label: string
  to: string
  /** Sentences that work out to the figure. */
  why?: readonly string[]
  figure: ReactNode
  change: number | null
  detail: string
}) {
  return (
    <li className="relative">
      {why && (
        <span className="absolute top-3 right-2">
          <Why what={label} sentences={why} />
        </span>
      )}
      <Link
        plain
        to={to}
        className="flex h-full flex-col gap-0.5 rounded-lg border bg-surface p-3 hover:border-n8"
      >
        <span className={cx('text-n11', why && 'pr-6')}>{label}</span>
        <span className="numeric text-16 font-semibold sideways:text-20">{figure}</span>
        <span className="text-12 text-n11">{detail}</span>
        {change !== null && (
          <span className="text-12 text-n11">
            {change === 0
              ? 'no change'
              : `${percentText(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than before`}
          </span>
        )}
      </Link>
    </li>
  )
}
