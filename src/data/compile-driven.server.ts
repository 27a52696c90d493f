/**
 * Lists filtered by related rows (`client: {name: {_ilike: …}}`, the placement's title, a receipt's reference), alone or as
 * one of the search box's alternatives. PostgreSQL cannot know how many rows a name leads to: walking the list's own order
 * is quick where most rows match and reads the whole business where none does, starting from the names the other way
 * round. So the statement finds out first: it looks up the names, then up to a bound of their rows. Where that was all, the
 * list is made of them; otherwise there are many, and the walk is short. Both ways see the same rows by the same rules.
 */
import { type Build, field, itemsOf, slotSql } from './build.ts'
import { columnsOf, joinSql } from './catalog.ts'
import { orderBySql, type SortKey } from './compile-order.server.ts'
import { columnList, type RowsOf } from './compile-rows.server.ts'
import { isByKey, whereSql } from './compile-where.server.ts'
import type { Input } from './input.ts'
import type { ColumnView, RelationView, TableView } from './profile.ts'
import { ident } from './sql.ts'

type Entry = readonly [name: string, input: Input]

/** One way for a row to match: by a name, or by a column of its own that an index may find. */
type Alternative =
  | { readonly by: 'name'; readonly relation: RelationView; readonly input: Input }
  | { readonly by: 'column'; readonly column: ColumnView; readonly entry: Entry }

interface Driver {
  readonly alternatives: readonly Alternative[]
  /** The same as a filter. */
  readonly filter: Input
  /** What must hold besides. */
  readonly rest: Input
}

/** Up to this many rows a list is made of them; beyond, its own order finds a page among at most 500 times as many. */
export const FEW_ROWS = 2_000
/** Names that are looked up: their rows may be others' alone, so that more of them would cost who has none the most. */
export const FEW_NAMES = 2_000
/** Counts are shown up to 10,000 (data-api.md, decision 5). */
export const FEW_COUNTED = 10_000

/** Operators that an index answers, or that name single values. */
const FINDING: ReadonlySet<string> = new Set(['_ilike', '_like', '_eq', '_in'])
const PATTERNS = ['_ilike', '_like'] as const

const objectOf = (entries: readonly Entry[]): Input => ({ is: 'object', fields: new Map(entries) })
const allOf = (entries: readonly Entry[]): Input => ({
  is: 'object',
  // Entries of several objects may share a name.
  fields: new Map([['_and', { is: 'list', items: entries.map((entry) => objectOf([entry])) }]]),
})

/** Related rows that may be looked up first: those that a key leads to, and those that name the row. */
const isName = (view: RelationView): boolean =>
  isByKey(view) || (view.relation.kind === 'array' && !view.target.function)

function conjuncts(where: Input): Entry[] {
  if (where.is !== 'object') return []
  return [...where.fields].flatMap(([name, input]): Entry[] =>
    name === '_and' && itemsOf(input).every((one) => one.is === 'object')
      ? itemsOf(input).flatMap(conjuncts)
      : [[name, input]],
  )
}

function alternative(table: TableView, [name, input]: Entry): Alternative | null {
  if (input.is !== 'object') return null
  const relation = table.relations.get(name)
  if (relation) return isName(relation) ? { by: 'name', relation, input } : null
  const column = table.columns.get(name)
  if (!column || column.field.computed || column.type === 'jsonb' || input.fields.size === 0) return null
  const isFound = [...input.fields].every(([operator, value]) => FINDING.has(operator) && value.is === 'slot')
  return isFound ? { by: 'column', column, entry: [name, input] } : null
}

function alternatives(table: TableView, [name, input]: Entry): Alternative[] | null {
  const entries = name === '_or' ? itemsOf(input).map(conjuncts) : [[[name, input] as const]]
  const found = entries.map(([first, ...more]) =>
    first && more.length === 0 ? alternative(table, first) : null,
  )
  const whole = found.filter((one) => one !== null)
  const isSought = (one: Alternative) =>
    one.by === 'name' || PATTERNS.some((operator) => field(one.entry[1], operator))
  return whole.length === found.length && whole.some(isSought) ? whole : null
}

/** How few rows a condition may be expected to find: 0 a text, 1 single values, 2 anything else. */
function widthOf(input: Input): number {
  if (input.is === 'list') return Math.max(0, ...input.items.map(widthOf))
  if (input.is !== 'object') return 2
  const widths = [...input.fields].map(([name, value]) =>
    value.is === 'slot'
      ? PATTERNS.some((pattern) => pattern === name)
        ? 0
        : FINDING.has(name)
          ? 1
          : 2
      : widthOf(value),
  )
  return widths.length === 0 ? 2 : Math.min(...widths)
}

