import { type GraphQLObjectType, getNamedType, isObjectType, type SelectionSetNode } from 'graphql'
import { type Build, enumValues, slotSql } from '../build.ts'
import { columnsOf } from '../catalog.ts'
import { DataFault } from '../fault.ts'
import { LIMITS } from '../limits.ts'
import { allRowsFrom, countedSql, pageFrom } from '../plans/list-source.server.ts'
import { type ColumnView, columnSql, type RelationView, type TableView } from '../profile.ts'
import { metaOf } from '../schema/schema-meta.ts'
import {
  type DocumentParts,
  fieldsOf,
  requireNoSelection,
  requireSelection,
  resolve,
  type Selected,
} from '../selection.ts'
import { ident, literal } from '../sql.ts'
import { type Args, columnList, cutSql, limitOf, type RowsOf } from './compile-rows.server.ts'
import { COUNT, countSql, isByKey, relatedRows } from './compile-where.server.ts'

export interface SelectContext {
  readonly build: Build
  readonly parts: DocumentParts
}

/** The position in the request: its depth, and the rows that the enclosing lists may return. */
export interface Place {
  readonly path: string
  readonly depth: number
  readonly rows: number
}

export const ROOT_PLACE: Place = { path: '$', depth: 0, rows: 1 }

/** An object of the request: its type, its selected fields and its position. */
export interface AskedObject {
  readonly type: GraphQLObjectType
  readonly sets: readonly SelectionSetNode[]
  readonly place: Place
}

/** The select list of one object: its expressions, and the columns of the row they are made of. */
interface RowSelect {
  readonly items: string[]
  readonly columns: Set<string>
  /** An item is a subquery, which must run after limit and offset. */
  nested: boolean
}

export function deeper(place: Place, path: string, rows: number): Place {
  if (place.depth + 1 > LIMITS.depth)
    throw new DataFault('limit-exceeded', `the document is nested deeper than ${LIMITS.depth} levels`, path)
  return { path, depth: place.depth + 1, rows }
}

export const objectType = (type: unknown): GraphQLObjectType => {
  if (!isObjectType(type)) throw new Error('An object type was expected.')
  return type
}

/** `$.a.b[0]` as PostgreSQL's path. */
function jsonPath(path: unknown, at: string): string[] {
  const text = String(path).replace(/^\$\.?/, '')
  const steps = text.match(/[^.[\]]+/g) ?? []
  if (steps.length === 0 || steps.length > 20)
    throw new DataFault('validation-failed', 'invalid JSON path', at)
  return steps
}

function columnItem(
  { build }: SelectContext,
  column: ColumnView,
  alias: string,
  args: Args,
  path: string,
): string {
  const sql = columnSql(column, alias, build.today)
  const written = args.get('path')
  if (written?.is !== 'plain') return sql
  return `${sql} #> ${build.bind({ from: 'constant', value: jsonPath(written.value, path) }, 'text[]')}`
}

/** Adds one selected field to the select list. */
export function addField(
  context: SelectContext,
  type: GraphQLObjectType,
  alias: string,
  one: Selected,
  place: Place,
  row: RowSelect,
): void {
  const put = (sql: string) => row.items.push(`${sql} as ${ident(one.key)}`)
  if (one.name === '__typename') {
    put(`${literal(type.name)}::text`)
    return
  }
  const { field, args, sets } = resolve(context.parts, type, one)
  const meta = metaOf(field)
  if (meta.is === 'column') {
    requireNoSelection(sets, one.path)
    for (const name of columnsOf(meta.column.name, meta.column.field)) row.columns.add(name)
    context.build.shows(type.name, meta.column.name, one.key)
    put(columnItem(context, meta.column, alias, args, one.path))
    return
  }
  if (meta.is !== 'object' && meta.is !== 'list' && meta.is !== 'aggregate') {
    throw new Error(`${type.name}.${one.name} cannot stand in a row.`)
  }
  const { relation, table } = meta
  if (!relation) throw new Error(`${type.name}.${one.name} leads nowhere.`)
  row.nested = true
  row.columns.add(relation.relation.from)
  requireSelection(sets, table.name, one.path)
  const inner = objectType(getNamedType(field.type))
  const asked = { type: inner, sets, place: { ...place, path: one.path } }
  if (meta.is === 'object') put(objectSql(context, relation, alias, asked))
  else if (meta.is === 'list') put(listSql(context, { table, from: { relation, alias }, args }, asked))
  else put(aggregateSql(context, { table, from: { relation, alias }, args }, asked))
}

