/** The rows of a list, their order, and the cut. */
import { type Build, enumValues, slotSql } from '../build.ts'
import { DataFault } from '../fault.ts'
import { type Input, NEGATIVE_TEXT } from '../input.ts'
import { momentColumn } from '../opening-columns.ts'
import { columnSql, type RelationView, type TableView } from '../profile.ts'
import { ident } from '../sql.ts'
import { orderBySql, type SortKey, sortJoins, sortKeys } from './compile-order.server.ts'
import { relatedRows, whereSql } from './compile-where.server.ts'

export type Args = ReadonlyMap<string, Input>

/** Rows of a table: of a root, of a function, or of a relation of `alias`. */
export interface RowsOf {
  readonly table: TableView
  readonly from: { readonly relation: RelationView; readonly alias: string } | null
  readonly args: Args
}

/** @param head how many of its first rows are wanted, as SQL; null for all of them */
function functionCall(build: Build, table: TableView, args: Args, head: string | null): string {
  if (!table.function) return table.source.table
  const passed: string[] = []
  if (head !== null) passed.push(`head => ${head}`)
  for (const [name, forced] of Object.entries(table.function.forced)) {
    passed.push(`${ident(name)} => ${forced === '$today' ? build.today() : build.claim(forced.claim)}`)
  }
  const written = args.get('args')
  if (written?.is === 'object') {
    for (const [name, value] of written.fields) {
      if (value.is === 'slot')
        passed.push(
          `${ident(name)} => ${slotSql(build, value, value.is_list ? 'text[]' : (SQL_OF[value.scalar] ?? 'text'))}`,
        )
    }
  }
  const sql = head !== null && table.function.head ? table.function.head.sql : table.source.table
  return `${sql}(${passed.join(', ')})`
}

const INTEGER_MAX = 2_147_483_647

/**
 * From of a function's first rows, where it has a sibling that stops after them: no condition is left to ask, and the order
 * begins with the one column by which the sibling goes. Null where all rows must be made.
 */
export function headFrom(build: Build, rows: RowsOf, alias: string, cut: Cut): string | null {
  const { table, from, args } = rows
  const [first] = cut.sorted
  const by = table.function?.head?.by
  if (by === undefined || from !== null || first?.column !== by || cut.distinct !== '' || cut.reach === null)
    return null
  if (first.direction !== 'asc' && first.direction !== 'asc nulls last') return null
  const where = args.get('where')
  if (where && whereSql(build, table, alias, where) !== 'true') return null
  if (build.visible(table, alias, false).length > 0) return null
  const head = `least(${cut.reach}, ${INTEGER_MAX})::integer`
  return `from ${functionCall(build, table, args, head)} ${alias}${cut.joins}`
}

const SQL_OF: Readonly<Record<string, string>> = {
  uuid: 'uuid',
  numeric: 'numeric',
  // A function's integer takes no bigint, while its bigint takes an integer.
  Int: 'integer',
  date: 'date',
  timestamptz: 'timestamptz',
  Boolean: 'boolean',
  jsonb: 'jsonb',
}

/** From and where of a list's rows; `joins` serve their order. */
export function fromWhere(build: Build, { table, from, args }: RowsOf, alias: string, joins = ''): string {
  const rows = from
    ? [relatedRows(build, from.relation, from.alias, alias, joins)]
    : rootRows(build, table, args, alias, joins)
  const where = args.get('where')
  const filter = where ? whereSql(build, table, alias, where) : 'true'
  if (filter !== 'true') rows.push(filter)
  const [source, ...conditions] = rows
  if (from || conditions.length === 0) return rows.join(' and ')
  return `${source} where ${conditions.join(' and ')}`
}

/** From, and the conditions for the rows of a root that are the viewer's. */
function rootRows(build: Build, table: TableView, args: Args, alias: string, joins: string): string[] {
  return [
    `from ${functionCall(build, table, args, null)} ${alias}${joins}`,
    ...build.visible(table, alias, false),
  ]
}

