import { type Build, enumValues, field, itemsOf, slotSql, unseenListSql, unseenSql } from '../build.ts'
import { joinSql } from '../catalog.ts'
import { DataFault } from '../fault.ts'
import type { Input } from '../input.ts'
import { narrowed } from '../plans/derived-bounds.ts'
import { type ColumnView, columnSql, type RelationView, type TableView } from '../profile.ts'
import { SLOW_OPERATORS } from '../schema/schema-scalars.ts'
import { ident } from '../sql.ts'

const COMPARISONS: Readonly<Record<string, string>> = {
  _eq: '=',
  _neq: '<>',
  _gt: '>',
  _gte: '>=',
  _lt: '<',
  _lte: '<=',
  _like: 'like',
  _nlike: 'not like',
  _ilike: 'ilike',
  _nilike: 'not ilike',
  _similar: 'similar to',
  _nsimilar: 'not similar to',
  _regex: '~',
  _nregex: '!~',
  _iregex: '~*',
  _niregex: '!~*',
  _contains: '@>',
  _contained_in: '<@',
}

/** The parameter type of each operator whose right side differs from the column. */
const KEY_OPERATORS: Readonly<Record<string, [operator: string, type: string]>> = {
  _has_key: ['?', 'text'],
  _has_keys_any: ['?|', 'text[]'],
  _has_keys_all: ['?&', 'text[]'],
}

const SLOW: ReadonlySet<string> = new Set(SLOW_OPERATORS)

interface Compared {
  readonly sql: string
  readonly type: string
  /** Conditions for the viewer's rows, where it is a column of theirs. */
  readonly visible?: () => readonly string[]
}

/** Lists of a list column (`_in` of text[]) cannot be one parameter: PostgreSQL's arrays are rectangular. */
function membershipSql(build: Build, { sql, type }: Compared, input: Input, negated: boolean): string {
  if (input.is === 'slot') {
    const list = unseenListSql(build, input, type)
    return negated ? `${sql} <> all(${list})` : `${sql} = any(${list})`
  }
  const items = itemsOf(input).map((item) => unseenSql(build, item, type, '='))
  if (items.length === 0) return negated ? 'true' : 'false'
  return `${sql} ${negated ? 'not in' : 'in'} (${items.join(', ')})`
}

function operatorSql(build: Build, compared: Compared, operator: string, input: Input): string {
  const { sql, type } = compared
  if (input.is === 'null') throw new DataFault('validation-failed', `unexpected null value for '${operator}'`)
  if (operator === '_is_null') return `${sql} is ${input.is === 'plain' && input.value ? '' : 'not '}null`
  if (operator === '_in' || operator === '_nin')
    return membershipSql(build, compared, input, operator === '_nin')
  if (operator === '_cast')
    return comparisonSql(
      build,
      { ...compared, sql: `${sql}::text`, type: 'text' },
      field(input, 'String') ?? input,
    )
  const key = KEY_OPERATORS[operator]
  if (key) return `${sql} ${key[0]} ${unseenSql(build, input, key[1], key[0])}`
  const known = input.is === 'slot' && input.slot.from === 'constant' ? input.slot.value : undefined
  if (type === 'boolean' && typeof known === 'boolean' && operator === '_eq') return `${sql} = ${known}`
  const symbol = COMPARISONS[operator]
  if (!symbol) throw new DataFault('validation-failed', `field '${operator}' not found in a comparison`)
  const plain = `${sql} ${symbol} ${unseenSql(build, input, type, symbol)}`
  const visible = SLOW.has(operator) ? (compared.visible?.() ?? []) : []
  // PostgreSQL tests the cheapest condition first, in any order of the text; "case" keeps the order.
  return visible.length === 0 ? plain : `case when ${visible.join(' and ')} then ${plain} end`
}

/** All operators of one comparison, joined by "and". */
function comparisonSql(build: Build, compared: Compared, input: Input): string {
  if (input.is !== 'object')
    throw new DataFault('validation-failed', 'expected an object with operators, but found null')
  const parts = [...input.fields].map(([operator, value]) => operatorSql(build, compared, operator, value))
  return parts.length === 0 ? 'true' : parts.join(' and ')
}

const columnCompared = (build: Build, table: TableView, column: ColumnView, alias: string): Compared => ({
  sql: columnSql(column, alias, build.today),
  type: column.type,
  visible: () => build.visible(table, alias, true),
})

/** Leads it to one row at most? Then a join gives no row twice. */
export const isByKey = ({ relation, target }: RelationView): boolean =>
  relation.kind === 'object' && relation.key === target.source.key && !target.function

/** Is asking of one row a look into an index? */
export const isReached = (view: RelationView): boolean =>
  isByKey(view) || (view.target.source.reached.has(view.relation.key) && !view.target.function)

/** From and where of the viewer's rows that a relation leads to; `joins` of these come between. */
export function relatedRows(
  build: Build,
  { relation, target }: RelationView,
  alias: string,
  other: string,
  joins = '',
): string {
  return `from ${target.source.table} ${other}${joins} where ${relatedConditions(build, { relation, target }, alias, other)}`
}

/** The same rows beside those of `alias`, which all stay. */
export function relatedJoin(build: Build, view: RelationView, alias: string, other: string): string {
  return ` left join ${view.target.source.table} ${other} on ${relatedConditions(build, view, alias, other)}`
}

function relatedConditions(
  build: Build,
  { relation, target }: Pick<RelationView, 'relation' | 'target'>,
  alias: string,
  other: string,
): string {
  return [...joinSql(relation, alias, other), ...build.visible(target, other, true)].join(' and ')
}