/** The position of the object's fields: one level deeper, for this many rows. */
const below = (asked: AskedObject, rows = asked.place.rows): AskedObject => ({
  ...asked,
  place: deeper(asked.place, asked.place.path, rows),
})

function rowSelect(context: SelectContext, alias: string, { type, sets, place }: AskedObject): RowSelect {
  const row: RowSelect = { items: [], columns: new Set(), nested: false }
  for (const one of fieldsOf(context.parts, type.name, sets, place.path))
    addField(context, type, alias, one, place, row)
  return row
}

/** The select list of one object over rows called `alias`. */
export function rowItems(context: SelectContext, alias: string, asked: AskedObject): string {
  return rowSelect(context, alias, below(asked)).items.join(', ')
}

function objectSql(
  context: SelectContext,
  relation: RelationView,
  alias: string,
  asked: AskedObject,
): string {
  const { build } = context
  build.spend(asked.place.rows, asked.place.path)
  const other = build.alias()
  const row = rowSelect(context, other, below(asked))
  const rows = relatedRows(build, relation, alias, other)
  const first = isByKey(relation) ? '' : ` order by ${other}.${ident(relation.target.source.key)}`
  return `(select row_to_json(r) from (select ${row.items.join(', ')} ${rows}${first} limit 1) r)`
}

/** A list as one JSON array; an empty one is `[]`. */
export function listSql(context: SelectContext, rows: RowsOf, asked: AskedObject): string {
  const { place } = asked
  const wanted = limitOf(rows.args, place.path)
  const limit = Math.min(wanted ?? LIMITS.rows, LIMITS.rows)
  const estimate = place.rows * (wanted === null ? (rows.from ? 10 : 100) : Math.max(1, limit))
  const inner = rowsSql(context, rows, asked, { limit, estimate })
  return `(select coalesce(json_agg(r), '[]') from (${inner}) r)`
}

/** The rows of a list as a statement of their own; without a limit it has no end. */
function rowsSql(
  context: SelectContext,
  rows: RowsOf,
  asked: AskedObject,
  { limit, estimate }: { readonly limit: number | null; readonly estimate: number },
): string {
  const { build } = context
  const { place } = asked
  build.spend(estimate, place.path)
  const alias = build.alias()
  const row = rowSelect(context, alias, below(asked, estimate))
  const cut = cutSql(build, rows, alias, limit, place.path)
  const { distinct, tail } = cut
  const items = row.items.join(', ')
  const { from, is_cut } = pageFrom(build, rows, alias, { columns: row.columns, ...cut })
  if (is_cut) return `select ${items} ${from}`
  return row.nested || items === ''
    ? `select ${items} from (select ${distinct}${columnList(row.columns, alias)} ${from}${tail}) ${alias}`
    : `select ${distinct}${items} ${from}${tail}`
}

/** One row by its key, or null. */
export function byKeySql(context: SelectContext, table: TableView, args: Args, asked: AskedObject): string {
  const { build } = context
  const alias = build.alias()
  const row = rowSelect(context, alias, below(asked, 1))
  const key = table.columns.get(table.source.key)
  const value = args.get(table.source.key)
  if (!key || !value) throw new Error(`${table.name} has no key.`)
  const conditions = [
    `${alias}.${ident(key.name)} = ${slotSql(build, value, key.type)}`,
    ...build.visible(table, alias, false),
  ]
  return `(select row_to_json(r) from (select ${row.items.join(', ')} from ${table.source.table} ${alias} where ${conditions.join(' and ')}) r)`
}

