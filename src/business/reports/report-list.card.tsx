/**
 * Shared by the reports of one list (spec §2, agency report page): quick filters for dates and currency, and totals
 * per currency of every matching row, from the database.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rootName } from '#entity/entity.ts'
import type { Condition, FilterBy } from '#entity/filter.ts'
import { allOf, resolveDay } from '#entity/filter.ts'
import { nest } from '#entity/path.ts'
import { day } from '#kernel/day.ts'
import { currencyOrGbp, money } from '#kernel/money.ts'
import { Why } from '#web/blocks/Why.tsx'
import { builtQuery } from '#web/core/built-query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import type { Asked } from '#web/list/model/list.ts'
import { matchedWhere } from '#web/list/model/request.ts'
import { Card } from '#web/ui/Card.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useCurrencies } from './currencies.hook.ts'
import { SumOfWhere } from './figure.card.tsx'
import { first_day, ranges } from './report-list.view.ts'

const custom = 'custom'

/** Which of the ranges a condition is; any other is the reader's own. */
function rangeOf(condition: Condition | undefined): string {
  if (condition === undefined) return first_day
  const { from, to } = condition && !('in' in condition) ? (condition as { from?: string; to?: string }) : {}
  const known = ranges.find((range) => range.from === from && to === 'today')
  return known?.from ?? custom
}

/** Range of dates over `days` and one currency over `currency`, both paths that the list can filter by. */
export function ReportBar({
  filter,
  onFilter,
  days,
  currency,
}: {
  filter: FilterBy
  onFilter: (filter: FilterBy) => void
  days: string
  currency: string
}) {
  const { today } = useSession()
  const currencies = useCurrencies() ?? []
  const [isCustom, setCustom] = useState(false)
  const condition = filter[days] as { from?: string; to?: string } | undefined // A field of days is filtered by a range.
  const range = isCustom ? custom : rangeOf(condition)
  const code = filter[currency] as { contains?: string } | undefined // A code is filtered by its text.
  const put = (path: string, value: Condition | null) => {
    const { [path]: _before, ...others } = filter
    onFilter(value ? { ...others, [path]: value } : others)
  }
  const between = (from: string, to: string) => put(days, { from: from || first_day, to: to || today })
  // An end that moves with today (`today-90`) is shown as the day that it is.
  const own = (end: string | undefined, otherwise: string) =>
    (end === undefined ? null : resolveDay(end, day(today))) ?? otherwise
  return (
    <div className="grid grid-cols-2 gap-3 tablet:flex tablet:flex-wrap tablet:items-end">
      <Select
        label="Date range"
        value={range}
        onChange={(from) => {
          setCustom(from === custom)
          if (from === custom) between(first_day, today)
          else put(days, { from, to: 'today' })
        }}
        options={[
          ...ranges.map(({ label, from }) => ({ value: from, label })),
          { value: custom, label: 'Custom Date' },
        ]}
        className="tablet:w-48"
      />
      <Select
        label="Currency"
        value={code?.contains ?? ''}
        onChange={(alpha_code) => put(currency, alpha_code ? { contains: alpha_code } : null)}
        options={currencies.map(({ alpha_code, name }) => ({ value: alpha_code, label: name }))}
        placeholder="All currencies"
        className="tablet:w-44"
      />
      {range === custom && (
        <>
          <DayPicker
            live
            label="From"
            value={own(condition?.from, first_day)}
            min={first_day}
            max={own(condition?.to, today)}
            onChange={(from) => between(from, own(condition?.to, today))}
          />
          <DayPicker
            live
            label="To"
            value={own(condition?.to, today)}
            min={own(condition?.from, first_day)}
            max={today}
            onChange={(to) => between(own(condition?.from, first_day), to)}
          />
        </>
      )}
    </div>
  )
}

export interface Sum {
  readonly field: string
  readonly label: string
  readonly strong?: boolean
}

const matching_rule = 'Total of the filtered rows. Amounts are rounded on each document.'

/** Totals of the matches, one card a currency: currencies are never added (quality I20). */
export function ListTotals({
  asked,
  sums,
  currency,
  what,
}: {
  asked: Asked
  sums: readonly Sum[]
  /** Path of the currency's code. */
  currency: string
  /** The counted noun, singular and plural. */
  what: readonly [string, string]
}) {
  const currencies = useCurrencies()
  const where = matchedWhere(asked)
  const root = rootName(asked.shaped.list.entity)
  const codes = currencies?.map(({ alpha_code }) => alpha_code) ?? []
  const query = useQuery({
    queryKey: ['list_totals', root, where, sums, codes],
    enabled: codes.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      builtQuery(
        `query list_totals(${codes.map((code) => `$${code}: ${root}_bool_exp!`).join(', ')}) {
  ${codes.map((code) => `${code}: ${root}_aggregate(where: $${code}) { aggregate { count sum { ${sums.map((sum) => sum.field).join(' ')} } } }`).join('\n  ')}
}`,
        Object.fromEntries(codes.map((code) => [code, allOf([where, nest(currency, { _eq: code })])])),
        signal,
      ),
  })
  if (query.isError) return null // The list below says that it could not load, and offers to try again.
  if (!query.data) return <Skeleton className="h-24 w-full" />
  const found = codes.flatMap((code) => {
    const count = query.data.count(code)
    return count > 0 ? [{ code, count }] : []
  })
  return (
    <>
      {found.map(({ code, count }) => (
        <Card
          key={code}
          title={`${code} total of ${count.toLocaleString('en-GB')} ${what[count === 1 ? 0 : 1]}`}
        >
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {sums.map(({ field, label, strong }) => (
              <div key={field}>
                <dt className="flex items-center gap-1 text-12 text-n11">
                  {label}
                  <Why what={`${label}, ${code}`} sentences={[matching_rule]}>
                    <SumOfWhere
                      list={asked.shaped.list}
                      where={allOf([where, nest(currency, { _eq: code })])}
                      field={field}
                      code={code}
                      total={money(minorOf(query.data.sum(code, field)), currencyOrGbp(code))}
                    />
                  </Why>
                </dt>
                <dd className="text-16">
                  <Amount value={query.data.sum(code, field)} currency={code} strong={strong ?? false} />
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </>
  )
}
