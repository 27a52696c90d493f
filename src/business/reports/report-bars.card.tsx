/** The chart over a report's rows (experience.md, page 9): each bar opens the rows that make it; the table says the same. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { rootName } from '#entity/entity.ts'
import type { FilterBy } from '#entity/filter.ts'
import { allOf } from '#entity/filter.ts'
import { nest } from '#entity/path.ts'
import { day } from '#kernel/day.ts'
import { currencyOrGbp, displayMoney, money } from '#kernel/money.ts'
import type { BarSeries } from '#web/blocks/Bars.tsx'
import { Bars } from '#web/blocks/Bars.tsx'
import { builtQuery } from '#web/core/built-query.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import type { Asked } from '#web/list/model/list.ts'
import { matchedWhere } from '#web/list/model/request.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { chosenPeriod } from '../ledger/agreement.card.tsx'
import { bucketsOf } from './report-buckets.rules.ts'
import { addressOf, first_day } from './report-list.view.ts'

/** Amounts of one currency alone: that of the filter, pounds unless one is chosen (spec §9). */
export function ReportBars({
  asked,
  filter,
  days,
  currency,
  field,
  title,
  about,
  tone,
}: {
  asked: Asked
  filter: FilterBy
  /** Path of the days that the list is filtered by, and of the currency's code. */
  days: string
  currency: string
  /** The summed field. */
  field: string
  /** `Paid to contractors`. */
  title: string
  about: string
  tone: BarSeries['tone']
}) {
  const { pathname, search } = useRouterState({ select: (state) => state.location })
  const code = (filter[currency] as { contains?: string } | undefined)?.contains ?? 'GBP' // A code is filtered by its text.
  const period = chosenPeriod(filter[days], asked.today)
  const { unit, buckets } = bucketsOf(period.raised_from ?? day(first_day), period.raised_to ?? asked.today)
  const where = matchedWhere(asked)
  const root = rootName(asked.shaped.list.entity)
  const query = useQuery({
    queryKey: ['report_bars', root, where, code, field, buckets],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      builtQuery(
        `query report_bars(${buckets.map((_, at) => `$b${at}: ${root}_bool_exp!`).join(', ')}) {
  ${buckets.map((_, at) => `b${at}: ${root}_aggregate(where: $b${at}) { aggregate { sum { ${field} } } }`).join('\n  ')}
}`,
        Object.fromEntries(
          buckets.map(({ from, to }, at) => [
            `b${at}`,
            allOf([where, nest(currency, { _eq: code }), nest(days, { _gte: from, _lte: to })]),
          ]),
        ),
        signal,
      ),
  })
  if (query.isError) return null // The list below says that it could not load, and offers to try again.
  if (!query.data) return <Skeleton className="h-52 w-full" />
  const text = (minor: number) => displayMoney(money(minor, currencyOrGbp(code)))
  const sums = buckets.map((_, at) => minorOf(query.data.sum(`b${at}`, field) ?? 0))
  if (sums.every((sum) => sum === 0)) return null
  const type = (search as Record<string, unknown>).type
  const own: Record<string, string> = typeof type === 'string' ? { type } : {}
  return (
    <Bars
      title={`${title}, ${code}, by ${unit}`}
      about={about}
      period={`${unit.charAt(0).toUpperCase()}${unit.slice(1)}`}
      series={[{ label: title, tone }]}
      scale={text}
      points={buckets.map(({ from, to, label, short }, at) => ({
        key: from,
        label,
        short,
        values: [
          {
            value: sums[at] ?? 0,
            text: text(sums[at] ?? 0),
            to: addressOf(pathname, { ...filter, [currency]: { contains: code }, [days]: { from, to } }, own),
          },
        ],
      }))}
    />
  )
}