/** Fields of X_aggregate_fields as pairs of a JSON object, over rows called `alias`. */
function aggregatePairs(
  context: SelectContext,
  table: TableView,
  alias: string,
  { type, sets, place }: AskedObject,
  columns: Set<string>,
): string[] {
  const { build, parts } = context
  const note = (column: ColumnView) => {
    for (const name of columnsOf(column.name, column.field)) columns.add(name)
    return columnSql(column, alias, build.today)
  }
  return fieldsOf(parts, type.name, sets, place.path).flatMap((one) => {
    if (one.name === '__typename') return [literal(one.key), literal(type.name)]
    const { field, args, sets: inside } = resolve(parts, type, one)
    const meta = metaOf(field)
    if (meta.is === 'count') {
      requireNoSelection(inside, one.path)
      const names = enumValues(args.get('columns'))
      for (const name of names) {
        const column = table.columns.get(name)
        if (column) note(column)
      }
      const distinct = args.get('distinct')
      return [
        literal(one.key),
        countSql(build, table, alias, names, distinct?.is === 'plain' && distinct.value === true),
      ]
    }
    if (meta.is !== 'operator') throw new Error(`${type.name}.${one.name} cannot stand in an aggregate.`)
    requireSelection(inside, one.name, one.path)
    const inner = objectType(getNamedType(field.type))
    const pairs = fieldsOf(parts, inner.name, inside, one.path).flatMap((leaf) => {
      if (leaf.name === '__typename') return [literal(leaf.key), literal(inner.name)]
      const found = metaOf(resolve(parts, inner, leaf).field)
      if (found.is !== 'column') throw new Error(`${inner.name}.${leaf.name} is no column.`)
      build.shows(table.name, found.column.name, leaf.key)
      return [literal(leaf.key), `${meta.operator}(${note(found.column)})`]
    })
    return [literal(one.key), `json_build_object(${pairs.join(', ')})`]
  })
}

function aggregateFieldsSql(context: SelectContext, rows: RowsOf, asked: AskedObject): string {
  const { build } = context
  const { args } = rows
  const alias = build.alias()
  const columns = new Set<string>()
  const pairs = aggregatePairs(context, rows.table, alias, asked, columns)
  const wanted = { columns, sorted: [], joins: '', limit: null, reach: null }
  // An order alone changes no total, and sorting 200,000 rows costs time: clients often send one.
  const isCut = ['limit', 'offset', 'distinct_on'].some((name) => args.has(name))
  // One row is answered even when every aggregate is skipped.
  if (!isCut) {
    const from = allRowsFrom(build, rows, alias, wanted)
    return `(select json_build_object(${pairs.join(', ')}) ${from} having true)`
  }
  const { path } = asked.place
  const limit = limitOf(args, path)
  // A count alone does not depend on the choice of rows.
  const isAny = columns.size === 0 && !args.has('distinct_on')
  const { distinct, tail, ...cut } = cutSql(build, rows, alias, limit, path, isAny)
  const counted = countedSql(build, rows, { ...wanted, ...cut })
  if (counted !== null) {
    const totals = pairs.map((one) => (one === COUNT ? `${alias}.n` : one))
    return `(select json_build_object(${totals.join(', ')}) from (select ${counted} as n) ${alias})`
  }
  const from = allRowsFrom(build, rows, alias, { ...wanted, ...cut })
  return `(select json_build_object(${pairs.join(', ')}) from (select ${distinct}${columnList(columns, alias)} ${from}${tail}) ${alias} having true)`
}

/** X_aggregate: totals over all rows that match, and the rows themselves. */
export function aggregateSql(context: SelectContext, rows: RowsOf, asked: AskedObject): string {
  const { build, parts } = context
  const { type, sets, place } = asked
  build.spend(place.rows * 10, place.path)
  const inside = deeper(place, place.path, place.rows)
  const pairs = fieldsOf(parts, type.name, sets, place.path).map((one) => {
    if (one.name === '__typename') return `${literal(one.key)}, ${literal(type.name)}`
    const { field, sets: chosen } = resolve(parts, type, one)
    const meta = metaOf(field)
    const inner = objectType(getNamedType(field.type))
    requireSelection(chosen, inner.name, one.path)
    const of_rows = { type: inner, sets: chosen, place: { ...inside, path: one.path } }
    if (meta.is === 'nodes') return `${literal(one.key)}, ${listSql(context, rows, of_rows)}`
    if (meta.is !== 'aggregate_fields')
      throw new Error(`${type.name}.${one.name} cannot stand in an aggregate.`)
    return `${literal(one.key)}, ${aggregateFieldsSql(context, rows, of_rows)}`
  })
  return `(select json_build_object(${pairs.join(', ')}))`
}
