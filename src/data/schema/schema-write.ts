import {
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql'
import type { ColumnView, Profile, TableView } from '../profile.ts'
import { nestedRelations, type WriteView, type WriteViews, writeViews } from '../write/write-access.ts'
import { withMeta } from './schema-meta.ts'
import { inputTypeOf, listOf, scalars } from './schema-scalars.ts'
import type { TableTypes } from './schema-table.ts'

type Fields = GraphQLFieldConfigMap<unknown, unknown>

/** Names of the unique constraints of a table (`schema.table`), for on_conflict. */
export type Constraints = ReadonlyMap<string, readonly string[]>

const nonNull = <T extends GraphQLInputObjectType>(type: T) => new GraphQLNonNull(type)

function inputFields(columns: Iterable<ColumnView>): GraphQLInputFieldConfigMap {
  return Object.fromEntries([...columns].map((column) => [column.name, { type: inputTypeOf(column) }]))
}

/** An input of some columns, or undefined where there are none of them: GraphQL knows no empty type. */
function columnsInput(
  types: TableTypes,
  name: string,
  columns: ColumnView[],
): GraphQLInputObjectType | undefined {
  if (columns.length === 0) return undefined
  return types.once(name, () => new GraphQLInputObjectType({ name, fields: inputFields(columns) }))
}

/** `_set`, `_inc` and the operators of jsonb, each with the columns it makes sense of. */
function updateOperators(
  types: TableTypes,
  table: TableView,
  { columns }: WriteView,
): GraphQLFieldConfigArgumentMap {
  const all = [...columns.values()]
  const json = all.filter((column) => column.type === 'jsonb')
  const numbers = all.filter((column) => column.scalar === 'numeric' || column.scalar === 'Int')
  const keyed = (type: string, input: 'String' | 'Int' | 'path') => {
    const name = `${table.name}_${type}_input`
    const value = input === 'path' ? listOf(GraphQLString) : scalars[input]
    if (json.length === 0) return undefined
    const fields = Object.fromEntries(json.map((column) => [column.name, { type: value }]))
    return types.once(name, () => new GraphQLInputObjectType({ name, fields }))
  }
  const operators = {
    _set: columnsInput(types, `${table.name}_set_input`, all),
    _inc: columnsInput(types, `${table.name}_inc_input`, numbers),
    _append: columnsInput(types, `${table.name}_append_input`, json),
    _prepend: columnsInput(types, `${table.name}_prepend_input`, json),
    _delete_key: keyed('delete_key', 'String'),
    _delete_elem: keyed('delete_elem', 'Int'),
    _delete_at_path: keyed('delete_at_path', 'path'),
  }
  const made = Object.entries(operators).flatMap(([name, type]) => (type ? [[name, { type }] as const] : []))
  return Object.fromEntries(made)
}

function columnEnum(types: TableTypes, name: string, names: Iterable<string>): GraphQLEnumType | undefined {
  const values = Object.fromEntries([...names].map((one) => [one, {}]))
  if (Object.keys(values).length === 0) return undefined
  return types.once(name, () => new GraphQLEnumType({ name, values }))
}

function onConflict(
  types: TableTypes,
  table: TableView,
  update: WriteView | null,
  constraints: Constraints,
): GraphQLFieldConfigArgumentMap {
  const constraint = columnEnum(
    types,
    `${table.name}_constraint`,
    constraints.get(table.source.table_name) ?? [],
  )
  const column = columnEnum(types, `${table.name}_update_column`, update?.columns.keys() ?? [])
  if (!constraint || !column) return {}
  const name = `${table.name}_on_conflict`
  const type = types.once(name, () => {
    const fields = {
      constraint: { type: new GraphQLNonNull(constraint) },
      update_columns: { type: new GraphQLNonNull(listOf(column)), defaultValue: [] },
      where: { type: types.boolExp(table) },
    }
    return new GraphQLInputObjectType({ name, fields })
  })
  return { on_conflict: { type } }
}

function response(types: TableTypes, table: TableView): GraphQLObjectType {
  const name = `${table.name}_mutation_response`
  return types.once(name, () => {
    const rows = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(types.row(table))))
    const fields: Fields = {
      affected_rows: withMeta({ is: 'affected_rows' }, { type: new GraphQLNonNull(GraphQLInt) }),
      returning: withMeta({ is: 'returning' }, { type: rows }),
    }
    return new GraphQLObjectType({ name, fields })
  })
}

interface WriteSchema {
  readonly profile: Profile
  readonly types: TableTypes
  readonly constraints: Constraints
}

