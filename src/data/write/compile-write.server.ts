/**
 * One mutation as two statements: the write with its check and the changes for the audit, then the answer. A statement
 * reads related rows from before its own writes, so the answer is a read of its own.
 */
import { type GraphQLObjectType, getNamedType, isObjectType, type SelectionSetNode } from 'graphql'
import type { RowRule, RuleValue } from '#entity/access.ts'
import { type Build, enumValues, field, itemsOf, slotSql } from '../build.ts'
import { ROOT_PLACE, rowItems, type SelectContext } from '../compile/compile-select.server.ts'
import { whereSql } from '../compile/compile-where.server.ts'
import { DataFault } from '../fault.ts'
import type { Input } from '../input.ts'
import { LIMITS } from '../limits.ts'
import type { TableView } from '../profile.ts'
import { conditionSql } from '../rule-sql.ts'
import { metaOf, type WriteRoot } from '../schema/schema-meta.ts'
import { fieldsOf, requireNoSelection, requireSelection, resolve } from '../selection.ts'
import { ident, literal } from '../sql.ts'
import { withinSql } from './within.ts'
import { type ParentColumns, type WriteView, writeViews } from './write-access.ts'
import { valueSql } from './written-value.ts'

/** A statement of one row: the result of the check, the keys or rows written as JSON, and the changes for the audit. */
export interface WriteStatement {
  readonly text: string
  readonly entity: string
  readonly action: 'insert' | 'update' | 'delete'
  /** Changes are audited by uuid; the few tables keyed otherwise are not written here. */
  readonly table_name: string
  /** Columns among the changes that name the record of each row; null where a row has none to ask for. */
  readonly parent: ParentColumns | null
}

type Args = ReadonlyMap<string, Input>

interface Written {
  readonly context: SelectContext
  readonly table: TableView
  readonly root: WriteRoot
  readonly args: Args
  readonly type: GraphQLObjectType
  readonly sets: readonly SelectionSetNode[]
  readonly path: string
  /** Rows written altogether, where they are more than those that are answered. */
  readonly affected?: number
}

function view(written: Written, action: 'insert' | 'update' | 'delete'): WriteView {
  const { profile, action_id } = written.context.build
  const found = writeViews(written.table, profile)[action]
  if (!found) throw new Error(`${written.table.name} has no ${action}.`)
  const forced = action_id === null ? undefined : found.by_action.get(action_id)
  return forced ? { ...found, presets: new Map([...found.presets, ...forced]) } : found
}

function rule(build: Build, table: TableView, rows: RowRule, alias: string): string {
  return conditionSql(build.profile.catalog, table.source, rows, alias, build.claim)
}

const presetSql = (build: Build, value: RuleValue): string =>
  typeof value === 'object' ? build.claim(value.claim) : literal(value)

const hasColumn = (table: TableView, name: string): boolean => Object.hasOwn(table.source.entity.fields, name)

const isDelete = ({ root }: Written): boolean => root === 'delete' || root === 'delete_by_pk'

/** Is the row gone after its delete, so that no read finds it? */
const isGone = (written: Written): boolean => isDelete(written) && !written.table.source.soft_delete

/** The row items of the answer over the written rows, of which only those are shown that the viewer may see. */
function returningSql(
  written: Written,
  sets: readonly SelectionSetNode[],
  type: GraphQLObjectType,
  path: string,
  isOne: boolean,
): string {
  const { context, table } = written
  const { build } = context
  const alias = build.alias()
  const items = rowItems(context, alias, { type, sets, place: { ...ROOT_PLACE, path } })
  // A deleted row is still answered: it was visible a moment ago.
  const conditions = isDelete(written) ? [] : build.visible(table, alias, false)
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  const rows = `(select ${items} from w ${alias}${where}${isOne ? ' limit 1' : ''}) r`
  return isOne ? `(select row_to_json(r) from ${rows})` : `(select coalesce(json_agg(r), '[]') from ${rows})`
}

