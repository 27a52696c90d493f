/**
 * Insights (spec §2, menu; §6, agency_admin): the agency's months. Every figure is in one currency and opens its
 * rows; range and currency are in the address.
 */
import { ChartLine } from 'lucide-react'
import { Fragment } from 'react'
import { day } from '#kernel/day.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { pathOf, useSearch } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { useInsight } from './insight.hook.ts'
import { default_months, lastMonths, month_choices, type Range, rangeOf, totalOf } from './insight.rules.ts'
import { InsightBest } from './insight-best.card.tsx'
import { InsightCharts } from './insight-charts.card.tsx'
import { InsightTiles } from './insight-tiles.card.tsx'

const custom = 'custom'

export function InsightPage() {
  const { category, today, business } = useSession()
  const go = useGo()
  const search = useSearch()
  const range = rangeOf(search, day(today))
  const query = useInsight(range)
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const all = [...query.data.now, ...query.data.before]
  const currencies = [...new Map(all.map((one) => [one.alpha_code, one.currency_id]))]
    .map(([alpha_code, id]) => ({ alpha_code, id }))
    .sort(
      (a, b) =>
        Number(b.alpha_code === business.currency_code) - Number(a.alpha_code === business.currency_code),
    )
  const currency = currencies.find(({ alpha_code }) => alpha_code === search.currency) ?? currencies[0]
  const put = (change: Record<string, string>) => {
    const now = { ...range, ...(currency ? { currency: currency.alpha_code } : {}), ...change }
    go.to(`${pathOf({ category, path: 'insight' })}?${new URLSearchParams(now)}`)
  }
  const of = (months: typeof all) => months.filter((one) => one.alpha_code === currency?.alpha_code)
  return (
    <>
      <PageHeader title="Insights" meta={<span>{business.name}</span>} />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <RangeBar
          range={range}
          currency={currency?.alpha_code ?? ''}
          currencies={currencies.map(({ alpha_code }) => alpha_code)}
          onChange={put}
        />
        {currency ? (
          <Fragment key={currency.id}>
            <InsightTiles
              range={range}
              currency={currency}
              months={of(query.data.now)}
              now={totalOf(of(query.data.now))}
              before={totalOf(of(query.data.before))}
            />
            <InsightCharts range={range} currency={currency} months={of(query.data.now)} />
            <InsightBest range={range} currency={currency} />
          </Fragment>
        ) : (
          <EmptyMessage icon={ChartLine} title="Nothing to show yet">
            Months appear here once work is approved and invoiced in this range.
          </EmptyMessage>
        )}
      </div>
    </>
  )
}

function RangeBar({
  range,
  currency,
  currencies,
  onChange,
}: {
  range: Range
  currency: string
  currencies: readonly string[]
  onChange: (change: Record<string, string>) => void
}) {
  const session = useSession()
  const today = day(session.today)
  const chosen = month_choices.find((count) => {
    const one = lastMonths(count, today)
    return one.from === range.from && one.to === range.to
  })
  return (
    <div className="grid grid-cols-2 gap-3 tablet:flex tablet:flex-wrap tablet:items-end">
      <Select
        label="Months"
        value={chosen === undefined ? custom : String(chosen)}
        onChange={(value) => onChange({ ...lastMonths(Number(value) || default_months, today) })}
        options={[
          ...month_choices.map((count) => ({ value: String(count), label: `Last ${count} months` })),
          ...(chosen === undefined ? [{ value: custom, label: 'Custom Date' }] : []),
        ]}
        className="tablet:w-44"
      />
      {currencies.length > 0 && (
        <Select
          label="Currency"
          value={currency}
          onChange={(value) => onChange({ currency: value })}
          options={currencies.map((code) => ({ value: code, label: code }))}
          className="tablet:w-32"
        />
      )}
      {/* All four fit one line of a tablet. */}
      <div className="tablet:w-40">
        <DayPicker
          live
          label="From"
          value={range.from}
          max={range.to}
          onChange={(from) => from && onChange({ from })}
        />
      </div>
      <div className="tablet:w-40">
        <DayPicker
          live
          label="To"
          value={range.to}
          min={range.from}
          max={today}
          onChange={(to) => to && onChange({ to })}
        />
      </div>
    </div>
  )
}