/** Rows of a relation that may be written together with the row they belong to. */
function relationInputs(schema: WriteSchema, table: TableView): GraphQLInputFieldConfigMap {
  const fields: GraphQLInputFieldConfigMap = {}
  for (const relation of nestedRelations(table, schema.profile)) {
    const { target } = relation
    const isList = relation.relation.kind === 'array'
    const input = insertInput(schema, target)
    if (!input) continue
    const name = `${target.name}_${isList ? 'arr' : 'obj'}_rel_insert_input`
    const type = schema.types.once(name, () => {
      const data = new GraphQLNonNull(isList ? listOf(input) : input)
      const conflict = onConflict(
        schema.types,
        target,
        writeViews(target, schema.profile).update,
        schema.constraints,
      )
      return new GraphQLInputObjectType({ name, fields: { data: { type: data }, ...inputsOf(conflict) } })
    })
    fields[relation.name] = { type }
  }
  return fields
}

function insertInput(schema: WriteSchema, table: TableView): GraphQLInputObjectType | undefined {
  const columns = [...(writeViews(table, schema.profile).insert?.columns.values() ?? [])]
  if (columns.length === 0) return undefined
  const name = `${table.name}_insert_input`
  // Relations are circular, so nested inputs are resolved once every type exists.
  const fields = () => ({ ...inputFields(columns), ...relationInputs(schema, table) })
  return schema.types.once(name, () => new GraphQLInputObjectType({ name, fields }))
}

function insertFields(schema: WriteSchema, table: TableView, { update }: WriteViews): Fields {
  const { types, constraints } = schema
  const input = insertInput(schema, table)
  if (!input) return {}
  const conflict = onConflict(types, table, update, constraints)
  const objects = { type: new GraphQLNonNull(listOf(input)) }
  return {
    [`insert_${table.name}`]: withMeta(
      { is: 'write', root: 'insert', table },
      { type: response(types, table), args: { objects, ...conflict } },
    ),
    [`insert_${table.name}_one`]: withMeta(
      { is: 'write', root: 'insert_one', table },
      { type: types.row(table), args: { object: { type: nonNull(input) }, ...conflict } },
    ),
  }
}

function updateFields(types: TableTypes, table: TableView, { update }: WriteViews): Fields {
  if (!update || update.columns.size === 0) return {}
  const operators = updateOperators(types, table, update)
  const where = { type: nonNull(types.boolExp(table)) }
  const many = new GraphQLInputObjectType({
    name: `${table.name}_updates`,
    fields: { ...inputsOf(operators), where },
  })
  const fields: Fields = {
    [`update_${table.name}`]: withMeta(
      { is: 'write', root: 'update', table },
      { type: response(types, table), args: { ...operators, where } },
    ),
    [`update_${table.name}_many`]: withMeta(
      { is: 'write', root: 'update_many', table },
      {
        type: new GraphQLList(response(types, table)),
        args: { updates: { type: new GraphQLNonNull(listOf(many)) } },
      },
    ),
  }
  const key = table.columns.get(table.source.key)
  if (!key) return fields
  const pk = new GraphQLInputObjectType({
    name: `${table.name}_pk_columns_input`,
    fields: { [key.name]: { type: new GraphQLNonNull(inputTypeOf(key)) } },
  })
  fields[`update_${table.name}_by_pk`] = withMeta(
    { is: 'write', root: 'update_by_pk', table },
    { type: types.row(table), args: { ...operators, pk_columns: { type: nonNull(pk) } } },
  )
  return fields
}

const inputsOf = (args: GraphQLFieldConfigArgumentMap): GraphQLInputFieldConfigMap =>
  Object.fromEntries(Object.entries(args).map(([name, { type }]) => [name, { type }]))

function deleteFields(types: TableTypes, table: TableView, views: WriteViews): Fields {
  if (!views.delete) return {}
  const fields: Fields = {
    [`delete_${table.name}`]: withMeta(
      { is: 'write', root: 'delete', table },
      { type: response(types, table), args: { where: { type: nonNull(types.boolExp(table)) } } },
    ),
  }
  const key = table.columns.get(table.source.key)
  if (!key) return fields
  fields[`delete_${table.name}_by_pk`] = withMeta(
    { is: 'write', root: 'delete_by_pk', table },
    { type: types.row(table), args: { [key.name]: { type: new GraphQLNonNull(inputTypeOf(key)) } } },
  )
  return fields
}

/** mutation_root of a profile; null where there is nothing it may write. */
export function mutationRoot(
  profile: Profile,
  types: TableTypes,
  constraints: Constraints,
): GraphQLObjectType | null {
  const fields: Fields = {}
  const schema = { profile, types, constraints }
  for (const table of profile.tables.values()) {
    const views = writeViews(table, profile)
    Object.assign(
      fields,
      insertFields(schema, table, views),
      updateFields(types, table, views),
      deleteFields(types, table, views),
    )
  }
  return Object.keys(fields).length === 0 ? null : new GraphQLObjectType({ name: 'mutation_root', fields })
}
