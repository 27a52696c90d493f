/** Six months side by side; each bar opens the rows that make it. Nothing is drawn where there has been nothing. */
import { useQuery } from '@tanstack/react-query'
import { day, formatDayLong } from '#kernel/day.ts'
import { parseScaled } from '#kernel/decimal-text.ts'
import type { BarPoint, BarValue } from '#web/blocks/Bars.tsx'
import { Bars } from '#web/blocks/Bars.tsx'
import { builtQuery } from '#web/core/built-query.ts'
import { useEntities } from '#web/core/entities-context.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { numberText } from '#web/kinds/number.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useCurrencies } from '../reports/currencies.hook.ts'
import { addressOf } from '../reports/report-list.view.ts'
import type { Figure } from './dashboard.rules.ts'
import { figuresOf, figuresRequest, isFor, monthsUpTo } from './dashboard.rules.ts'
import type { TrendOf, TrendSeries } from './dashboard-trends.view.ts'
import { trends } from './dashboard-trends.view.ts'
import { exactText, shortText, unitsText } from './insight-text.view.ts'

const months_shown = 6

export function DashboardTrends() {
  const { category, roles } = useSession()
  const mine = trends[category].filter((one) => isFor(one, roles))
  return mine.map((one) => <Trend key={one.id} trend={one} />)
}

/** As whole numbers: pence, ten-thousandths of a unit, or rows. */
function measured(unit: TrendOf['unit'], { sum, count }: Figure): number {
  if (unit === 'money') return minorOf(sum)
  if (unit === 'count') return count
  const scaled = parseScaled(String(sum ?? 0), 4, 11)
  return typeof scaled === 'number' ? scaled : 0
}

function Trend({ trend: { title, about, unit, series } }: { trend: TrendOf }) {
  const { category, business, ...session } = useSession()
  const entities = useEntities()
  const today = day(session.today)
  const code = business.currency_code
  const currency = useCurrencies()?.find(({ alpha_code }) => alpha_code === code)
  const months = monthsUpTo(today, months_shown)
  const filterOf = (one: TrendSeries, at: number) => ({
    ...one.filter,
    ...(one.by_currency && currency ? { currency_id: { in: [currency.id] } } : {}),
    [one.day]: months[at] ?? {},
  })
  const asked = months.flatMap((_, at) => series.map((one) => ({ ...one, filter: filterOf(one, at) })))
  const query = useQuery({
    queryKey: ['dashboard_trend', session.business_contact_id, title, session.today],
    enabled: currency !== undefined,
    queryFn: async ({ signal }) => {
      const { query, variables } = figuresRequest({ entities, today, currency: null }, asked)
      return figuresOf(asked, await builtQuery(query, variables, signal))
    },
  })
  if (query.isError) return null // The figures above say whether the server answers.
  if (!query.data) return <Skeleton className="h-64 w-full" />
  const figures = query.data
  if (figures.every(({ count }) => count === 0)) return null
  const short = (value: number) =>
    unit === 'money' ? shortText(value, code) : unit === 'units' ? unitsText(value) : numberText(value)
  const exact = (value: number) => (unit === 'money' ? exactText(value, code) : short(value))
  const points = months.map((month, at): BarPoint => {
    const label = formatDayLong(month.from).slice(3)
    const values = series.map((one, of): BarValue => {
      const figure = figures[at * series.length + of]
      const value = figure ? measured(unit, figure) : 0
      return {
        value,
        text: exact(value),
        to: addressOf(pathOf({ category, path: one.path }), filterOf(one, at)),
      }
    })
    return { key: month.from, label, short: label.slice(0, 3), values }
  })
  return <Bars title={title} about={about} series={series} points={points} scale={short} />
}
