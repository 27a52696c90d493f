/**
 * Lists in the order of somebody's name (`order_by: {client: {name: asc}}`). Sorted, such a list reads every row of the
 * business before it shows ten. Where there are many, the statement goes through the names in their order instead and
 * takes the rows of each, until the page is full; where there are few, they are sorted. Which of the two it is, the
 * statement finds out by itself, and both see the same rows by the same rules.
 */
import type { Build } from '../build.ts'
import { type SortKey, sortJoins } from '../compile/compile-order.server.ts'
import { columnList, type RowsOf } from '../compile/compile-rows.server.ts'
import { isByKey, whereSql } from '../compile/compile-where.server.ts'
import { type ColumnView, columnSql, type RelationView, type TableView } from '../profile.ts'
import { ident } from '../sql.ts'
import { endingColumns, sortColumns, tailSql, type Wanted } from './filter-by-relation.server.ts'

/** Up to this many rows are sorted; as many are counted beside every list (data-endpoint.md, decision 5). */
export const FEW_SORTED = 10_000

interface RelatedOrder {
  readonly key: SortKey
  readonly view: RelationView
  readonly column: ColumnView
}

/** Named parties always exist and are visible with the row, so only rows without one are missing. */
function relatedOrderOf(build: Build, { sorted, limit }: Wanted): RelatedOrder | null {
  const [key] = sorted
  if (limit === null || !key?.related || key.related.column.field.computed) return null
  const { view, column } = key.related
  const isSeen = build.visible(view.target, 't', true).length === 0
  return isByKey(view) && isSeen && !column.nullable && !view.relation.where ? { key, view, column } : null
}

/** `asc nulls first` as `asc`: a name is never null. */
const directionOf = ({ direction }: SortKey): string => direction.split(' ')[0] ?? 'asc'

/** Do rows without a name come after all others? */
const isLast = ({ direction }: SortKey): boolean => direction === 'asc' || direction.endsWith('nulls last')

/** From of a list in the order of names, with alias and all; null where it is not one. */
export function relatedOrderFrom(build: Build, rows: RowsOf, alias: string, wanted: Wanted): string | null {
  const { table, from, args } = rows
  if (from || table.function || args.has('distinct_on')) return null
  const order = relatedOrderOf(build, wanted)
  if (!order || !table.source.named.has(order.view.relation.from)) return null
  const { key, view, column } = order
  // Rows of one name may be a million, which no index has in the order of their keys: a walk leaves the key out.
  const isKeyAsked = sortColumns(rows).includes(table.source.key)
  const others = wanted.sorted.slice(1).filter(({ column }) => isKeyAsked || column !== table.source.key)
  const [state, in_order, name] = [build.alias(), build.alias(), build.alias()]
  const where = (one: string) =>
    [...build.visible(table, one, false), filterSql(build, table, args, one)].join(' and ')
  const probe = build.alias()
  const columns = columnList(
    new Set([...wanted.columns, ...sortColumns(rows), ...endingColumns(rows, wanted)]),
    alias,
  )
  const source = `${table.source.table} ${alias}`
  const named = `${alias}.${ident(view.relation.from)}`
  const byName = { ...key, sql: columnSql(column, name, build.today), direction: directionOf(key) }
  const tail = (sorted: readonly SortKey[]) => tailSql({ ...wanted, sorted })
  const ctes = [
    `${state} as materialized (select count(*) > ${FEW_SORTED} as many from (select from ${table.source.table} ${probe} where ${where(probe)} limit ${FEW_SORTED + 1}) few)`,
    `${in_order} as materialized (select ${columns} from ${view.target.source.table} ${name} join ${source} on ${named} = ${name}.${ident(view.relation.key)}${sortJoins(others)} where (select many from ${state}) and ${where(alias)}${tail([byName, ...others])})`,
  ]
  // A second limit makes the planner expect few rows; otherwise it would plan parallel workers.
  const some = `select ${columns} from ${source} where not (select many from ${state}) and ${where(alias)} limit ${FEW_SORTED}`
  const few = `select ${columns} from (${some}) ${alias}${wanted.joins}${tail(wanted.sorted)}`
  const isNeeded = isLast(key) ? ` and (select count(*) from ${in_order}) < ${wanted.reach}` : ''
  const nameless = `select ${columns} from ${source}${sortJoins(others)} where (select many from ${state})${isNeeded} and ${named} is null and ${where(alias)}${tail(others)}`
  return `from (with ${ctes.join(', ')} (${few}) union all (select * from ${in_order}) union all (${nameless})) ${alias}${wanted.joins}`
}

function filterSql(build: Build, table: TableView, args: RowsOf['args'], alias: string): string {
  const where = args.get('where')
  return where ? whereSql(build, table, alias, where) : 'true'
}