function answerSql(written: Written): string {
  const { context, root, type, sets, path } = written
  const isOne = root === 'insert_one' || root.endsWith('_by_pk')
  if (isOne) return returningSql(written, sets, type, path, true)
  const pairs = fieldsOf(context.parts, type.name, sets, path).map((one) => {
    if (one.name === '__typename') return `${literal(one.key)}, ${literal(type.name)}`
    const { field: found, sets: below } = resolve(context.parts, type, one)
    const meta = metaOf(found)
    if (meta.is === 'affected_rows') {
      requireNoSelection(below, one.path)
      return `${literal(one.key)}, ${written.affected ?? '(select count(*) from w)'}`
    }
    const inner = getNamedType(found.type)
    if (!isObjectType(inner)) throw new Error(`${type.name}.${one.name} has no object type.`)
    requireSelection(below, inner.name, one.path)
    return `${literal(one.key)}, ${returningSql(written, below, inner, one.path, false)}`
  })
  return `(select json_build_object(${pairs.join(', ')}))`
}

/** The audit of each row: the written columns, before and after. */
function changesSql(table: TableView, columns: readonly string[], hasOld: boolean): string {
  const pairs = (alias: string) =>
    `jsonb_build_object(${columns.map((name) => `${literal(name)}, ${alias}.${ident(name)}`).join(', ')})`
  const key = ident(table.source.key)
  const old = hasOld ? pairs('o') : 'null::jsonb'
  const from = hasOld ? `w join o on o.${key} = w.${key}` : 'w'
  return `(select coalesce(json_agg(json_build_object('id', w.${key}, 'old', ${old}, 'new', ${pairs('w')})), '[]') from ${from})`
}

function statement(
  written: Written,
  action: WriteStatement['action'],
  ctes: string,
  check: string,
  columns: readonly string[],
): WriteStatement {
  const { table } = written
  const key = `w.${ident(table.source.key)}`
  // An insert answers in the order of its objects; other rows have none of their own.
  const order = action === 'insert' ? '' : ` order by ${key}`
  const rows = `(select coalesce(json_agg(${isGone(written) ? 'w' : key}${order}), '[]') from w)`
  const text = `with ${ctes} select coalesce((select bool_and(coalesce(${check}, false)) from w), true),
    ${rows}::text, ${changesSql(table, columns, action !== 'insert')}::text`
  const parent = action === 'insert' && columns.length > 0 ? view(written, 'insert').parent : null
  return { text, entity: table.source.path, action, table_name: table.source.table_name, parent }
}

function conflictSql(written: Written, alias: string): string {
  const conflict = written.args.get('on_conflict')
  if (!conflict) return ''
  const { build } = written.context
  const [constraint] = enumValues(field(conflict, 'constraint'))
  const columns = [...new Set(enumValues(field(conflict, 'update_columns')))]
  const target = ` on conflict on constraint ${ident(constraint ?? '')}`
  if (columns.length === 0) return `${target} do nothing`
  const update = view(written, 'update')
  const where = field(conflict, 'where')
  const conditions = [
    ...build.visible(written.table, alias, false),
    rule(build, written.table, update.rows, alias),
    ...withinSql(build, update.within, alias),
    ...(where ? [whereSql(build, written.table, alias, where)] : []),
  ]
  const stamp =
    hasColumn(written.table, 'updated_at') && !columns.includes('updated_at')
      ? [`"updated_at" = ${build.now()}`]
      : []
  const sets = [...columns.map((name) => `${ident(name)} = excluded.${ident(name)}`), ...stamp]
  return `${target} do update set ${sets.join(', ')} where ${conditions.join(' and ')}`
}