/** The limit as text: as a parameter it would make PostgreSQL plan every execution. Null: the request has none. */
export function limitOf(args: Args, path: string): number | null {
  const limit = args.get('limit')
  if (limit?.is !== 'plain') return null
  if (Number(limit.value) < 0) throw new DataFault('validation-failed', NEGATIVE_TEXT, `${path}.args.limit`)
  return Number(limit.value)
}

function offsetSql(build: Build, args: Args, path: string): string | null {
  const offset = args.get('offset')
  if (!offset || (offset.is === 'plain' && offset.value === 0)) return null
  if (offset.is === 'plain') {
    if (Number(offset.value) < 0)
      throw new DataFault('validation-failed', NEGATIVE_TEXT, `${path}.args.offset`)
    return build.bind({ from: 'constant', value: offset.value }, 'bigint')
  }
  return slotSql(build, offset, 'bigint')
}

export interface Cut {
  readonly limit: number | null
  /** How far into its rows the list reaches, as SQL: its limit, after those it passes over; null for all of them. */
  readonly reach: string | null
  readonly distinct: string
  readonly tail: string
  readonly sorted: readonly SortKey[]
  /** Joins needed by the order. */
  readonly joins: string
}

/** A column of the list's own rows as a sort key. */
const ownKey = (alias: string, column: string, direction: string): SortKey => ({
  column,
  sql: `${alias}.${ident(column)}`,
  direction,
  joins: [],
  related: null,
})

/**
 * The key ends every order. Without it, rows that compare equal come in their order on disk, which depends on rows of
 * other businesses.
 */
function lastKeys({ table, from }: RowsOf, alias: string, keys: readonly SortKey[]): SortKey[] {
  const { key } = table.source
  // Rows of a function are few, of the viewer's own, and may have no key.
  if (table.function) return table.columns.has(key) ? [ownKey(alias, key, 'asc')] : []
  if (keys.some(({ column }) => column === key)) return []
  // A large table without an order is read as its lists open: its index has that order.
  const moment = keys.length === 0 && from === null ? momentColumn(table) : null
  return [...(moment === null ? [] : [ownKey(alias, moment, 'desc')]), ownKey(alias, key, 'asc')]
}

/**
 * distinct on, order by, limit and offset of a list. Rows that are one of many must be the first by the order.
 * @param isAny the rows alone count, in any order
 */
export function cutSql(
  build: Build,
  rows: RowsOf,
  alias: string,
  limit: number | null,
  path: string,
  isAny = false,
): Cut {
  const { table, args } = rows
  const names = [...new Set(enumValues(args.get('distinct_on')))]
  const keys = sortKeys(build, table, alias, args.get('order_by'))
  const leading = new Set(keys.slice(0, names.length).map((key) => key.column))
  const columns = names.map((name) => {
    const column = table.columns.get(name)
    if (!column)
      throw new DataFault(
        'validation-failed',
        `field '${name}' not found in type: '${table.name}_select_column'`,
        path,
      )
    if (keys.length > 0 && !leading.has(name)) {
      throw new DataFault(
        'validation-failed',
        '"distinct_on" columns must match initial "order_by" columns',
        `${path}.args`,
      )
    }
    build.asks(table.name, column.name)
    return columnSql(column, alias, build.today)
  })
  const asked =
    keys.length > 0
      ? keys
      : columns.map((sql) => ({ column: null, sql, direction: 'asc', joins: [], related: null }))
  const sorted = isAny ? asked : [...asked, ...lastKeys(rows, alias, asked)]
  const distinct = columns.length === 0 ? '' : `distinct on (${columns.join(', ')}) `
  const offset = offsetSql(build, args, path)
  const tail = `${orderBySql(sorted)}${limit === null ? '' : ` limit ${limit}`}${offset === null ? '' : ` offset ${offset}`}`
  const reach = limit === null ? null : `${limit}${offset === null ? '' : ` + ${offset}`}`
  return { limit, reach, distinct, tail, sorted, joins: sortJoins(sorted) }
}

/** The columns of the row, as a select list for a table below. */
export const columnList = (columns: ReadonlySet<string>, alias: string): string =>
  columns.size === 0 ? '1 as "_"' : [...columns].map((name) => `${alias}.${ident(name)}`).join(', ')