/** Of the conditions that may find the rows, the narrowest; the last of equals, which stands for what was asked for last. */
function driverOf({ table, from, args }: RowsOf): Driver | null {
  const where = args.get('where')
  if (!where || from || table.function || args.has('distinct_on')) return null
  const entries = conjuncts(where)
  const found = entries.flatMap((entry, n) => {
    const ways = alternatives(table, entry)
    return ways ? [{ n, entry, ways, width: widthOf(entry[1]) }] : []
  })
  const best = found.reduce<(typeof found)[number] | null>(
    (one, other) => (one === null || other.width <= one.width ? other : one),
    null,
  )
  if (!best) return null
  return {
    alternatives: best.ways,
    filter: objectOf([best.entry]),
    rest: allOf(entries.filter((_, at) => at !== best.n)),
  }
}

const keyType = (table: TableView): string => table.columns.get(table.source.key)?.type ?? 'uuid'

/** Common table expressions of arrays of ids. */
interface Ids {
  /** The one whose ids the rows have. */
  readonly name: string
  readonly sql: readonly string[]
  /** One condition each: more were found than are looked at. */
  readonly over: readonly string[]
}

const NO_IDS: Pick<Ids, 'sql' | 'over'> = { sql: [], over: [] }

/** What leads to the rows is looked up in the same way, from its far end: a receipt, then what it was matched with. */
function namesSql(build: Build, { relation, target }: RelationView, input: Input): Ids {
  const [name, other] = [build.alias(), build.alias()]
  const [, ...further] = joinSql(relation, other, other)
  const entries = conjuncts(input)
  const at = entries.findIndex(([field, one]) => {
    const view = target.relations.get(field)
    return view !== undefined && one.is === 'object' && isName(view)
  })
  const [field, inner] = entries[at] ?? []
  const view = field === undefined ? undefined : target.relations.get(field)
  const beyond = view && inner ? namesSql(build, view, inner) : null
  const [text] = beyond ? [] : entries.filter((entry) => isText(target, entry))
  const others = entries.filter((entry, n) => (beyond ? n !== at : entry !== text))
  const ways = text ? columnMatches(build, target, other, text) : [[]]
  const rows = ways.map((way) => {
    const conditions = [
      ...(beyond?.over ?? []).map((one) => `not ${one}`),
      ...way,
      ...further,
      ...build.visible(target, other, true),
      ...(beyond && view ? [ofNames(target, view, other, beyond)] : []),
      whereSql(build, target, other, allOf(others)),
    ]
    return `(select ${other}.${ident(relation.key)} from ${target.source.table} ${other} where ${conditions.join(' and ')} limit ${FEW_NAMES + 1})`
  })
  return {
    name,
    sql: [
      ...(beyond ?? NO_IDS).sql,
      `${name} as materialized (select array(${rows.join(' union all ')}) as ids)`,
    ],
    over: [...(beyond ?? NO_IDS).over, `(select cardinality(ids) > ${FEW_NAMES} from ${name})`],
  }
}

/** A pattern that a column of the row's own must match. */
function isText(table: TableView, [name, input]: Entry): boolean {
  const column = table.columns.get(name)
  return column?.type === 'text' && !column.field.computed && PATTERNS.some((one) => field(input, one))
}

/** Rows of a table that a relation leads from to one of the ids found. */
function ofNames(table: TableView, { relation }: RelationView, alias: string, { name }: Ids): string {
  const type = table.columns.get(relation.from)?.type ?? 'uuid'
  // Not "= any": where no index leads from the ids to the rows, PostgreSQL would compare each row with each id.
  return `${alias}.${ident(relation.from)} in (select unnest((select ids from ${name})::${type}[]))`
}

/** Fewer than three letters or digits in a row: no trigram, so that an index of them would be read from end to end. */
function isLongSql(build: Build, entry: Entry): string[] {
  return PATTERNS.flatMap((operator) => {
    const pattern = field(entry[1], operator)
    return pattern ? [`${slotSql(build, pattern, 'text')} ~ '[[:alnum:]]{3}'`] : []
  })
}

/** Conditions of the ways to find rows by a column: by its trigrams, or without ("is true" keeps PostgreSQL from them). */
function columnMatches(build: Build, table: TableView, alias: string, entry: Entry): string[][] {
  const matched = () => whereSql(build, table, alias, objectOf([entry]))
  const long = () => isLongSql(build, entry)
  if (long().length === 0) return [[matched()]]
  return [
    [...long(), matched()],
    [`not (${long().join(' and ')})`, `(${matched()}) is true`],
  ]
}

