/**
 * Strategy for lists filtered by related rows (`client: {name: {_ilike: …}}`, a receipt's reference), also as one
 * alternative of the search box. PostgreSQL cannot know how many rows a name matches: walking the list's order is fast
 * for common names and reads everything for rare ones; starting from the names is the reverse. So the statement decides
 * while running: it tests the list's beginning (or a small owner's every row), then looks up the names and a bounded
 * number of their rows. All ways see the same rows by the same rules.
 */
import { type Build, itemsOf } from '../build.ts'
import { columnsOf } from '../catalog.ts'
import { orderBySql, type SortKey } from '../compile/compile-order.server.ts'
import { columnList, type RowsOf } from '../compile/compile-rows.server.ts'
import { type Asking, isReached, whereSql } from '../compile/compile-where.server.ts'
import { ident } from '../sql.ts'
import { coveredLookup, type Lookup, lookupOf } from './filter-lookup.server.ts'
import {
  conditionColumns,
  FEW_COVERED,
  type Found,
  foundSql,
  keyType,
  littleSql,
  visibilityColumns,
} from './found-rows.server.ts'
import { whereAll } from './trigram-lookup.server.ts'

/** So many rows of the list's beginning are asked one by one, before anything is looked up. */
export const NEAR_ROWS = 1_000

/** The source of the list's rows, and the number needed from each way. */
export interface Wanted {
  readonly columns: ReadonlySet<string>
  readonly sorted: readonly SortKey[]
  /** Joins needed by the order. */
  readonly joins: string
  readonly limit: number | null
  /** How far into its rows the list reaches, as SQL: its limit, after those it passes over; null for all of them. */
  readonly reach: string | null
}

/** Columns that the order is made of. */
export function sortColumns({ table, args }: RowsOf): string[] {
  return itemsOf(args.get('order_by')).flatMap((one) => {
    const names = one.is === 'object' ? [...one.fields.keys()] : []
    return names.flatMap((name) => {
      const column = table.columns.get(name)
      if (column) return columnsOf(name, column.field)
      const relation = table.relations.get(name) ?? table.relations.get(name.replace(/_aggregate$/, ''))
      return relation ? [relation.relation.from] : []
    })
  })
}

/** Columns that we add to an order: the key at its end, and `updated_at` in a list without an order. */
export const endingColumns = ({ table }: RowsOf, { sorted }: Pick<Wanted, 'sorted'>): string[] =>
  sorted.flatMap(({ column }) => (column === table.source.key || column === 'updated_at' ? [column] : []))

/** Order and limit of one of several parts: each brings as many as the whole may need. */
export function tailSql({ sorted, reach }: Pick<Wanted, 'sorted' | 'reach'>): string {
  return reach === null ? '' : `${orderBySql(sorted)} limit ${reach}`
}

/** Does an index give the rows in this order to every viewer? */
const isIndexOrder = ({ table }: RowsOf, { sorted, reach }: Wanted): boolean =>
  reach !== null &&
  table.source.opening.has(sorted[0]?.column ?? '') &&
  sorted.every(({ column }) => column !== null)

interface Near {
  readonly cte: string
  /** The name of the step's result. */
  readonly name: string
  /** Is that all that is wanted? */
  readonly done: string
}

/**
 * Near rows: the matches among the first rows in the list's order, or among all rows of a small owner. Null where
 * testing one row may not be an index lookup.
 */
function nearSql(
  build: Build,
  rows: RowsOf,
  { alternatives, filter, rest }: Lookup,
  alias: string,
  wanted: Wanted,
  columns: ReadonlySet<string>,
  { wide }: Found,
): Near | null {
  const { table } = rows
  if (alternatives.some((way) => way.by === 'name' && !isReached(way.relation))) return null
  const little = littleSql(build, table, NEAR_ROWS)
  const [near, done] = [build.alias(), build.alias()]
  const isOrdered = isIndexOrder(rows, wanted)
  const known = new Set([
    ...columns,
    ...conditionColumns(table, filter),
    ...conditionColumns(table, rest),
    ...visibilityColumns(table),
  ])
  const isWide = wide(wanted.sorted)
  const isWorth = isOrdered ? isWide && `case when ${little} then true else ${isWide} end` : little
  const begins = [...(isWorth ? [isWorth] : []), ...build.visible(table, alias, false)]
  const order = isOrdered ? orderBySql(wanted.sorted) : ''
  const beginning = `select ${columnList(known, alias)} from ${table.source.table} ${alias}${whereAll(begins)}${order} limit ${NEAR_ROWS}`
  const matches = `${whereSql(build, table, alias, rest)} and (${whereSql(build, table, alias, filter, 'each')}) is true`
  const joins = wanted.reach === null ? '' : wanted.joins
  const isFull = wanted.reach === null ? '' : ` or (select count(*) from ${near}) >= ${wanted.reach}`
  const cte = [
    `${near} as materialized (select ${columnList(columns, alias)} from (${beginning}) ${alias}${joins} where ${matches}${tailSql(wanted)})`,
    `${done} as materialized (select ${little}${isFull} as is_done)`,
  ].join(', ')
  return { cte, name: near, done: `(select is_done from ${done})` }
}