/**
 * How related rows are asked for: all at once, where PostgreSQL thinks that better, or of each row as it is come to. It
 * does not reckon with a walk that ends after ten rows, and reads a million related ones before the first.
 */
export type Asking = 'together' | 'each'

function existsSql(
  build: Build,
  relation: RelationView,
  alias: string,
  input: Input,
  asking: Asking,
): string {
  const other = build.alias()
  const rows = relatedRows(build, relation, alias, other)
  const condition = whereSql(build, relation.target, other, input)
  // A sub-select with a limit is never hashed. Only where an index leads to the row: asking each may not mean reading all.
  return asking === 'each' && isReached(relation)
    ? `(${alias}.${ident(relation.relation.from)} is not null and coalesce((select true ${rows} and ${condition} limit 1), false))`
    : `exists (select 1 ${rows} and ${condition})`
}

/** The number of rows. */
export const COUNT = 'count(*)'

/** `count` (or `bool_and`, `bool_or`) of every row, or of columns, distinct or not. */
export function countSql(
  build: Build,
  table: TableView,
  alias: string,
  columns: readonly string[],
  distinct: boolean,
  name = 'count',
): string {
  if (columns.length === 0) return `${name}(*)`
  const list = columns.map((name) => {
    const column = table.columns.get(name)
    if (!column)
      throw new DataFault('validation-failed', `field '${name}' not found in type: '${table.name}'`)
    build.asks(table.name, column.name)
    return columnSql(column, alias, build.today)
  })
  return `${name}(${distinct ? 'distinct ' : ''}${list.length === 1 ? list[0] : `(${list.join(', ')})`})`
}

/** One aggregate of a relation's rows, compared: how many there are, or whether all or some are true. */
function aggregatedSql(
  build: Build,
  relation: RelationView,
  alias: string,
  [name, input]: readonly [string, Input],
): string {
  const other = build.alias()
  const distinct = field(input, 'distinct')
  const argument = countSql(
    build,
    relation.target,
    other,
    enumValues(field(input, 'arguments')),
    distinct?.is === 'plain' && distinct.value === true,
    name,
  )
  const filter = field(input, 'filter')
  const rows = relatedRows(build, relation, alias, other)
  const further = filter ? ` and ${whereSql(build, relation.target, other, filter)}` : ''
  const aggregated = {
    sql: `(select ${argument} ${rows}${further})`,
    type: name === 'count' ? 'bigint' : 'boolean',
  }
  return comparisonSql(build, aggregated, field(input, 'predicate') ?? { is: 'null' })
}

function aggregateSql(build: Build, relation: RelationView, alias: string, input: Input): string {
  const asked = input.is === 'object' ? [...input.fields].filter(([, one]) => one.is !== 'null') : []
  if (asked.length === 0) return 'true'
  return asked.map((one) => aggregatedSql(build, relation, alias, one)).join(' and ')
}

function columnSqlOf(
  build: Build,
  table: TableView,
  column: ColumnView,
  alias: string,
  input: Input,
): string {
  build.asks(table.name, column.name)
  const compared = comparisonSql(build, columnCompared(build, table, column, alias), input)
  const { computed } = column.field
  if (!computed || input.is !== 'object') return compared
  const implied = (['_eq', '_in'] as const).flatMap((operator) => {
    const value = field(input, operator)
    if (value?.is !== 'slot') return []
    const list = operator === '_in'
    const given = { sql: slotSql(build, value, list ? 'text[]' : 'text'), is_list: list }
    return narrowed(computed.fn, given, build.today, (name) => `${alias}.${ident(name)}`)
  })
  return implied.length === 0 ? compared : `(${[compared, ...implied].join(' and ')})`
}

function entrySql(
  build: Build,
  table: TableView,
  alias: string,
  name: string,
  input: Input,
  asking: Asking,
): string {
  if (name === '_and' || name === '_or') {
    const parts = itemsOf(input).map((one) => whereSql(build, table, alias, one, asking))
    if (input.is === 'null') return 'true'
    if (parts.length === 0) return name === '_and' ? 'true' : 'false'
    return `(${parts.join(name === '_and' ? ' and ' : ' or ')})`
  }
  if (input.is === 'null') throw new DataFault('validation-failed', `unexpected null value for '${name}'`)
  if (name === '_not') return `not (${whereSql(build, table, alias, input, asking)})`
  const column = table.columns.get(name)
  if (column) return columnSqlOf(build, table, column, alias, input)
  const relation = table.relations.get(name)
  if (relation) return existsSql(build, relation, alias, input, asking)
  const counted = table.relations.get(name.replace(/_aggregate$/, ''))
  if (counted) return aggregateSql(build, counted, alias, input)
  throw new DataFault('validation-failed', `field '${name}' not found in type: '${table.name}_bool_exp'`)
}

/** A `where` as SQL over `alias`: always one closed expression. */
export function whereSql(
  build: Build,
  table: TableView,
  alias: string,
  input: Input,
  asking: Asking = 'together',
): string {
  if (input.is === 'null') return 'true'
  if (input.is !== 'object')
    throw new DataFault('validation-failed', `expected an object for type '${table.name}_bool_exp'`)
  const parts = [...input.fields].map(([name, one]) => entrySql(build, table, alias, name, one, asking))
  if (parts.length === 0) return 'true'
  return parts.length === 1 ? String(parts[0]) : `(${parts.join(' and ')})`
}
