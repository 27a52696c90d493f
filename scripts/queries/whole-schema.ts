/**
 * The data endpoint's schema with everything that schema.graphql leaves out because it follows by rule: arguments of
 * lists, filters, orders and aggregates (docs/data-api.md).
 */
import {
  buildSchema,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

const text_operators = '_like _nlike _ilike _nilike _similar _nsimilar _regex _nregex _iregex _niregex'.split(
  ' ',
)
const summed = new Set(['numeric', 'Int'])
const ordered = new Set(['numeric', 'Int', 'String', 'date', 'timestamptz'])
const float_operators = ['avg', 'stddev', 'stddev_pop', 'stddev_samp', 'var_pop', 'var_samp', 'variance']
const same_type_operators = ['max', 'min', 'sum']

const block = (head: string, fields: readonly string[]): string => `${head} {\n  ${fields.join('\n  ')}\n}`

const basic = (type: string): string[] => [
  ...['_eq', '_gt', '_gte', '_lt', '_lte', '_neq'].map((name) => `${name}: ${type}`),
  `_in: [${type}!]`,
  `_nin: [${type}!]`,
  '_is_null: Boolean',
]

const fixed = [
  'enum order_by { asc asc_nulls_first asc_nulls_last desc desc_nulls_first desc_nulls_last }',
  ...['uuid', 'numeric', 'Int', 'date', 'timestamptz', 'Boolean'].map((scalar) =>
    block(`input ${scalar}_comparison_exp`, basic(scalar)),
  ),
  block('input String_comparison_exp', [
    ...basic('String'),
    ...text_operators.map((name) => `${name}: String`),
  ]),
  block('input jsonb_comparison_exp', [
    ...basic('jsonb'),
    '_contains: jsonb _contained_in: jsonb _has_key: String _has_keys_all: [String!] _has_keys_any: [String!]',
  ]),
  block('input String_array_comparison_exp', [
    ...basic('[String!]'),
    '_contains: [String!] _contained_in: [String!]',
  ]),
]

type Field = GraphQLField<unknown, unknown>

/** Rows of another table, one or many, or a column. */
const targetOf = ({ type }: Field): GraphQLObjectType | null => {
  const named: GraphQLNamedType = getNamedType(type)
  return isObjectType(named) ? named : null
}
const isMany = ({ type }: Field): boolean => isListType(getNullableType(type))

const listArguments = (name: string): string =>
  `where: ${name}_bool_exp, order_by: [${name}_order_by!], limit: Int, offset: Int, distinct_on: [${name}_select_column!]`

function rowField(field: Field): string[] {
  const target = targetOf(field)
  if (!target)
    return [
      `${field.name}${getNamedType(field.type).name === 'jsonb' ? '(path: String)' : ''}: ${field.type}`,
    ]
  if (!isMany(field)) return [`${field.name}: ${field.type}`]
  const given = listArguments(target.name)
  return [
    `${field.name}(${given}): ${field.type}`,
    `${field.name}_aggregate(${given}): ${target.name}_aggregate!`,
  ]
}

function filterField(field: Field): string[] {
  const target = targetOf(field)
  if (!target)
    return [`${field.name}: ${getNamedType(field.type).name}${isMany(field) ? '_array' : ''}_comparison_exp`]
  const own = `${field.name}: ${target.name}_bool_exp`
  return isMany(field) ? [own, `${field.name}_aggregate: ${target.name}_aggregate_bool_exp`] : [own]
}

function orderField(field: Field): string {
  const target = targetOf(field)
  if (!target) return `${field.name}: order_by`
  return isMany(field)
    ? `${field.name}_aggregate: ${target.name}_aggregate_order_by`
    : `${field.name}: ${target.name}_order_by`
}

function aggregateOf(name: string, columns: readonly Field[]): string[] {
  const fitting = (operator: string) =>
    columns.filter(
      (field) =>
        !isMany(field) &&
        (operator === 'min' || operator === 'max' ? ordered : summed).has(getNamedType(field.type).name),
    )
  const operators = [...float_operators, ...same_type_operators].filter(
    (operator) => fitting(operator).length > 0,
  )
  return [
    block(`type ${name}_aggregate`, [`aggregate: ${name}_aggregate_fields`, `nodes: [${name}!]!`]),
    block(`type ${name}_aggregate_fields`, [
      `count(columns: [${name}_select_column!], distinct: Boolean): Int!`,
      ...operators.map((operator) => `${operator}: ${name}_${operator}_fields`),
    ]),
    ...operators.map((operator) =>
      block(
        `type ${name}_${operator}_fields`,
        fitting(operator).map(
          (field) =>
            `${field.name}: ${same_type_operators.includes(operator) ? getNullableType(field.type) : 'Float'}`,
        ),
      ),
    ),
    block(`input ${name}_aggregate_order_by`, [
      'count: order_by',
      ...operators.map((operator) => `${operator}: ${name}_${operator}_order_by`),
    ]),
    ...operators.map((operator) =>
      block(
        `input ${name}_${operator}_order_by`,
        fitting(operator).map((field) => `${field.name}: order_by`),
      ),
    ),
    block(`input ${name}_aggregate_bool_exp`, [`count: ${name}_aggregate_bool_exp_count`]),
    block(`input ${name}_aggregate_bool_exp_count`, [
      `arguments: [${name}_select_column!]`,
      'distinct: Boolean',
      `filter: ${name}_bool_exp`,
      'predicate: Int_comparison_exp!',
    ]),
  ]
}

function table(type: GraphQLObjectType): string[] {
  const { name } = type
  const fields = Object.values(type.getFields())
  const columns = fields.filter((field) => !targetOf(field))
  return [
    block(`type ${name}`, fields.flatMap(rowField)),
    block(
      `enum ${name}_select_column`,
      columns.map((field) => field.name),
    ),
    block(`input ${name}_bool_exp`, [
      `_and: [${name}_bool_exp!] _or: [${name}_bool_exp!] _not: ${name}_bool_exp`,
      ...fields.flatMap(filterField),
    ]),
    block(`input ${name}_order_by`, fields.map(orderField)),
    ...aggregateOf(name, columns),
  ]
}

function root(schema: GraphQLSchema, field: Field): string[] {
  const row = targetOf(field)
  if (!row) return []
  const args = schema.getType(`${field.name}_args`)
  const own = isInputObjectType(args)
    ? `args: ${args.name}${Object.values(args.getFields()).some(({ type }) => isNonNullType(type)) ? '!' : ''}, `
    : ''
  const given = `${own}${listArguments(row.name)}`
  const id = row.getFields().id
  return [
    `${field.name}(${given}): ${field.type}`,
    `${field.name}_aggregate(${given}): ${row.name}_aggregate!`,
    ...(id ? [`${field.name}_by_pk(id: ${id.type}): ${row.name}`] : []),
  ]
}

/** @param printed the text of schema.graphql */
export function wholeSchema(printed: string): GraphQLSchema {
  const schema = buildSchema(printed)
  const query = schema.getQueryType()
  const roots = Object.values(query?.getFields() ?? {})
  const tables = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType =>
      isObjectType(type) && !/^__|_root$|_mutation_response$/.test(type.name),
  )
  const inputs = Object.values(schema.getTypeMap()).filter((type) => isInputObjectType(type))
  return buildSchema(
    [
      'scalar uuid scalar numeric scalar bigint scalar date scalar timestamptz scalar jsonb',
      ...fixed,
      ...inputs.map((type) =>
        block(
          `input ${type.name}`,
          Object.values(type.getFields()).map((field) => `${field.name}: ${field.type}`),
        ),
      ),
      ...tables.flatMap(table),
      block(
        'type query_root',
        roots.flatMap((field) => root(schema, field)),
      ),
      'schema { query: query_root }',
    ].join('\n'),
    { assumeValid: true },
  )
}
