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
import type { Input } from '../input.ts'
import type { TableView } from '../profile.ts'
import { ident } from '../sql.ts'
import { coveredLookup, type Lookup, lookupOf, objectOf } from './filter-lookup.server.ts'
import { columnMatches, type Ids, namesSql, ofNames } from './name-lookup.server.ts'
import { type Trigrams, trigramsSql, whereAll } from './trigram-lookup.server.ts'

/** Up to this many rows a list is made of them; of more, a page is not far from the list's beginning. */
export const FEW_ROWS = 20_000
/** The same for columns of the row itself, as many as a count shows (data-endpoint.md, decision 5). */
const FEW_COVERED = 10_000
/** So many rows of the list's beginning are asked one by one, before anything is looked up. */
export const NEAR_ROWS = 1_000

/** Up to this many rows that were found, a page is sorted from them at once. */
const AT_ONCE_ROWS = 500

/** Up to this many names are looked up one by one where an index leads from a name to the viewer's own rows. */
const FEW_PAIRED = 300

/** For viewers with few rows, test each row for the name; the name alone may match a million rows. */
export const LITTLE_ROWS = 10_000

const keyType = (table: TableView): string => table.columns.get(table.source.key)?.type ?? 'uuid'

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

/** Columns of the row that a condition is made of. */
function conditionColumns(table: TableView, input: Input): string[] {
  if (input.is === 'list') return input.items.flatMap((one) => conditionColumns(table, one))
  if (input.is !== 'object') return []
  return [...input.fields].flatMap(([name, one]) => {
    if (name === '_and' || name === '_or' || name === '_not') return conditionColumns(table, one)
    const column = table.columns.get(name)
    if (column) return columnsOf(name, column.field)
    const relation = table.relations.get(name) ?? table.relations.get(name.replace(/_aggregate$/, ''))
    return relation ? [relation.relation.from] : []
  })
}

