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
import { momentColumn, openingColumns } from '../opening-columns.ts'
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
  sorted.flatMap(({ column }) =>
    column !== null && (column === table.source.key || column === momentColumn(table)) ? [column] : [],
  )

/** Order and limit of one of several parts: each brings as many as the whole may need. */
export function tailSql({ sorted, reach }: Pick<Wanted, 'sorted' | 'reach'>): string {
  return reach === null ? '' : `${orderBySql(sorted)} limit ${reach}`
}

/** Does an index give the rows in this order to every viewer? */
const isIndexOrder = ({ table }: RowsOf, { sorted, reach }: Wanted): boolean =>
  reach !== null &&
  openingColumns(table).includes(sorted[0]?.column ?? '') &&
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
  { wide, matching }: Found,
): Near | null {
  const { table } = rows
  if (alternatives.some((way) => way.by === 'name' && !isReached(way.relation))) return null
  const isOrdered = isIndexOrder(rows, wanted)
  const little = littleSql(build, table, NEAR_ROWS)
  const [near, done] = [build.alias(), build.alias()]
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
  const each = whereSql(build, table, alias, filter, 'each')
  // That there are many was learned from the names, so that they are known.
  const isNamed = alternatives.some(({ by }) => by === 'name')
  const ofRow =
    isNamed && isWide && isOrdered
      ? `case when ${little} then ${each} else ${matching(alias, each)} end`
      : each
  const matches = `${whereSql(build, table, alias, rest)} and (${ofRow}) is true`
  const joins = wanted.reach === null ? '' : wanted.joins
  const isFull = wanted.reach === null ? [] : [`(select count(*) from ${near}) >= ${wanted.reach}`]
  const isDone = [little, ...isFull].join(' or ')
  const cte = [
    `${near} as materialized (select ${columnList(columns, alias)} from (${beginning}) ${alias}${joins} where ${matches}${tailSql(wanted)})`,
    `${done} as materialized (select ${isDone} as is_done)`,
  ].join(', ')
  return { cte, name: near, done: `(select is_done from ${done})` }
}

/** A count that ends where the search ended needs nothing but the search. */
const isCount = (rows: RowsOf, { columns, sorted, limit }: Wanted): boolean =>
  columns.size === 0 &&
  sorted.length === 0 &&
  limit !== null &&
  limit <= FEW_COVERED &&
  !rows.args.has('offset') &&
  !rows.args.has('distinct_on')

