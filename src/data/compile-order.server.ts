import { type Build, itemsOf } from './build.ts'
import { relatedRows } from './compile-where.server.ts'
import { DataFault } from './fault.ts'
import type { Input } from './input.ts'
import { columnSql, type RelationView, type TableView } from './profile.ts'
import { AGGREGATE_OPERATORS } from './schema-meta.ts'
import { aggregatedColumns } from './schema-table.ts'

/** The dialect's plain directions are PostgreSQL's own, so that indexes match (data-api.md, decision 4). */
const DIRECTIONS: Readonly<Record<string, string>> = {
  asc: 'asc',
  asc_nulls_first: 'asc nulls first',
  asc_nulls_last: 'asc nulls last',
  desc: 'desc',
  desc_nulls_first: 'desc nulls first',
  desc_nulls_last: 'desc nulls last',
}

/** One sort key. `column` names it where it is a column of the list's own rows. */
export interface SortKey {
  readonly column: string | null
  readonly sql: string
  readonly direction: string
}

type Wrap = (expression: string) => string

function key(sql: string, input: Input, column: string | null): SortKey[] {
  if (input.is === 'null') return []
  const direction = input.is === 'enum' ? DIRECTIONS[input.value] : undefined
  if (!direction) throw new DataFault('validation-failed', `expected one of the values of type 'order_by'`)
  return [{ column, sql, direction }]
}

function relatedKeys(
  build: Build,
  relation: RelationView,
  alias: string,
  input: Input,
  wrap: Wrap,
): SortKey[] {
  const other = build.alias()
  const rows = relatedRows(build, relation, alias, other)
  return keysOf(build, relation.target, other, input, (sql) => wrap(`(select ${sql} ${rows} limit 1)`))
}

function aggregateKeys(
  build: Build,
  relation: RelationView,
  alias: string,
  input: Input,
  wrap: Wrap,
): SortKey[] {
  if (input.is !== 'object') return []
  return [...input.fields].flatMap(([name, value]) => {
    const other = build.alias()
    const rows = relatedRows(build, relation, alias, other)
    if (name === 'count') return key(wrap(`(select count(*) ${rows})`), value, null)
    const operator = AGGREGATE_OPERATORS.find((one) => one === name)
    if (!operator || value.is !== 'object') return []
    const columns = aggregatedColumns(relation.target, operator)
    return [...value.fields].flatMap(([column, direction]) => {
      const view = columns.find((one) => one.name === column)
      if (!view)
        throw new DataFault(
          'validation-failed',
          `field '${column}' not found in type: '${relation.target.name}_${operator}_order_by'`,
        )
      return key(
        wrap(`(select ${operator}(${columnSql(view, other, build.today)}) ${rows})`),
        direction,
        null,
      )
    })
  })
}

/** The keys of one order_by object, in the order they were written. */
function keysOf(build: Build, table: TableView, alias: string, input: Input, wrap: Wrap | null): SortKey[] {
  if (input.is !== 'object') return []
  const around = wrap ?? ((sql: string) => sql)
  return [...input.fields].flatMap(([name, value]) => {
    const column = table.columns.get(name)
    if (column) return key(around(columnSql(column, alias, build.today)), value, wrap === null ? name : null)
    const relation = table.relations.get(name)
    if (relation) return relatedKeys(build, relation, alias, value, around)
    const counted = table.relations.get(name.replace(/_aggregate$/, ''))
    if (counted) return aggregateKeys(build, counted, alias, value, around)
    throw new DataFault('validation-failed', `field '${name}' not found in type: '${table.name}_order_by'`)
  })
}

export function sortKeys(build: Build, table: TableView, alias: string, input: Input | undefined): SortKey[] {
  return itemsOf(input).flatMap((one) => keysOf(build, table, alias, one, null))
}

export const orderBySql = (keys: readonly SortKey[]): string =>
  keys.length === 0 ? '' : ` order by ${keys.map(({ sql, direction }) => `${sql} ${direction}`).join(', ')}`