/** Columns of the row itself that decide whether it is visible: a slow operator asks for them again. */
function visibilityColumns({ ruled, source }: TableView): string[] {
  const own = ruled.filter((name) => !name.includes('.'))
  return [...own, ...Object.keys(source.entity.fixed ?? {}), ...(source.soft_delete ? ['deleted_at'] : [])]
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

/** Whether the viewer has no more rows than this. */
function littleSql(build: Build, table: TableView, most: number): string {
  return build.once(table, `no more than ${most}`, () => {
    const [little, one] = [build.alias(), build.alias()]
    const rows = `select from ${table.source.table} ${one}${whereAll(build.visible(table, one, false))} limit ${most + 1}`
    build.share(`${little} as materialized (select count(*) <= ${most} as is_all from (${rows}) few)`)
    return `(select is_all from ${little})`
  })
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
  { isWide }: Found,
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

const boundOf = (ways: Lookup['alternatives']): number => (ways.length === 0 ? FEW_COVERED : FEW_ROWS)

interface Found {
  /** Holds the ids, and whether those are all. */
  readonly bound: string
  /** Are there such names, and little that might have them? Null where no name is asked for. */
  readonly direct: string | null
  /** Are so many found that the list's beginning is tried first? Null where it always is. */
  readonly isWide: string | null
  /** Whether a row has one of the names, all being known, or matches by itself; otherwise each row's own are asked. */
  readonly matching: (alias: string, each: string) => string
}

/** The bounded search: ids of matching rows, and whether there are more. A list and its count ask the same: it is run once. */
function foundSql(build: Build, table: TableView, { alternatives: ways, filter, rest }: Lookup): Found {
  const few = boundOf(ways)
  const isPaired = ways.length > 0 && ways.every((way) => isPairedWay(table, way))
  const names = ways.map((way) => (way.by === 'name' ? namesSql(build, way.relation, way.input) : null))
  const isOver = names.flatMap((one) => one?.over ?? [])
  const isWorth = isOver.map((one) => `not ${one}`)
  const one = build.alias()
  // The most expensive ways come last: text without trigrams, and any text after the names.
  const byNames = ways.flatMap((way, n) => {
    const known = names[n]
    return way.by === 'name' && known ? [{ match: [ofNames(table, way.relation, one, known)] }] : []
  })
  const columns = new Set([table.source.key, ...conditionColumns(table, rest), ...visibilityColumns(table)])
  const texts = ways.map((way) =>
    way.by === 'column' ? trigramsSql(build, table, way.entry, few, { columns, first: isWorth }) : null,
  )
  const byColumns = ways.map((way, n): Step[] => {
    const text = texts[n]
    if (way.by !== 'column') return []
    if (!text)
      return columnMatches(build, table, one, way.entry).map((match) => ({ match: [...isWorth, ...match] }))
    const read = `(${whereSql(build, table, one, objectOf([way.entry]))}) is true`
    return [{ from: text.name, match: [] }, { match: [...isWorth, ...text.otherwise, read] }]
  })
  const matches: Step[] = [
    ...(ways.length === 0 ? [{ match: [whereSql(build, table, one, filter)] }] : []),
    ...byNames,
    ...byColumns.flatMap((each) => each.slice(0, 1)),
    ...byColumns.flatMap((each) => each.slice(1)),
  ]
  const steps: string[] = []
  const sql = matches.map(({ from = table.source.table, match }) => {
    const conditions = [
      // Once one way has found too many, the others change nothing.
      ...steps.map((step) => `(select cardinality(ids) <= ${few} from ${step})`),
      ...build.visible(table, one, false),
      ...match,
      whereSql(build, table, one, rest),
    ]
    const step = build.alias()
    steps.push(step)
    return `${step} as materialized (select array(select ${one}.${ident(table.source.key)} from ${from} ${one} where ${conditions.join(' and ')} limit ${few + 1}) as ids)`
  })
  const bound = build.alias()
  const unknown = anyOf(isOver)
  const isCut = texts.flatMap((text) => text?.over ?? [])
  const more = anyOf([`cardinality(ids) > ${few}`, ...isCut])
  const all = steps.map((step) => `(select ids from ${step})`).join(' || ')
  build.share(
    ...names.flatMap((known) => known?.sql ?? []),
    ...texts.flatMap((text) => text?.sql ?? []),
    ...sql,
    `${bound} as materialized (select ids, more, unknown, case when ${anyOf([...isOver, ...isCut])} then (select count(distinct i.id) >= ${FEW_COVERED} from unnest(ids) i(id)) else true end as is_counted from (select ids, ${more} as more, ${unknown} as unknown from (select ${all} as ids) found) found)`,
  )
  return {
    bound,
    direct: directSql(build, table, names, isPaired),
    isWide: wideSql(texts, isPaired ? names : [], bound),
    matching: matchingSql(build, table, ways, names, unknown),
  }
}

/** A way to find rows: conditions, and where the rows come from if not from the table. */
interface Step {
  readonly from?: string
  readonly match: readonly string[]
}

const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`

/** Does an index lead from the name or text to the viewer's own rows, without reading rows of others? */
function isPairedWay({ source, ruled }: TableView, way: Lookup['alternatives'][number]): boolean {
  if (way.by === 'column') return source.lettered.has(way.column.name)
  const isOwn =
    source.paired?.columns.has(way.relation.relation.from) && way.relation.relation.kind !== 'array'
  return Boolean(isOwn) && ruled.length === 1 && ruled[0] === source.paired?.by
}

const countAll = (names: readonly (Ids | null)[]): string =>
  names.flatMap((one) => (one ? [one.count] : [])).join(' + ')

function wideSql(
  texts: readonly (Trigrams | null)[],
  names: readonly (Ids | null)[],
  bound: string,
): string | null {
  const common = texts.flatMap((text) => text?.common ?? [])
  const named = countAll(names)
  const wide = [...common, ...(named === '' ? [] : [`${named} > ${FEW_PAIRED}`])]
  if (wide.length === 0) return null
  return `case when ${wide.join(' or ')} then true else (select cardinality(ids) > ${AT_ONCE_ROWS} or more or unknown from ${bound}) end`
}

const matchingSql =
  (
    build: Build,
    table: TableView,
    ways: Lookup['alternatives'],
    names: readonly (Ids | null)[],
    unknown: string,
  ): Found['matching'] =>
  (alias, each) => {
    const known = ways.flatMap((way, n) => {
      const name = names[n]
      if (way.by === 'column') return [whereSql(build, table, alias, objectOf([way.entry]))]
      return name ? [ofNames(table, way.relation, alias, name)] : []
    })
    return `case when ${unknown} then ${each} else ${known.join(' or ')} end`
  }

function directSql(
  build: Build,
  table: TableView,
  names: readonly (Ids | null)[],
  isPaired: boolean,
): string | null {
  const count = countAll(names)
  if (count === '') return null
  const direct = build.alias()
  const little = littleSql(build, table, LITTLE_ROWS)
  build.share(
    `${direct} as materialized (select case when ${count} > ${isPaired ? FEW_PAIRED : 0} then ${little} else false end as is_direct)`,
  )
  return `(select is_direct from ${direct})`
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
  const key = `${alias}.${ident(table.source.key)}`
  const joins = wanted.reach === null ? '' : wanted.joins
  const select = `select ${columns} from ${table.source.table} ${alias}${joins} where`
  const isDirect = near === null ? null : direct
  const isNotNear = near ? [`not ${near.done}`] : []
  const isOpen = [...isNotNear, ...(isDirect ? [`not ${isDirect}`] : [])]
  const isCounted = isCount(wanted)
  const isCovered = lookup.alternatives.length === 0
  // Of several ways each may have found the same row.
  const few = isCounted
    ? `select ${isCovered ? '' : 'distinct '}i.id as ${ident(table.source.key)} from ${bound}, unnest(ids) i(id) where ${[...isOpen, 'is_counted'].join(' and ')}`
    : `${select} ${[...isOpen, `not (select more or unknown from ${bound})`].join(' and ')} and ${key} = any((select ids from ${bound})::${keyType(table)}[])${tail}`
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
    `(${few})`,
    `(${select} ${many.join(' and ')}${tail})`,
  ]
  return `from (${near ? `with ${near.cte} ` : ''}${parts.join(' union all ')}) ${alias}${wanted.joins}`
}
