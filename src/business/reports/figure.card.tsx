/** A figure of a report: its amount, its rows on click, and its explanation. */
import { useQuery } from '@tanstack/react-query'
import { rootName } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'
import { valueAt } from '#entity/path.ts'
import { empty_list_state } from '#entity/url-codec.ts'
import { currencyOrGbp, type Money, money, neg, sub, sum } from '#kernel/money.ts'
import { Why } from '#web/blocks/Why.tsx'
import { builtQuery } from '#web/core/built-query.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import type { List } from '#web/list/model/list.ts'
import { matchedWhere } from '#web/list/model/request.ts'
import { useAsked, useShaped } from '#web/list/model/use-list.ts'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { rowsWords } from '../shared/explain.rules.ts'
import type { FigureRows } from './figure-rows.rules.ts'

/** The rows that are listed one by one in an explanation; all others are one amount. */
const listed_rows = 11

export interface FigureProps {
  readonly label: string
  readonly value: unknown
  readonly code: string
  readonly strong?: boolean
  /** In red, as amounts below zero are. */
  readonly isBad?: boolean
  /** Where the rows behind it are. */
  readonly to?: string | null
  readonly onOpen?: () => void
  readonly why?: readonly string[]
  /** The rows themselves: they are added up in its explanation. */
  readonly rows?: SummedRows
}

export interface SummedRows extends FigureRows {
  readonly list: List
  /** The summed field; the list's own sum by default. */
  readonly field?: string
}

export function Figure({
  label,
  value,
  code,
  strong = true,
  isBad = minorOf(value) < 0,
  to,
  onOpen,
  why = [],
  rows,
}: FigureProps) {
  const amount = <Amount value={value} currency={code} strong={strong} />
  return (
    <div>
      <dt className="flex items-center gap-1 text-12 text-n11">
        {label}
        {(why.length > 0 || rows) && (
          <Why what={label} sentences={why}>
            {rows && <SumOfRows rows={rows} code={code} total={money(minorOf(value), currencyOrGbp(code))} />}
          </Why>
        )}
      </dt>
      <dd className={cx('text-16', isBad && 'text-red11')}>
        {to ? (
          <Link to={to} className="inline-flex min-h-6 items-center" {...(onOpen ? { onClick: onOpen } : {})}>
            {amount}
          </Link>
        ) : (
          amount
        )}
      </dd>
    </div>
  )
}

/** The last sentence: the rows of a list with this filter, as they come to the figure. */
export function SumOfRows({ rows, code, total }: { rows: SummedRows; code: string; total: Money }) {
  const shaped = useShaped(rows.list)
  const asked = useAsked(shaped, { ...empty_list_state, filter_by: rows.filter }, rows.scope, undefined)
  return (
    <SumOfWhere
      list={rows.list}
      where={matchedWhere(asked)}
      field={rows.field ?? rows.list.sum ?? ''}
      negated={rows.negated ?? false}
      code={code}
      total={total}
    />
  )
}

/** The largest rows by name and all others as one amount. */
export function SumOfWhere({
  list,
  where,
  field,
  negated = false,
  code,
  total,
}: {
  list: List
  where: Where
  field: string
  negated?: boolean
  code: string
  total: Money
}) {
  const name = list.card.title
  const root = rootName(list.entity)
  const query = useQuery({
    queryKey: ['sum_of_rows', root, field, where],
    queryFn: ({ signal }) =>
      builtQuery(
        `query sum_of_rows($where: ${root}_bool_exp!) {
  rows: ${root}(where: $where, order_by: [{ ${field}: ${negated ? 'asc' : 'desc'} }, { id: asc }], limit: ${listed_rows}) { id ${selected(name)} ${field} }
  all: ${root}_aggregate(where: $where) { aggregate { count sum { ${field} } } }
}`,
        { where },
        signal,
      ),
  })
  if (query.isError) return <li className="text-n11">The rows could not be read.</li>
  if (!query.data) return <li className="text-n11">Adding up…</li>
  const currency = currencyOrGbp(code)
  const of = (value: unknown) => {
    const amount = money(minorOf(value), currency)
    return negated ? neg(amount) : amount
  }
  const add = (all: readonly Money[]) => sum(currency, all)
  const listed = query.data.rows('rows').map((row) => ({
    what: String(valueAt(row, name) ?? ''),
    amount: of(row[field]),
  }))
  const count = query.data.count('all')
  const rest = sub(of(query.data.sum('all', field)), add(listed.map((one) => one.amount)))
  return (
    <li className="numeric">
      {rowsWords(listed, { count: count - listed.length, amount: rest }, total, add)}
    </li>
  )
}

/** `invoice.human_id` as a selection. */
function selected(path: string): string {
  const steps = path.split('.')
  return steps.join(' { ') + ' }'.repeat(steps.length - 1)
}