/** What the rows of a driven list are selected from, and how much of each way is needed. */
export interface Wanted {
  readonly columns: ReadonlySet<string>
  readonly sorted: readonly SortKey[]
  /** What the order stands on beside the list's own rows. */
  readonly joins: string
  readonly limit: number | null
  /** ` offset …`, or empty. */
  readonly offset: string
  readonly few: number
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

/** Order and limit of one of several parts: each brings as many as the whole may need. */
export function tailSql({ sorted, limit, offset }: Pick<Wanted, 'sorted' | 'limit' | 'offset'>): string {
  if (limit === null) return ''
  return `${orderBySql(sorted)} limit ${limit}${offset.replace(' offset ', ' + ')}`
}

/** The bounded search: ids of matching rows, and whether there are more. */
function foundSql(build: Build, table: TableView, { alternatives: ways, rest }: Driver, few: number) {
  const names = ways.map((way) => (way.by === 'name' ? namesSql(build, way.relation, way.input) : null))
  const isOver = names.flatMap((one) => one?.over ?? [])
  const isWorth = isOver.map((one) => `not ${one}`)
  const one = build.alias()
  // What reads most comes last: text without trigrams, and any text after the names.
  const byNames = ways.flatMap((way, n) => {
    const known = names[n]
    return way.by === 'name' && known ? [[ofNames(table, way.relation, one, known)]] : []
  })
  const byColumns = ways.map((way) =>
    way.by === 'column' ? columnMatches(build, table, one, way.entry) : [],
  )
  const matches = [
    ...byNames,
    ...byColumns.flatMap((each) => each.slice(0, 1)),
    ...byColumns.flatMap((each) => each.slice(1)),
  ]
  const steps: string[] = []
  const sql = matches.map((match) => {
    const conditions = [
      ...isWorth,
      // Where one way alone found too many, what others find changes nothing.
      ...steps.map((step) => `(select cardinality(ids) <= ${few} from ${step})`),
      ...build.visible(table, one, false),
      ...match,
      whereSql(build, table, one, rest),
    ]
    const step = build.alias()
    steps.push(step)
    return `${step} as materialized (select array(select ${one}.${ident(table.source.key)} from ${table.source.table} ${one} where ${conditions.join(' and ')} limit ${few + 1}) as ids)`
  })
  const bound = build.alias()
  const unknown = isOver.length === 0 ? 'false' : `(${isOver.join(' or ')})`
  const all = steps.map((step) => `(select ids from ${step})`).join(' || ')
  const ctes = [
    ...names.flatMap((known) => known?.sql ?? []),
    ...sql,
    `${bound} as materialized (select ids, cardinality(ids) > ${few} as more, ${unknown} as unknown from (select ${all} as ids) found)`,
  ]
  return { ctes: ctes.join(', '), bound }
}

/** From of a list that is driven by names, with alias and all; null where it is not one. */
export function drivenFrom(build: Build, rows: RowsOf, alias: string, wanted: Wanted): string | null {
  const { table } = rows
  const driver = table.columns.has(table.source.key) ? driverOf(rows) : null
  if (!driver) return null
  const { ctes, bound } = foundSql(build, table, driver, wanted.few)
  const columns = columnList(new Set([table.source.key, ...wanted.columns, ...sortColumns(rows)]), alias)
  const tail = tailSql(wanted)
  const key = `${alias}.${ident(table.source.key)}`
  const joins = wanted.limit === null ? '' : wanted.joins
  const select = `select ${columns} from ${table.source.table} ${alias}${joins} where`
  // A count that ends where the search ended needs nothing but the search.
  const isCounted =
    wanted.columns.size === 0 &&
    wanted.sorted.length === 0 &&
    wanted.limit !== null &&
    wanted.limit <= wanted.few
  const few = isCounted
    ? `select distinct i.id as ${ident(table.source.key)} from ${bound}, unnest(ids) i(id) where not unknown`
    : `${select} not (select more or unknown from ${bound}) and ${key} = any((select ids from ${bound})::${keyType(table)}[])${tail}`
  const many = [
    `(select ${isCounted ? 'unknown' : 'more or unknown'} from ${bound})`,
    ...build.visible(table, alias, false),
    whereSql(build, table, alias, driver.rest),
    // "is true" keeps PostgreSQL from starting with the names here too.
    `(${whereSql(build, table, alias, driver.filter, 'each')}) is true`,
  ]
  return `from (with ${ctes} (${few}) union all (${select} ${many.join(' and ')}${tail})) ${alias}${wanted.joins}`
}
