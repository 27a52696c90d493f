/**
 * Lists filtered by the name of somebody on the row (`client: {name: {_ilike: …}}`), alone or as one of the search box's
 * alternatives. PostgreSQL cannot know how many rows a name leads to: walking the list's own order is quick where most
 * rows match and reads the whole business where none does, starting from the names the other way round. So the statement
 * finds out first: it looks up the names, then up to a bound of their rows. Where that was all, the list is made of them;
 * otherwise there are many, and the walk is short. Both ways see the same rows by the same rules.
 */
import { type Build, field, itemsOf, slotSql } from './build.ts'
import { columnsOf, joinSql } from './catalog.ts'
import { orderBySql, type SortKey } from './compile-order.server.ts'
import { columnList, type RowsOf } from './compile-rows.server.ts'
import { whereSql } from './compile-where.server.ts'
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

/** Who is reached through rows alone is a name on them (a party): few against the rows, and seen with every row. */
const isName = ({ relation, target }: RelationView): boolean =>
  relation.kind === 'object' && relation.key === target.source.key && !target.is_root && !target.function

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
  return whole.length === found.length && whole.some((one) => one.by === 'name') ? whole : null
}

function driverOf({ table, from, args }: RowsOf): Driver | null {
  const where = args.get('where')
  if (!where || from || table.function || args.has('distinct_on')) return null
  const entries = conjuncts(where)
  for (const [n, entry] of entries.entries()) {
    const found = alternatives(table, entry)
    if (found)
      return {
        alternatives: found,
        filter: objectOf([entry]),
        rest: allOf(entries.filter((_, at) => at !== n)),
      }
  }
  return null
}

const keyType = (table: TableView): string => table.columns.get(table.source.key)?.type ?? 'uuid'

/** A common table expression of one array of ids. */
interface Ids {
  readonly name: string
  readonly sql: string
}

function namesSql(build: Build, { relation, target }: RelationView, input: Input, few: number): Ids {
  const name = build.alias()
  const other = build.alias()
  const [, ...further] = joinSql(relation, other, other)
  const conditions = [
    ...further,
    ...build.visible(target, other, true),
    whereSql(build, target, other, input),
  ]
  const rows = `select ${other}.${ident(target.source.key)} from ${target.source.table} ${other} where ${conditions.join(' and ')}`
  return { name, sql: `${name} as materialized (select array(${rows} limit ${few + 1}) as ids)` }
}

/** Fewer than three letters or digits in a row: no trigram, so that the index would be read from end to end. */
function isLongSql(build: Build, entry: Entry): string[] {
  return PATTERNS.flatMap((operator) => {
    const pattern = field(entry[1], operator)
    return pattern ? [`${slotSql(build, pattern, 'text')} ~ '[[:alnum:]]{3}'`] : []
  })
}

/** What the rows of a driven list are selected from, and how much of each way is needed. */
export interface Wanted {
  readonly columns: ReadonlySet<string>
  readonly sorted: readonly SortKey[]
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

function tailSql({ sorted, limit, offset }: Wanted): string {
  if (limit === null) return ''
  return `${orderBySql(sorted)} limit ${limit}${offset.replace(' offset ', ' + ')}`
}

/** The bounded search: ids of matching rows, and whether there are more. */
function foundSql(build: Build, table: TableView, { alternatives: ways, rest }: Driver, few: number) {
  const names = ways.map((way) => (way.by === 'name' ? namesSql(build, way.relation, way.input, few) : null))
  const isOver = names.flatMap((one) => (one ? [`(select cardinality(ids) > ${few} from ${one.name})`] : []))
  const isLong = ways.flatMap((way) => (way.by === 'column' ? isLongSql(build, way.entry) : []))
  const isWorth = [...isOver.map((one) => `not ${one}`), ...isLong]
  const rows = ways.map((way, n) => {
    const one = build.alias()
    const known = names[n]
    const match =
      way.by === 'name' && known
        ? [
            `${one}.${ident(way.relation.relation.from)} = any((select ids from ${known.name})::${keyType(way.relation.target)}[])`,
          ]
        : way.by === 'column'
          ? [whereSql(build, table, one, objectOf([way.entry]))]
          : []
    const conditions = [
      ...isWorth,
      ...build.visible(table, one, false),
      ...match,
      whereSql(build, table, one, rest),
    ]
    return `(select ${one}.${ident(table.source.key)} from ${table.source.table} ${one} where ${conditions.join(' and ')} limit ${few + 1})`
  })
  const found = build.alias()
  const bound = build.alias()
  const ctes = [
    ...names.flatMap((one) => (one ? [one.sql] : [])),
    `${found} as materialized (select array(${rows.join(' union all ')}) as ids)`,
    `${bound} as materialized (select ids, cardinality(ids) > ${few} as more, not (${isWorth.join(' and ')}) as unknown from ${found})`,
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
  const select = `select ${columns} from ${table.source.table} ${alias} where`
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
    `(${whereSql(build, table, alias, driver.filter)}) is true`,
  ]
  return `from (with ${ctes} (${few}) union all (${select} ${many.join(' and ')}${tail})) ${alias}`
}