/** A count that ends where the search ended needs nothing but the search. */
const isCount = ({ columns, sorted, limit }: Wanted): boolean =>
  columns.size === 0 && sorted.length === 0 && limit !== null && limit <= FEW_COVERED

function chosen(rows: RowsOf, wanted: Wanted): Lookup | null {
  if (!rows.table.columns.has(rows.table.source.key)) return null
  const lookup = lookupOf(rows)
  if (lookup) return lookup
  return isIndexOrder(rows, wanted) || isCount(wanted) ? coveredLookup(rows) : null
}

interface Page {
  readonly ids: string
  readonly conditions: readonly string[]
}

/** Of few rows found: those of the page, by the order that they carry, or all where some carry none. */
function pagesOf(alias: string, { first, ids }: Found, { sorted, reach }: Wanted): Page[] {
  const page = first(sorted, reach, alias)
  if (!page) return [{ ids: `(${ids})`, conditions: [] }]
  if (page.isPlain === null) return [{ ids: page.ids, conditions: [] }]
  return [
    { ids: page.ids, conditions: [`not ${page.isPlain}`] },
    { ids: `(${ids})`, conditions: [page.isPlain] },
  ]
}

/** From of a list that is driven by names, with alias and all; null where it is not one. */
export function relatedFilterFrom(build: Build, rows: RowsOf, alias: string, wanted: Wanted): string | null {
  const { table } = rows
  const where = rows.args.get('where')
  const lookup = chosen(rows, wanted)
  if (!lookup || !where) return null
  build.planOnce()
  const known = new Set([
    table.source.key,
    ...wanted.columns,
    ...sortColumns(rows),
    ...endingColumns(rows, wanted),
  ])
  const found = build.once(where, `found in ${table.name}`, () => foundSql(build, table, lookup))
  const { bound, direct, matching } = found
  const near = nearSql(build, rows, lookup, alias, wanted, known, found)
  const columns = columnList(known, alias)
  const tail = tailSql(wanted)
  const joins = wanted.reach === null ? '' : wanted.joins
  const select = `select ${columns} from ${table.source.table} ${alias}${joins} where`
  const isDirect = near === null ? null : direct
  const isNotNear = near ? [`not ${near.done}`] : []
  const isOpen = [...isNotNear, ...(isDirect ? [`not ${isDirect}`] : [])]
  const isCounted = isCount(wanted)
  const isCovered = lookup.alternatives.length === 0
  const few = isCounted
    ? [`${found.counted} where ${[...isOpen, `(select is_counted from ${bound})`].join(' and ')}`]
    : pagesOf(alias, found, wanted).map(({ ids, conditions }) => {
        const all = [...isOpen, `not (select more or unknown from ${bound})`, ...conditions]
        return `${select} ${all.join(' and ')} and ${alias}.${ident(table.source.key)} = any(${ids}::${keyType(table)}[])${tail}`
      })
  const filterOf = (asking: Asking) => whereSql(build, table, alias, lookup.filter, asking)
  const mine = (filter: string) => {
    return [
      ...build.visible(table, alias, false),
      whereSql(build, table, alias, lookup.rest),
      // "is true" keeps PostgreSQL from starting with the names here too.
      isCovered ? filter : `(${filter}) is true`,
    ]
  }
  // Where testing row by row found too few, all related rows may be tested at once; rows without a party never match.
  const [way, ...others] = lookup.alternatives
  const named = way?.by === 'name' && others.length === 0 ? way.relation.relation.from : null
  const many = [
    ...isOpen,
    ...(named ? [`${alias}.${ident(named)} is not null`] : []),
    `(select ${isCounted ? 'not is_counted' : 'more or unknown'} from ${bound})`,
    ...mine(filterOf(near ? 'together' : 'each')),
  ]
  const parts = [
    ...(near ? [`(select * from ${near.name} where ${near.done})`] : []),
    ...(isDirect
      ? [
          `(${select} ${[...isNotNear, isDirect, ...mine(matching(alias, filterOf('each')))].join(' and ')}${tail})`,
        ]
      : []),
    ...few.map((one) => `(${one})`),
    `(${select} ${many.join(' and ')}${tail})`,
  ]
  return `from (${near ? `with ${near.cte} ` : ''}${parts.join(' union all ')}) ${alias}${wanted.joins}`
}
