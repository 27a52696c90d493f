/**
 * Compiles one list to SQL for a cursor, under the same access rules: exports read it row by row. Each value is a
 * column, and to-one relations are joined; JSON for each row takes three times as long.
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

export interface StreamColumn {
  /** From the list's row: `client.name`. */
  readonly path: string
  /** The form of the text: the value, `t` or `f`, or JSON; a to-many relation gives its rows as JSON. */
  readonly format: 'text' | 'boolean' | 'json'
}

export interface RowStreamPlan {
  readonly text: string
  readonly slots: readonly Slot[]
  readonly columns: readonly StreamColumn[]
}

/** Cost of an unlimited list, as on a page: only some rows are in memory at a time. */
const ESTIMATED_ROWS = 100

/** Types with another text in JSON than in PostgreSQL. */
const JSON_TYPES: ReadonlySet<ColumnView['type']> = new Set(['timestamptz', 'text[]', 'jsonb'])

/** The parts of the select, collected on the way through the fields. */
interface SelectParts {
  readonly items: string[]
  readonly stream: StreamColumn[]
  readonly joins: string[]
  /** Columns of the list's own row. */
  readonly columns: Set<string>
}

/** The list's row, or a row joined to it. */
interface RowSource {
  readonly alias: string
  /** `client.`, empty for the list's own row. */
  readonly prefix: string
  /** Null for the list's row. A joined row is absent where this column is null. */
  readonly key: string | null
}

const VALUE = 'v'

/** Null for an absent row, where SQL would give an empty list or 0. */
const nullIfAbsent = ({ key }: RowSource, sql: string): string =>
  key === null ? sql : `case when ${key} is not null then ${sql} end`

function addColumn(
  { build }: SelectContext,
  select: SelectParts,
  column: ColumnView,
  at: RowSource,
  path: string,
): void {
  if (at.key === null) {
    for (const name of columnsOf(column.name, column.field)) select.columns.add(name)
  }
  const value = columnSql(column, at.alias, build.today)
  // A plain column of an absent row is null by itself.
  const sql = column.field.computed ? nullIfAbsent(at, value) : value
  const format = JSON_TYPES.has(column.type) ? 'json' : column.type === 'boolean' ? 'boolean' : 'text'
  select.items.push(format === 'json' ? `to_json(${sql})` : sql)
  select.stream.push({ path, format })
}

function addRow(
  context: SelectContext,
  select: SelectParts,
  type: GraphQLObjectType,
  at: RowSource,
  sets: readonly SelectionSetNode[],
  place: Place,
): void {
  const { build, parts } = context
  for (const requested of fieldsOf(parts, type.name, sets, place.path)) {
    const { field, sets: child_sets } = resolve(parts, type, requested)
    const meta = metaOf(field)
    const path = at.prefix + requested.key
    if (meta.is === 'column') {
      requireNoSelection(child_sets, requested.path)
      addColumn(context, select, meta.column, at, path)
    } else if (meta.is === 'object' && isByKey(meta.relation)) {
      requireSelection(child_sets, meta.table.name, requested.path)
      if (at.key === null) select.columns.add(meta.relation.relation.from)
      build.spend(place.rows, requested.path)
      const joined = build.alias()
      select.joins.push(relatedJoin(build, meta.relation, at.alias, joined))
      const key = `${joined}.${ident(meta.relation.relation.key)}`
      const joined_row = { alias: joined, prefix: `${path}.`, key }
      addRow(
        context,
        select,
        objectType(getNamedType(field.type)),
        joined_row,
        child_sets,
        deeper(place, requested.path, place.rows),
      )
    } else {
      // Anything else is one JSON value.
      const row = { items: [], columns: at.key === null ? select.columns : new Set<string>(), nested: false }
      addField(context, type, at.alias, { ...requested, key: VALUE }, { ...place, path: requested.path }, row)
      const value = `(select x.${VALUE} from (select ${row.items.join(', ')}) x)`
      select.items.push(nullIfAbsent(at, value))
      select.stream.push({ path, format: 'json' })
    }
  }
}

/** @throws DataFault as compileQuery does, and unless the document is one list */
export function compileRowStream(
  profile: Profile,
  schema: ProfileSchema,
  operation: Operation,
  read: ReadVariables,
): RowStreamPlan {
  const build = new Build(profile)
  const parts: DocumentParts = { fragments: operation.fragments, variables: read.variables, visited: 0 }
  const [root, ...others] = rootFieldsOf(parts, operation, schema.query)
  if (!root || others.length > 0) throw new DataFault('validation-failed', 'one list was expected')
  const { field, args, sets } = resolve(parts, schema.query, root)
  const meta = metaOf(field)
  const type = getNamedType(field.type)
  if (meta.is !== 'list' || !isObjectType(type) || args.has('distinct_on'))
    throw new DataFault('validation-failed', `${root.name} is not a list`, root.path)
  requireSelection(sets, meta.table.name, root.path)
  const rows = { table: meta.table, from: null, args }
  const place = { ...ROOT_PLACE, path: root.path }
  const select: SelectParts = { items: [], stream: [], joins: [], columns: new Set() }
  const text = rowsSql({ build, parts }, select, rows, type, sets, place)
  return { ...build.finish(text), columns: select.stream }
}

function rowsSql(
  context: SelectContext,
  select: SelectParts,
  rows: RowsOf,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  place: Place,
): string {
  const { build } = context
  build.spend(ESTIMATED_ROWS, place.path)
  const alias = build.alias()
  addRow(
    context,
    select,
    type,
    { alias, prefix: '', key: null },
    sets,
    deeper(place, place.path, ESTIMATED_ROWS),
  )
  const limit = limitOf(rows.args, place.path)
  const { tail, ...cut } = cutSql(build, rows, alias, limit, place.path)
  for (const name of [...sortColumns(rows), ...endingColumns(rows, cut)]) select.columns.add(name)
  const joins = limit === null ? '' : cut.joins
  const from = allRowsFrom(build, rows, alias, { ...cut, columns: select.columns, joins })
  const inner = `select ${columnList(select.columns, alias)} ${from}${limit === null ? '' : tail}`
  // Joins lose the order, so the outer query repeats it.
  return `select ${select.items.join(', ')} from (${inner}) ${alias}${select.joins.join('')}${cut.joins}${orderBySql(cut.sorted)}`
}