function insertSql(written: Written): WriteStatement {
  const {
    context: { build },
    table,
    args,
    root,
  } = written
  const objects = root === 'insert_one' ? [args.get('object')] : itemsOf(args.get('objects'))
  if (objects.length > LIMITS.written_rows) {
    throw new DataFault(
      'limit-exceeded',
      `more than ${LIMITS.written_rows} rows are written at once`,
      written.path,
    )
  }
  const insert = view(written, 'insert')
  if (objects.length === 0) {
    return statement(written, 'insert', `w as (select * from ${table.source.table} where false)`, 'true', [])
  }
  const named = [...insert.columns.values()].filter((column) =>
    objects.some((one) => one?.is === 'object' && one.fields.has(column.name)),
  )
  const free = named.filter((column) => !insert.presets.has(column.name))
  const forced = [...insert.presets].map(([name, value]) => [name, presetSql(build, value)] as const)
  const stamps = ['created_at', 'updated_at'].filter(
    (name) => hasColumn(table, name) && !insert.columns.has(name),
  )
  const presets = [...forced, ...stamps.map((name) => [name, build.now()] as const)]
  const columns = [...free.map((column) => column.name), ...presets.map(([name]) => name)]
  const tuples = objects.map((one, n) => {
    const path = `${written.path}.args.${written.root === 'insert_one' ? 'object' : `objects[${n}]`}`
    const values = free.map((column) => {
      const value = one?.is === 'object' ? one.fields.get(column.name) : undefined
      return value === undefined ? 'default' : valueSql(build, insert, column, value, path)
    })
    return `(${[...values, ...presets.map(([, sql]) => sql)].join(', ')})`
  })
  const alias = build.alias()
  // A row without values is its key's default: PostgreSQL takes no empty list.
  const source =
    columns.length === 0
      ? `(${ident(table.source.key)}) values ${objects.map(() => '(default)').join(', ')}`
      : `(${columns.map(ident).join(', ')}) values ${tuples.join(', ')}`
  const insertion = `insert into ${table.source.table} as ${alias} ${source}${conflictSql(written, alias)} returning ${alias}.*`
  return statement(written, 'insert', `w as (${insertion})`, rule(build, table, insert.rows, 'w'), [
    ...free.map((column) => column.name),
    ...insert.presets.keys(),
  ])
}

const JSON_OPERATORS: Readonly<Record<string, (column: string, value: string) => string>> = {
  _append: (column, value) => `${column} || ${value}`,
  _prepend: (column, value) => `${value} || ${column}`,
  _delete_key: (column, value) => `${column} - ${value}`,
  _delete_elem: (column, value) => `${column} - ${value}`,
  _delete_at_path: (column, value) => `${column} #- ${value}`,
}
const JSON_TYPES: Readonly<Record<string, string>> = {
  _append: 'jsonb',
  _prepend: 'jsonb',
  _delete_key: 'text',
  _delete_elem: 'int',
  _delete_at_path: 'text[]',
}

/** The new value of a column by operator. One column under two operators has no meaning. */
function assignments(written: Written, update: WriteView, args: Args, alias: string): Map<string, string> {
  const { build } = written.context
  const sets = new Map<string, string>()
  const put = (name: string, sql: string) => {
    if (sets.has(name))
      throw new DataFault(
        'validation-failed',
        `column '${name}' is found in multiple operators`,
        written.path,
      )
    sets.set(name, sql)
  }
  for (const [operator, input] of args) {
    if (input.is !== 'object' || !(operator === '_set' || operator === '_inc' || operator in JSON_OPERATORS))
      continue
    for (const [name, value] of input.fields) {
      const column = update.columns.get(name)
      if (!column) throw new DataFault('validation-failed', `field '${name}' not found`, written.path)
      const own = `${alias}.${ident(name)}`
      if (operator === '_set') put(name, valueSql(build, update, column, value, `${written.path}.args._set`))
      else if (value.is === 'null')
        throw new DataFault('validation-failed', `unexpected null value for '${name}'`, written.path)
      else if (operator === '_inc') put(name, `${own} + ${slotSql(build, value, column.type)}`)
      else
        put(
          name,
          JSON_OPERATORS[operator]?.(own, slotSql(build, value, JSON_TYPES[operator] ?? 'jsonb')) ?? own,
        )
    }
  }
  if (sets.size === 0 && update.presets.size === 0) {
    throw new DataFault(
      'validation-failed',
      'at least one operator with a column is expected: _set, _inc, _append, _prepend, _delete_key, _delete_elem, _delete_at_path',
      written.path,
    )
  }
  for (const [name, value] of update.presets) sets.set(name, presetSql(build, value))
  return sets
}

/** The rows to write: visible and writable to the viewer, and meant by the request. Locked before they change. */
function chosenRows(written: Written, { rows, within }: WriteView, args: Args): string {
  const {
    context: { build },
    table,
    root,
  } = written
  const alias = build.alias()
  const conditions = [
    ...build.visible(table, alias, false),
    rule(build, table, rows, alias),
    ...withinSql(build, within, alias),
  ]
  const where = args.get('where')
  if (where) conditions.push(whereSql(build, table, alias, where))
  if (root.endsWith('_by_pk')) {
    const key = table.columns.get(table.source.key)
    const pk = args.get('pk_columns')
    const value = pk ? field(pk, table.source.key) : args.get(table.source.key)
    if (!key || !value) throw new Error(`${table.name} has no key.`)
    conditions.push(`${alias}.${ident(key.name)} = ${slotSql(build, value, key.type)}`)
  }
  return `o as materialized (select ${alias}.* from ${table.source.table} ${alias} where ${conditions.join(' and ')} for update)`
}

