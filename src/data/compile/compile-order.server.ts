import { type Build, itemsOf } from '../build.ts'
import { DataFault } from '../fault.ts'
import type { Input } from '../input.ts'
import { type ColumnView, columnSql, type RelationView, type TableView } from '../profile.ts'
import { AGGREGATE_OPERATORS } from '../schema/schema-meta.ts'
import { aggregatedColumns } from '../schema/schema-table.ts'
import { ident } from '../sql.ts'
import { isByKey, relatedJoin, relatedRows } from './compile-where.server.ts'

/** The dialect's plain directions are PostgreSQL's own, so that indexes match (data-endpoint.md, decision 4). */
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
  /** Joins that the expression needs, starting at the list's row. PostgreSQL does one for all rows, a sub-select for each. */
  readonly joins: readonly string[]
  /** Set where it is a column of a row that one relation of the list's own leads to. */
  readonly related: { readonly view: RelationView; readonly column: ColumnView } | null
}

type Wrap = (expression: string) => string

interface At {
  readonly table: TableView
  readonly alias: string
  /** Null where the row is the list's own or joined to it. */
  readonly wrap: Wrap | null
  readonly joins: readonly string[]
  /** The relation by which it was come to, from the list's own row. */
  readonly by: RelationView | null
  readonly isOwn: boolean
}

const plain = { joins: [], related: null } as const

function key(sql: string, input: Input, more: Omit<SortKey, 'sql' | 'direction'>): SortKey[] {
  if (input.is === 'null') return []
  const direction = input.is === 'enum' ? DIRECTIONS[input.value] : undefined
  if (!direction) throw new DataFault('validation-failed', `expected one of the values of type 'order_by'`)
  return [{ ...more, sql, direction }]
}

function relatedKeys(build: Build, view: RelationView, at: At, input: Input): SortKey[] {
  const other = build.alias()
  const there = { table: view.target, alias: other, isOwn: false }
  if (at.wrap === null && isByKey(view)) {
    const joins = [...at.joins, relatedJoin(build, view, at.alias, other)]
    return keysOf(build, { ...there, wrap: null, joins, by: at.isOwn ? view : null }, input)
  }
  const rows = relatedRows(build, view, at.alias, other)
  const around = at.wrap ?? ((sql: string) => sql)
  const first = isByKey(view) ? '' : ` order by ${other}.${ident(view.target.source.key)}`
  const wrap = (sql: string) => around(`(select ${sql} ${rows}${first} limit 1)`)
  return keysOf(build, { ...there, wrap, joins: at.joins, by: null }, input)
}

function aggregateKeys(build: Build, relation: RelationView, at: At, input: Input): SortKey[] {
  if (input.is !== 'object') return []
  const wrap = at.wrap ?? ((sql: string) => sql)
  const more = { ...plain, column: null, joins: at.joins }
  return [...input.fields].flatMap(([name, value]) => {
    const other = build.alias()
    const rows = relatedRows(build, relation, at.alias, other)
    if (name === 'count') return key(wrap(`(select count(*) ${rows})`), value, more)
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
      build.asks(relation.target.name, column)
      return key(
        wrap(`(select ${operator}(${columnSql(view, other, build.today)}) ${rows})`),
        direction,
        more,
      )
    })
  })
}

/** The keys of one order_by object, in the order they were written. */
function keysOf(build: Build, at: At, input: Input): SortKey[] {
  if (input.is !== 'object') return []
  const { table, alias, joins } = at
  const around = at.wrap ?? ((sql: string) => sql)
  return [...input.fields].flatMap(([name, value]) => {
    const column = table.columns.get(name)
    if (column) {
      build.asks(table.name, name)
      const related = at.by ? { view: at.by, column } : null
      return key(around(columnSql(column, alias, build.today)), value, {
        column: at.isOwn ? name : null,
        joins,
        related,
      })
    }
    const relation = table.relations.get(name)
    if (relation) return relatedKeys(build, relation, at, value)
    const counted = table.relations.get(name.replace(/_aggregate$/, ''))
    if (counted) return aggregateKeys(build, counted, at, value)
    throw new DataFault('validation-failed', `field '${name}' not found in type: '${table.name}_order_by'`)
  })
}

export function sortKeys(build: Build, table: TableView, alias: string, input: Input | undefined): SortKey[] {
  const own = { table, alias, wrap: null, joins: [], by: null, isOwn: true }
  return itemsOf(input).flatMap((one) => keysOf(build, own, one))
}

export const orderBySql = (keys: readonly Pick<SortKey, 'sql' | 'direction'>[]): string =>
  keys.length === 0 ? '' : ` order by ${keys.map(({ sql, direction }) => `${sql} ${direction}`).join(', ')}`

/** The joins that the keys need, each once. */
export const sortJoins = (keys: readonly SortKey[]): string =>
  [...new Set(keys.flatMap(({ joins }) => joins))].join('')
