/** Names that lead to rows of a list, looked up first: common table expressions of their ids. */
import { type Build, field, slotSql } from '../build.ts'
import { joinSql } from '../catalog.ts'
import { whereSql } from '../compile/compile-where.server.ts'
import type { Input } from '../input.ts'
import type { RelationView, TableView } from '../profile.ts'
import { ident } from '../sql.ts'
import { allOf, conjuncts, type Entry, isName, objectOf, PATTERNS } from './filter-lookup.server.ts'

/** Names that are looked up: the rows of each are a look into an index, and may be others' alone. */
export const FEW_NAMES = 10_000
/** The same of rows that name the list's rows: each is one of them, and several may be of the same. */
const FEW_NAMING = 20_000

/** Common table expressions of arrays of ids. */
export interface Ids {
  /** The expression with the ids of the rows. */
  readonly name: string
  /** How many those are. */
  readonly count: string
  readonly sql: readonly string[]
  /** One condition each: more were found than are looked at. */
  readonly over: readonly string[]
}

const NO_IDS: Pick<Ids, 'sql' | 'over'> = { sql: [], over: [] }

/** Longer paths are looked up from their far end: a receipt, then its matched documents. */
export function namesSql(build: Build, { relation, target }: RelationView, input: Input): Ids {
  const [name, other] = [build.alias(), build.alias()]
  const few = relation.kind === 'array' ? FEW_NAMING : FEW_NAMES
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
      ...way,
      ...further,
      ...build.visible(target, other, true),
      ...(beyond && view ? [ofNames(target, view, other, beyond)] : []),
      whereSql(build, target, other, allOf(others)),
    ]
    return `(select ${other}.${ident(relation.key)} from ${target.source.table} ${other} where ${conditions.join(' and ')} limit ${few + 1})`
  })
  return {
    name,
    count: `(select cardinality(ids) from ${name})`,
    sql: [
      ...(beyond ?? NO_IDS).sql,
      `${name} as materialized (select array(${rows.join(' union all ')}) as ids)`,
    ],
    over: [...(beyond ?? NO_IDS).over, `(select cardinality(ids) > ${few} from ${name})`],
  }
}

/** A pattern that a column of the row's own must match. */
export function isText(table: TableView, [name, input]: Entry): boolean {
  const column = table.columns.get(name)
  return column?.type === 'text' && !column.field.computed && PATTERNS.some((one) => field(input, one))
}

/** Rows of a table that a relation leads from to one of the ids found. */
export function ofNames(table: TableView, { relation }: RelationView, alias: string, { name }: Ids): string {
  const type = table.columns.get(relation.from)?.type ?? 'uuid'
  // Not "= any": where no index leads from the ids to the rows, PostgreSQL would compare each row with each id.
  return `${alias}.${ident(relation.from)} in (select unnest((select ids from ${name})::${type}[]))`
}

/** Fewer than three letters or digits in a row: no trigram, so that an index of them would be read from end to end. */
export function isLongSql(build: Build, entry: Entry): string[] {
  return PATTERNS.flatMap((operator) => {
    const pattern = field(entry[1], operator)
    return pattern ? [`${slotSql(build, pattern, 'text')} ~ '[[:alnum:]]{3}'`] : []
  })
}

/** Conditions of the ways to find rows by a column: by its trigrams, or without ("is true" keeps PostgreSQL from them). */
export function columnMatches(build: Build, table: TableView, alias: string, entry: Entry): string[][] {
  const matched = () => whereSql(build, table, alias, objectOf([entry]))
  const long = () => isLongSql(build, entry)
  if (long().length === 0) return [[matched()]]
  return [
    [...long(), matched()],
    [`not (${long().join(' and ')})`, `(${matched()}) is true`],
  ]
}
