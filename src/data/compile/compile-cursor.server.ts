/**
 * A list as a statement that gives one row after the other, without an end: the same rows and fields as everywhere. Each
 * value is a column of its own, and rows that a relation leads to by their key are joined, which PostgreSQL does once
 * for all rows; as JSON, row by row, the same list takes three times as long.
 */
import { type GraphQLObjectType, getNamedType, isObjectType, type SelectionSetNode } from 'graphql'
import { Build } from '../build.ts'
import { columnsOf } from '../catalog.ts'
import type { Operation, ReadVariables } from '../document.server.ts'
import { DataFault } from '../fault.ts'
import type { Slot } from '../input.ts'
import { endingColumns, sortColumns } from '../plans/filter-by-relation.server.ts'
import { allRowsFrom } from '../plans/list-source.server.ts'
import { type ColumnView, columnSql, type Profile } from '../profile.ts'
import type { ProfileSchema } from '../schema/schema.server.ts'
import { metaOf } from '../schema/schema-meta.ts'
import { type DocumentParts, fieldsOf, requireNoSelection, requireSelection, resolve } from '../selection.ts'
import { ident } from '../sql.ts'
import { rootFieldsOf } from './compile.server.ts'
import { orderBySql } from './compile-order.server.ts'
import { columnList, cutSql, limitOf, type RowsOf } from './compile-rows.server.ts'
import {
  addField,
  deeper,
  objectType,
  type Place,
  ROOT_PLACE,
  type SelectContext,
} from './compile-select.server.ts'
import { isByKey, relatedJoin } from './compile-where.server.ts'

/** One column of the answer. */
export interface Leaf {
  /** From the list's row: `client.name`; an unjoined relation gives its rows as JSON. */
  readonly path: string
  /** The form of PostgreSQL's text: the value, `t` or `f`, or JSON. */
  readonly is: 'text' | 'boolean' | 'json'
}

export interface RowsPlan {
  readonly text: string
  readonly slots: readonly Slot[]
  /** The columns of its rows, in order. */
  readonly leaves: readonly Leaf[]
}

/** Few rows are in memory at a time, so the estimate of an unlimited list of a page holds here, too. */
const ESTIMATE = 100

/** Values that JSON writes otherwise than PostgreSQL does: moments, lists. */
const IN_JSON: ReadonlySet<ColumnView['type']> = new Set(['timestamptz', 'text[]', 'jsonb'])

/** The select list as it comes together. */
interface Flat {
  readonly items: string[]
  readonly leaves: Leaf[]
  readonly joins: string[]
  /** Columns of the list's own row. */
  readonly columns: Set<string>
}

/** A row on the way from the list's own. */
interface At {
  readonly alias: string
  /** `client.`, empty for the list's own row. */
  readonly prefix: string
  /** Its key, where the row may be absent. */
  readonly key: string | null
}

/** Of a row that is not there nothing is there: no empty list, no zero that a function makes of nothing. */
const whereThere = ({ key }: At, sql: string): string =>
  key === null ? sql : `case when ${key} is not null then ${sql} end`

function addColumn({ build }: SelectContext, flat: Flat, column: ColumnView, at: At, path: string): void {
  if (at.key === null) for (const name of columnsOf(column.name, column.field)) flat.columns.add(name)
  const value = columnSql(column, at.alias, build.today)
  const sql = column.field.computed ? whereThere(at, value) : value
  const is = IN_JSON.has(column.type) ? 'json' : column.type === 'boolean' ? 'boolean' : 'text'
  flat.items.push(is === 'json' ? `to_json(${sql})` : sql)
  flat.leaves.push({ path, is })
}

function addRow(
  context: SelectContext,
  flat: Flat,
  type: GraphQLObjectType,
  at: At,
  sets: readonly SelectionSetNode[],
  place: Place,
): void {
  const { build, parts } = context
  for (const one of fieldsOf(parts, type.name, sets, place.path)) {
    const { field, sets: below } = resolve(parts, type, one)
    const meta = metaOf(field)
    const path = at.prefix + one.key
    if (meta.is === 'column') {
      requireNoSelection(below, one.path)
      addColumn(context, flat, meta.column, at, path)
    } else if (meta.is === 'object' && isByKey(meta.relation)) {
      requireSelection(below, meta.table.name, one.path)
      if (at.key === null) flat.columns.add(meta.relation.relation.from)
      build.spend(place.rows, one.path)
      const other = build.alias()
      flat.joins.push(relatedJoin(build, meta.relation, at.alias, other))
      const key = `${other}.${ident(meta.relation.relation.key)}`
      const there = { alias: other, prefix: `${path}.`, key }
      addRow(
        context,
        flat,
        objectType(getNamedType(field.type)),
        there,
        below,
        deeper(place, one.path, place.rows),
      )
    } else {
      const row = { items: [], columns: at.key === null ? flat.columns : new Set<string>(), nested: false }
      addField(context, type, at.alias, { ...one, key: 'v' }, { ...place, path: one.path }, row)
      const value = `(select x.v from (select ${row.items.join(', ')}) x)`
      flat.items.push(whereThere(at, value))
      flat.leaves.push({ path, is: 'json' })
    }
  }
}

/** @throws as compileQuery does, and where the document is anything but one list */
export function compileRows(
  profile: Profile,
  schema: ProfileSchema,
  operation: Operation,
  read: ReadVariables,
): RowsPlan {
  const build = new Build(profile)
  const parts: DocumentParts = { fragments: operation.fragments, variables: read.variables, visited: 0 }
  const [root, ...others] = rootFieldsOf(parts, operation, schema.query)
  if (!root || others.length > 0) throw new DataFault('validation-failed', 'one list was expected')
  const { field, args, sets } = resolve(parts, schema.query, root)
  const meta = metaOf(field)
  const type = getNamedType(field.type)
  if (meta.is !== 'list' || !isObjectType(type) || args.has('distinct_on'))
    throw new DataFault('validation-failed', `${root.name} is no list`, root.path)
  requireSelection(sets, meta.table.name, root.path)
  const rows = { table: meta.table, from: null, args }
  const place = { ...ROOT_PLACE, path: root.path }
  const flat: Flat = { items: [], leaves: [], joins: [], columns: new Set() }
  const text = rowsSql({ build, parts }, flat, rows, type, sets, place)
  return { ...build.finish(text), leaves: flat.leaves }
}

function rowsSql(
  context: SelectContext,
  flat: Flat,
  rows: RowsOf,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  place: Place,
): string {
  const { build } = context
  build.spend(ESTIMATE, place.path)
  const alias = build.alias()
  addRow(context, flat, type, { alias, prefix: '', key: null }, sets, deeper(place, place.path, ESTIMATE))
  const limit = limitOf(rows.args, place.path)
  const { tail, ...cut } = cutSql(build, rows, alias, limit, place.path)
  for (const name of [...sortColumns(rows), ...endingColumns(rows, cut)]) flat.columns.add(name)
  const joins = limit === null ? '' : cut.joins
  const from = allRowsFrom(build, rows, alias, { ...cut, columns: flat.columns, joins })
  const inner = `select ${columnList(flat.columns, alias)} ${from}${limit === null ? '' : tail}`
  // Joined rows come in no order of their own: the list's stands outside.
  return `select ${flat.items.join(', ')} from (${inner}) ${alias}${flat.joins.join('')}${cut.joins}${orderBySql(cut.sorted)}`
}
