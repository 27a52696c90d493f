/** The agency's earnings in the five measures of spec §2, and its best clients: for its commission roles. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import { addDays, day } from '#kernel/day.ts'
import { Bars } from '#web/blocks/Bars.tsx'
import { builtQuery } from '#web/core/built-query.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Currency } from '../reports/currencies.hook.ts'
import { useCurrencies } from '../reports/currencies.hook.ts'
import { addressOf } from '../reports/report-list.view.ts'
import type { EarningSums, ReportingPeriod, ShownPeriod } from './earnings.rules.ts'
import { earning_measures, earningPeriods, reporting_periods } from './earnings.rules.ts'
import { useBest } from './insight.hook.ts'
import { Ranking } from './insight-best.card.tsx'
import { exactText, percentText, shortText } from './insight-text.view.ts'

export function DashboardEarnings() {
  const { business } = useSession()
  const currency = useCurrencies()?.find(({ alpha_code }) => alpha_code === business.currency_code)
  if (!currency) return <Skeleton className="h-80 w-full" />
  return (
    <>
      <Earnings currency={currency} />
      <TopClients currency={currency} />
    </>
  )
}

/** Each period's query covers exactly the days that its bar opens. */
function useSums(periods: readonly ShownPeriod[], currency: Currency) {
  return useQuery({
    queryKey: ['dashboard_earnings', currency.id, periods.map(({ from, to }) => `${from} ${to}`)],
    queryFn: async ({ signal }) => {
      const heads = periods.map((_, at) => `$w${at}: get_agency_commission_bool_exp!`)
      const roots = periods.map(
        (_, at) =>
          `p${at}: get_agency_commission_aggregate(where: $w${at}) { aggregate { sum { client_gross sale_gross agency_gross agency_net } } }`,
      )
      const variables = Object.fromEntries(
        periods.map(({ from, to }, at) => [
          `w${at}`,
          { raised_date: { _gte: from, _lte: to }, currency_id: { _eq: currency.id } },
        ]),
      )
      const answer = await builtQuery(
        `query earnings(${heads.join(', ')}) { ${roots.join(' ')} }`,
        variables,
        signal,
      )
      return periods.map((_, at): EarningSums => {
        const of = (field: keyof EarningSums) => minorOf(answer.sum(`p${at}`, field) ?? 0)
        return {
          client_gross: of('client_gross'),
          sale_gross: of('sale_gross'),
          agency_gross: of('agency_gross'),
          agency_net: of('agency_net'),
        }
      })
    },
  })
}

function Earnings({ currency }: { currency: Currency }) {
  const { category, today } = useSession()
  const [period, setPeriod] = useState<ReportingPeriod>('week')
  const [chosen, setChosen] = useState(0)
  const periods = earningPeriods(period, day(today))
  const query = useSums(periods, currency)
  if (query.isError) return null // The figures above say whether the server answers.
  if (!query.data) return <Skeleton className="h-80 w-full" />
  const sums = query.data
  const code = currency.alpha_code
  const measure = earning_measures[chosen] ?? earning_measures[0]
  const isMoney = measure.unit === 'money'
  const rowsOf = ({ from, to }: { from: Day; to: Day }): FilterBy => ({
    raised_date: { from, to },
    alpha_code: { contains: code },
  })
  const now = sums.at(-1)
  return (
    <Bars
      title="Earnings"
      about={`By invoice date, ${code}, this ${period} to date`}
      period={reporting_periods.find(({ value }) => value === period)?.label ?? 'Period'}
      series={[{ label: measure.label, tone: 'green' }]}
      scale={(value) => (isMoney ? shortText(value, code) : percentText(value))}
      points={periods.map((one, at) => {
        const value = measure.of(
          sums[at] ?? { client_gross: 0, sale_gross: 0, agency_gross: 0, agency_net: 0 },
        )
        return {
          key: one.from,
          label: one.label,
          short: one.short,
          values: [
            {
              value,
              text: isMoney ? exactText(value, code) : percentText(value),
              to: addressOf(pathOf({ category, path: 'report/commission' }), rowsOf(one)),
            },
          ],
        }
      })}
    >
      <Periods period={period} onChange={setPeriod} />
      {now && <Measures sums={now} code={code} chosen={chosen} onChoose={setChosen} period={period} />}
    </Bars>
  )
}

const segment = 'h-8 rounded px-3 text-13 pointer-coarse:h-12'

function Periods({ period, onChange }: { period: ReportingPeriod; onChange: (to: ReportingPeriod) => void }) {
  return (
    <fieldset className="mb-3 flex w-fit gap-0.5 rounded border bg-n2 p-0.5" aria-label="Reporting period">
      {reporting_periods.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === period}
          className={cx(
            segment,
            value === period ? 'bg-surface font-medium shadow-1' : 'text-n11 hover:text-n12',
          )}
          onClick={() => onChange(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** The period that runs, in short form (spec §9); the figure in full is its name, and its hint. */
function Measures({
  sums,
  code,
  chosen,
  onChoose,
  period,
}: {
  sums: EarningSums
  code: string
  chosen: number
  onChoose: (at: number) => void
  period: ReportingPeriod
}) {
  return (
    <ul className="mb-3 grid grid-cols-2 gap-2 tablet:grid-cols-5" aria-label={`This ${period}`}>
      {earning_measures.map(({ value, label, unit, of }, at) => {
        const figure = of(sums)
        const full = unit === 'money' ? exactText(figure, code) : percentText(figure)
        return (
          <li key={value}>
            <button
              type="button"
              aria-pressed={at === chosen}
              aria-label={`${label}, this ${period}: ${full}`}
              title={full}
              onClick={() => onChoose(at)}
              className={cx(
                'flex w-full flex-col items-start rounded border p-2 text-left hover:border-n8',
                at === chosen && 'border-a8 bg-a2',
              )}
            >
              <span className="text-12 text-n11">{label}</span>
              <span className="numeric text-16 font-semibold">
                {unit === 'money' ? shortText(figure, code) : full}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const top_days = 90
const top_shown = 5

/** Spec §2: top clients by agency commission. */
function TopClients({ currency }: { currency: Currency }) {
  const today = day(useSession().today)
  const range = { from: addDays(today, -top_days), to: today }
  const query = useBest(range, currency.id)
  if (!query.data || query.data.client.length === 0) return null
  return (
    <Ranking
      title={`Top clients by commission, last ${top_days} days`}
      what="Client"
      filter="client_id"
      rows={query.data.client.slice(0, top_shown)}
      range={range}
      currency={currency}
    />
  )
}
