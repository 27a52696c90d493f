import {
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  isInputType,
} from 'graphql'
import { type SqlType, sqlTypeOf } from '#entity/new-row.ts'
import type { Profile, TableView } from '../profile.ts'
import { withMeta } from './schema-meta.ts'
import { inputTypeOf, scalars } from './schema-scalars.ts'
import { TableTypes } from './schema-table.ts'
import { type Constraints, mutationRoot } from './schema-write.ts'

type Fields = GraphQLFieldConfigMap<unknown, unknown>

/** The schema as one profile knows it. Types are made when a document names them; the whole only for introspection. */
export interface ProfileSchema {
  readonly types: TableTypes
  readonly query: GraphQLObjectType
  readonly mutation: GraphQLObjectType | null
  readonly subscription: GraphQLObjectType
  readonly whole: () => GraphQLSchema
  /** The type of a variable, without building the whole schema where its name is enough. */
  readonly inputType: (name: string) => GraphQLInputType | undefined
}

const ARGUMENT_SCALARS: Readonly<Partial<Record<SqlType, keyof typeof scalars>>> = {
  uuid: 'uuid',
  text: 'String',
  numeric: 'numeric',
  bigint: 'Int',
  date: 'date',
  timestamptz: 'timestamptz',
  boolean: 'Boolean',
  jsonb: 'jsonb',
}

function functionArgs(types: TableTypes, table: TableView): GraphQLFieldConfigArgumentMap {
  const declared = Object.entries(table.function?.args ?? {})
  if (declared.length === 0) return {}
  const name = `${table.name}_args`
  const type = types.once(name, () => {
    const fields = declared.map(([arg, { kind, required }]) => {
      const scalar = ARGUMENT_SCALARS[sqlTypeOf(kind)] ?? 'String'
      const one = inputTypeOf({ scalar, is_list: kind === 'tags' })
      return [arg, { type: required ? new GraphQLNonNull(one) : one }] as const
    })
    return new GraphQLInputObjectType({ name, fields: Object.fromEntries(fields) })
  })
  const isRequired = declared.some(([, { required }]) => required)
  return { args: { type: isRequired ? new GraphQLNonNull(type) : type } }
}

function queryFields(profile: Profile, types: TableTypes): Fields {
  const fields: Fields = {}
  for (const table of profile.tables.values()) {
    if (!table.is_root) continue
    const args = { ...functionArgs(types, table), ...types.listArgs(table) }
    const row = types.row(table)
    const rows = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(row)))
    fields[table.name] = withMeta({ is: 'list', table, relation: null }, { type: rows, args })
    fields[`${table.name}_aggregate`] = withMeta(
      { is: 'aggregate', table, relation: null },
      { type: new GraphQLNonNull(types.aggregate(table)), args },
    )
    const key = table.columns.get(table.source.key)
    if (key && !table.function) {
      const byKey = { [key.name]: { type: new GraphQLNonNull(inputTypeOf(key)) } }
      fields[`${table.name}_by_pk`] = withMeta({ is: 'by_pk', table }, { type: row, args: byKey })
    }
  }
  // A viewer without any rights still needs a schema: GraphQL knows no type without fields.
  if (Object.keys(fields).length === 0)
    fields.no_queries_available = withMeta({ is: 'nothing' }, { type: GraphQLString })
  return fields
}

/** Input types of a table, by the end of their names. */
const TABLE_INPUTS = [
  ['_bool_exp', (types: TableTypes, table: TableView) => types.boolExp(table)],
  ['_order_by', (types: TableTypes, table: TableView) => types.orderBy(table)],
  ['_select_column', (types: TableTypes, table: TableView) => types.selectColumn(table)],
] as const

function namedInput(profile: Profile, types: TableTypes, name: string): GraphQLInputType | undefined {
  const scalar = Object.values(scalars).find((one) => one.name === name)
  if (scalar) return scalar
  for (const [suffix, make] of TABLE_INPUTS) {
    const table = name.endsWith(suffix) ? profile.tables.get(name.slice(0, -suffix.length)) : undefined
    if (table) return make(types, table)
  }
  return undefined
}

/** @param constraints unique constraints of the database, which on_conflict names */
export function makeSchema(profile: Profile, constraints: Constraints = new Map()): ProfileSchema {
  const types = new TableTypes()
  const query = new GraphQLObjectType({ name: 'query_root', fields: () => queryFields(profile, types) })
  const subscription = new GraphQLObjectType({
    name: 'subscription_root',
    fields: () => queryFields(profile, types),
  })
  const mutation = mutationRoot(profile, types, constraints)
  let made: GraphQLSchema | undefined
  const whole = () => {
    made ??= new GraphQLSchema({ query, subscription, mutation, assumeValid: true })
    return made
  }
  return {
    types,
    query,
    mutation,
    subscription,
    whole,
    inputType: (name) => {
      const type = namedInput(profile, types, name) ?? whole().getType(name)
      return isInputType(type) ? type : undefined
    },
  }
}