function updateSql(written: Written, args: Args = written.args): WriteStatement {
  const {
    context: { build },
    table,
  } = written
  const update = view(written, 'update')
  const alias = build.alias()
  const sets = assignments(written, update, args, alias)
  const columns = [...sets.keys()]
  if (hasColumn(table, 'updated_at') && !sets.has('updated_at')) sets.set('updated_at', build.now())
  const list = [...sets].map(([name, sql]) => `${ident(name)} = ${sql}`).join(', ')
  const key = ident(table.source.key)
  const ctes = `${chosenRows(written, update, args)},
    w as (update ${table.source.table} ${alias} set ${list} from o where ${alias}.${key} = o.${key} returning ${alias}.*)`
  return statement(written, 'update', ctes, rule(build, table, update.rows, 'w'), columns)
}

/** Soft where the table knows it (spec §7.1), for good elsewhere. */
function deleteSql(written: Written): WriteStatement {
  const {
    context: { build },
    table,
    args,
  } = written
  const alias = build.alias()
  const key = ident(table.source.key)
  const same = `${alias}.${key} = o.${key} returning ${alias}.*`
  const stamp = hasColumn(table, 'updated_at') ? `, "updated_at" = ${build.now()}` : ''
  const change = table.source.soft_delete
    ? `update ${table.source.table} ${alias} set "deleted_at" = ${build.now()}${stamp} from o where ${same}`
    : `delete from ${table.source.table} ${alias} using o where ${same}`
  const columns = table.source.soft_delete
    ? ['deleted_at']
    : [...table.columns.values()].flatMap((c) => (c.field.computed ? [] : [c.name]))
  return statement(
    written,
    'delete',
    `${chosenRows(written, view(written, 'delete'), args)}, w as (${change})`,
    'true',
    columns,
  )
}

/** The rows of a write, which are known when it has run. */
export class WrittenRows {
  #json = '[]'

  /** @param json answer of the write's statement: keys, or the deleted rows */
  set(json: string): void {
    this.#json = json
  }

  get json(): string {
    return this.#json
  }

  get keys(): unknown[] {
    return JSON.parse(this.#json) as unknown[] // Made by json_agg.
  }
}

/** The answer over written rows, in their order, as a read after the write. */
export function answerOf(written: Written, rows: WrittenRows): string {
  const { table, context } = written
  const { table: name, key } = table.source
  const bind = (value: () => unknown, type: string) =>
    context.build.bind(
      {
        from: 'constant',
        get value() {
          return value()
        },
      },
      type,
    )
  const answer = answerSql(written)
  if (isGone(written)) {
    const list = bind(() => rows.json, 'json')
    return `with w as materialized (select * from json_populate_recordset(null::${name}, ${list})) select true, ${answer}::text, '[]'::text`
  }
  const type = table.columns.get(key)?.type ?? 'uuid'
  const list = bind(() => rows.keys, `${type}[]`)
  const found = `select t.* from ${name} t where t.${ident(key)} = any(${list}) order by array_position(${list}, t.${ident(key)})`
  return `with w as materialized (${found}) select true, ${answer}::text, '[]'::text`
}

/** The statements of one mutation root, in order; several only for update_many. */
export function writeSql(written: Written): WriteStatement[] {
  switch (written.root) {
    case 'insert':
    case 'insert_one':
      return [insertSql(written)]
    case 'update':
    case 'update_by_pk':
      return [updateSql(written)]
    case 'delete':
    case 'delete_by_pk':
      return [deleteSql(written)]
    case 'update_many':
      throw new Error('update_many is compiled one update at a time.')
  }
}

/** One of `updates` as the arguments of a single update. */
export function updatesOf(args: Args): Args[] {
  return itemsOf(args.get('updates')).flatMap((one) => (one.is === 'object' ? [one.fields] : []))
}

export type { Written }
