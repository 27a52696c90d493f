/**
 * Shared by the reports of one list (spec §2, agency report page): quick filters for dates and currency, and totals
 * per currency of every matching row, from the database.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rootName } from '#entity/entity.ts'
import type { Condition, FilterBy, Where } from '#entity/filter.ts'
import { allOf, resolveDay } from '#entity/filter.ts'
import { nest } from '#entity/path.ts'
import { encodeListState } from '#entity/url-codec.ts'
import { day } from '#kernel/day.ts'
import { currencyOrGbp, money } from '#kernel/money.ts'
import { Why } from '#web/blocks/Why.tsx'
import { builtQuery } from '#web/core/built-query.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import type { List } from '#web/list/model/list.ts'
import type { Asked } from '#web/list/model/request.ts'
import { currentFilter, matchedWhere } from '#web/list/model/request.ts'
import { useLayout } from '#web/list/model/use-layout.ts'
import { useAsked, useListState, useShaped } from '#web/list/model/use-list.ts'
import { Card } from '#web/ui/Card.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ownFirst } from '../shared/form-choices.view.ts'
import { SumOfWhere } from './figure.card.tsx'

/** Spec §2: all payments and custom dates start here. */
export const first_day = '2018-01-01'

/** Spec §2, the ranges; `custom` comes last. */
export const ranges = [
  { label: 'Last 7 days', from: 'today-7' },
  { label: 'Last 30 days', from: 'today-30' },
  { label: 'Last 60 days', from: 'today-60' },
  { label: 'Last 90 days', from: 'today-90' },
  { label: 'Last 1 year', from: 'today-365' },
  { label: 'Select all Payments', from: first_day },
] as const

/** The default of a report's list: the last seven days. */
export const last_7_days = { from: 'today-7', to: 'today' } as const

const currencies = gql(
  `query currencies { rows: platform_currency(order_by: { name: asc }) { id name alpha_code fallback_rate } }`,
)

export type Currency = Answer<typeof currencies>['rows'][number]

/** Currencies of the product, Pound Sterling first (spec §9, default currency). */
export function useCurrencies(): readonly Currency[] | undefined {
  const query = useQuery({
    queryKey: ['currencies'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { rows } = await graphql(currencies, {}, signal)
      return ownFirst(rows, 'GBP')
    },
  })
  return query.data
}

/** The list of a report with the reader's own columns: its query, and functions that change its filters. */
export function useReportList(
  list: List,
  scope?: Where,
): { asked: Asked; filter: FilterBy; setFilter: (filter: FilterBy) => void } {
  const shaped = useShaped(list, useLayout(list).columns)
  const [state, change] = useListState(shaped)
  const asked = useAsked(shaped, state, scope, undefined)
  return {
    asked,
    filter: currentFilter(shaped, state),
    setFilter: (filter_by) => change({ filter_by }),
  }
}

/** A page of a list with these filters and the rest of its address. */
export function addressOf(
  path: string,
  filter_by: FilterBy | null,
  own: Record<string, string> = {},
): string {
  const state = encodeListState({ group_by: null, filter_by, sort_by: null, search: '' })
  return `${path}?${new URLSearchParams({ ...own, ...state } as Record<string, string>)}` // Left-out keys are not in the object.
}

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