function chosen(rows: RowsOf, wanted: Wanted): Lookup | null {
  if (!rows.table.columns.has(rows.table.source.key)) return null
  const lookup = lookupOf(rows)
  if (lookup) return lookup
  return isIndexOrder(rows, wanted) || isCount(rows, wanted) ? coveredLookup(rows) : null
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

/** The search of a list and the conditions of its ways: each way has all the rows, if its conditions hold. */
interface Branches {
  readonly found: Found
  readonly near: Near | null
  /** The rows of a small owner, tested one by one. */
  readonly direct: { readonly isTrue: string; readonly conditions: readonly string[] } | null
  /** The near rows are not enough. */
  readonly isNotNear: readonly string[]
  /** The rows of too many, tested one by one. */
  readonly many: readonly string[]
}

function branchesOf(
  build: Build,
  rows: RowsOf,
  lookup: Lookup,
  alias: string,
  wanted: Wanted,
  known: ReadonlySet<string>,
): Branches {
  const { table, args } = rows
  const found = build.once(args.get('where') ?? rows, `found in ${table.name}`, () =>
    foundSql(build, table, lookup),
  )
  const near = nearSql(build, rows, lookup, alias, wanted, known, found)
  const isReachedAll = lookup.alternatives.every((way) => way.by !== 'name' || isReached(way.relation))
  const isDirect = isReachedAll ? found.direct : null
  const isNotNear = near ? [`not ${near.done}`] : []
  const filterOf = (asking: Asking) => whereSql(build, table, alias, lookup.filter, asking)
  const isCovered = lookup.alternatives.length === 0
  const mine = (filter: string) => [
    ...build.visible(table, alias, false),
    whereSql(build, table, alias, lookup.rest),
    // "is true" keeps PostgreSQL from starting with the names here too.
    isCovered ? filter : `(${filter}) is true`,
  ]
  // Where testing row by row found too few, all related rows may be tested at once; rows without a party never match.
  const [way, ...others] = lookup.alternatives
  const named = way?.by === 'name' && others.length === 0 ? way.relation.relation.from : null
  return {
    found,
    near,
    direct: isDirect ? { isTrue: isDirect, conditions: mine(found.matching(alias, filterOf('each'))) } : null,
    isNotNear,
    many: [
      ...(named ? [`${alias}.${ident(named)} is not null`] : []),
      ...mine(filterOf(isReachedAll ? 'together' : 'each')),
    ],
  }
}

/** From of a list that is driven by names, with alias and all; null where it is not one. */
export function relatedFilterFrom(build: Build, rows: RowsOf, alias: string, wanted: Wanted): string | null {
  const { table } = rows
  const lookup = chosen(rows, wanted)
  if (!lookup) return null
  build.planOnce()
  const known = new Set([
    table.source.key,
    ...wanted.columns,
    ...sortColumns(rows),
    ...endingColumns(rows, wanted),
  ])
  const { found, near, direct, isNotNear, many } = branchesOf(build, rows, lookup, alias, wanted, known)
  const isOpen = [...isNotNear, ...(direct ? [`not ${direct.isTrue}`] : [])]
  const tail = tailSql(wanted)
  const joins = wanted.reach === null ? '' : wanted.joins
  const select = `select ${columnList(known, alias)} from ${table.source.table} ${alias}${joins} where`
  const few = pagesOf(alias, found, wanted).map(({ ids, conditions }) => {
    const all = [...isOpen, `not (select more or unknown from ${found.bound})`, ...conditions]
    return `${select} ${all.join(' and ')} and ${alias}.${ident(table.source.key)} = any(${ids}::${keyType(table)}[])${tail}`
  })
  const isMany = [...isOpen, `(select more or unknown from ${found.bound})`]
  const parts = [
    ...(near ? [`(select * from ${near.name} where ${near.done})`] : []),
    ...(direct
      ? [`(${select} ${[...isNotNear, direct.isTrue, ...direct.conditions].join(' and ')}${tail})`]
      : []),
    ...few.map((one) => `(${one})`),
    `(${select} ${[...isMany, ...many].join(' and ')}${tail})`,
  ]
  return `from (${near ? `with ${near.cte} ` : ''}${parts.join(' union all ')}) ${alias}${wanted.joins}`
}

/**
 * The number of rows of a list that is driven by names, up to the limit, as SQL; null where it is not one. A search that
 * found all of them knows their number, without a row for each.
 */
export function relatedCountSql(build: Build, rows: RowsOf, wanted: Wanted): string | null {
  const { table } = rows
  const lookup = isCount(rows, wanted) ? chosen(rows, wanted) : null
  if (!lookup) return null
  build.planOnce()
  const alias = build.alias()
  const known = new Set([table.source.key])
  const { found, near, direct, many } = branchesOf(build, rows, lookup, alias, wanted, known)
  const counted = (conditions: readonly string[]) =>
    `(select count(*) from (select from ${table.source.table} ${alias} where ${conditions.join(' and ')} limit ${wanted.limit}) ${alias})`
  const cases = [
    ...(near ? [`when ${near.done} then (select count(*) from ${near.name})`] : []),
    ...(direct ? [`when ${direct.isTrue} then ${counted(direct.conditions)}`] : []),
    `when (select is_counted from ${found.bound}) then ${found.counted}`,
  ]
  return `(${near ? `with ${near.cte} ` : ''}select least(case ${cases.join(' ')} else ${counted(many)} end, ${wanted.limit}))`
}
