import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  GraphQLString,
} from 'graphql'
import type { ColumnView, ScalarName } from '../profile.ts'

const own = (name: string): GraphQLScalarType => new GraphQLScalarType({ name })

/** The scalars of the dialect. Values are checked by the endpoint's own reader (scalar-values.ts). */
export const scalars: Readonly<Record<ScalarName, GraphQLScalarType>> = {
  uuid: own('uuid'),
  String: GraphQLString,
  numeric: own('numeric'),
  Int: GraphQLInt,
  date: own('date'),
  timestamptz: own('timestamptz'),
  Boolean: GraphQLBoolean,
  jsonb: own('jsonb'),
}
export const float = GraphQLFloat

export const listOf = <T extends GraphQLInputType>(type: T) => new GraphQLList(new GraphQLNonNull(type))

export const orderByEnum = new GraphQLEnumType({
  name: 'order_by',
  description: 'column ordering options',
  values: {
    asc: { description: 'in ascending order, nulls last' },
    asc_nulls_first: { description: 'in ascending order, nulls first' },
    asc_nulls_last: { description: 'in ascending order, nulls last' },
    desc: { description: 'in descending order, nulls first' },
    desc_nulls_first: { description: 'in descending order, nulls first' },
    desc_nulls_last: { description: 'in descending order, nulls last' },
  },
})

/** These read a text more than once: they are asked of the viewer's rows alone. */
export const SLOW_OPERATORS = ['_similar', '_nsimilar', '_regex', '_nregex', '_iregex', '_niregex']

const TEXT_OPERATORS = ['_like', '_nlike', '_ilike', '_nilike', ...SLOW_OPERATORS]

function basic(type: GraphQLInputType): GraphQLInputFieldConfigMap {
  const many = listOf(type)
  return {
    _eq: { type },
    _gt: { type },
    _gte: { type },
    _in: { type: many },
    _is_null: { type: GraphQLBoolean },
    _lt: { type },
    _lte: { type },
    _neq: { type },
    _nin: { type: many },
  }
}

function comparison(scalar: ScalarName): GraphQLInputObjectType {
  return new GraphQLInputObjectType({
    name: `${scalar}_comparison_exp`,
    description: `Boolean expression to compare columns of type "${scalar}". All fields are combined with logical 'AND'.`,
    fields: () => {
      const fields = basic(scalars[scalar])
      if (scalar === 'String') for (const name of TEXT_OPERATORS) fields[name] = { type: GraphQLString }
      if (scalar === 'jsonb') {
        Object.assign(fields, {
          _cast: { type: jsonbCast },
          _contains: { type: scalars.jsonb },
          _contained_in: { type: scalars.jsonb },
          _has_key: { type: GraphQLString },
          _has_keys_all: { type: listOf(GraphQLString) },
          _has_keys_any: { type: listOf(GraphQLString) },
        })
      }
      return fields
    },
  })
}

const comparisons: Readonly<Record<ScalarName, GraphQLInputObjectType>> = {
  uuid: comparison('uuid'),
  String: comparison('String'),
  numeric: comparison('numeric'),
  Int: comparison('Int'),
  date: comparison('date'),
  timestamptz: comparison('timestamptz'),
  Boolean: comparison('Boolean'),
  jsonb: comparison('jsonb'),
}

const jsonbCast: GraphQLInputObjectType = new GraphQLInputObjectType({
  name: 'jsonb_cast_exp',
  fields: () => ({ String: { type: comparisons.String } }),
})

/** Lists of text are compared whole, or by their members. */
const textListComparison = new GraphQLInputObjectType({
  name: 'String_array_comparison_exp',
  description:
    'Boolean expression to compare columns of type "[String!]". All fields are combined with logical AND.',
  fields: () => {
    const type = listOf(GraphQLString)
    return { ...basic(type), _contains: { type }, _contained_in: { type } }
  },
})

export const intComparison = comparisons.Int
export const booleanComparison = comparisons.Boolean

export function comparisonOf(column: Pick<ColumnView, 'scalar' | 'is_list'>): GraphQLInputObjectType {
  return column.is_list ? textListComparison : comparisons[column.scalar]
}

export function inputTypeOf(column: Pick<ColumnView, 'scalar' | 'is_list'>): GraphQLInputType {
  return column.is_list ? listOf(scalars[column.scalar]) : scalars[column.scalar]
}
