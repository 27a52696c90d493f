import { type Case, table } from './case.ts'
import type { Who } from './shelf-rows.ts'

const names = (list: string) => list.split(' ').map((name) => ({ name }))

/** Fields, input fields or enum values of a type, as one viewer is shown them. */
const TYPES: readonly (readonly [as: Who, type: string, what: string, list: string | null])[] = [
  ['north', 'shelf_currency', 'fields', 'code name'],
  ['client', 'shelf_author', 'fields', 'id name books books_aggregate edited edited_aggregate'],
  [
    'client',
    'shelf_book',
    'fields',
    'id code author_id editor_id currency_code title status pages price printed_on updated_at age_days author editor currency reviews reviews_aggregate praise praise_aggregate',
  ],
  ['reader', 'shelf_book', 'fields', 'id title reviews reviews_aggregate praise praise_aggregate'],
  [
    'north',
    'shelf_review_bool_exp',
    'inputFields',
    '_and _not _or id book_id stars text is_public reader_email book',
  ],
  ['client', 'shelf_review_bool_exp', 'inputFields', '_and _not _or id book_id stars text is_public book'],
  ['north', 'shelf_currency_order_by', 'inputFields', 'code name'],
  ['client', 'shelf_review_select_column', 'enumValues', 'id book_id stars text is_public'],
  [
    'north',
    'order_by',
    'enumValues',
    'asc asc_nulls_first asc_nulls_last desc desc_nulls_first desc_nulls_last',
  ],
  ['north', 'numeric_comparison_exp', 'inputFields', '_eq _gt _gte _in _is_null _lt _lte _neq _nin'],
  [
    'north',
    'String_comparison_exp',
    'inputFields',
    '_eq _gt _gte _in _is_null _lt _lte _neq _nin _like _nlike _ilike _nilike _similar _nsimilar _regex _nregex _iregex _niregex',
  ],
  [
    'north',
    'jsonb_comparison_exp',
    'inputFields',
    '_eq _gt _gte _in _is_null _lt _lte _neq _nin _cast _contains _contained_in _has_key _has_keys_all _has_keys_any',
  ],
  [
    'north',
    'shelf_review_aggregate_fields',
    'fields',
    'count avg max min stddev stddev_pop stddev_samp sum var_pop var_samp variance',
  ],
  ['reader', 'shelf_book_aggregate_fields', 'fields', 'count'],
  ['north', 'shelf_review_sum_fields', 'fields', 'stars'],
  ['north', 'shelf_review_max_fields', 'fields', 'stars text reader_email'],
  ['north', 'shelf_review_constraint', 'enumValues', 'review_pkey review_reader_key'],
  ['north', 'shelf_review_update_column', 'enumValues', 'stars text is_public'],
  ['north', 'shelf_review_on_conflict', 'inputFields', 'constraint update_columns where'],
  ['north', 'shelf_review_inc_input', 'inputFields', 'stars'],
  ['north', 'shelf_book_append_input', 'inputFields', 'data'],
  ['north', 'shelf_review_mutation_response', 'fields', 'affected_rows returning'],
  ['north', 'shelf_review_pk_columns_input', 'inputFields', 'id'],
  ['north', 'get_author_totals_args', 'inputFields', 'author_id'],
  ['clerk', 'get_author_totals_args', 'inputFields', null],
  ['client', 'shelf_review_insert_input', 'inputFields', null],
  ['reader', 'shelf_review_set_input', 'inputFields', 'stars text'],
  ['reader', 'shelf_author', 'fields', null],
]

const types = table(TYPES, ([as, type, what, list]) => ({
  name: `${what} of ${type} for ${as}`,
  as,
  ask: `{ __type(name: "${type}") { ${what} { name } } }`,
  gives: { __type: list === null ? null : { [what]: names(list) } },
}))

const TYPE = '{ kind name ofType { kind name ofType { kind name ofType { kind name } } } }'

export const introspection_cases: readonly Case[] = [
  ...types,
  {
    name: 'the roots',
    ask: '{ __schema { queryType { name } mutationType { name } subscriptionType { name } } }',
    gives: {
      __schema: {
        queryType: { name: 'query_root' },
        mutationType: { name: 'mutation_root' },
        subscriptionType: { name: 'subscription_root' },
      },
    },
  },
  {
    name: 'no mutations for who may write nothing',
    as: 'client',
    ask: '{ __schema { mutationType { name } } }',
    gives: { __schema: { mutationType: null } },
  },
  {
    name: 'root fields of a viewer',
    as: 'client',
    ask: '{ __schema { queryType { fields { name } } } }',
    gives: {
      __schema: {
        queryType: {
          fields: names(
            'shelf_book shelf_book_aggregate shelf_book_by_pk shelf_review shelf_review_aggregate shelf_review_by_pk shelf_currency shelf_currency_aggregate shelf_currency_by_pk',
          ),
        },
      },
    },
  },
  {
    name: 'mutations of a viewer',
    as: 'reader',
    ask: '{ __type(name: "mutation_root") { fields { name } } }',
    gives: {
      __type: { fields: names('update_shelf_review update_shelf_review_many update_shelf_review_by_pk') },
    },
  },
  {
    name: 'arguments of a list, with their types',
    ask: `{ __type(name: "query_root") { fields { name args { name type ${TYPE} } } } }`,
    as: 'reader',
    gives: {
      __type: {
        fields: ['shelf_book', 'shelf_review'].flatMap((root) => {
          const listOf = (name: string, kind: string) => ({
            kind: 'LIST',
            name: null,
            ofType: { kind: 'NON_NULL', name: null, ofType: { kind, name, ofType: null } },
          })
          const one = (name: string, kind: string) => ({ kind, name, ofType: null })
          const args = [
            { name: 'distinct_on', type: listOf(`${root}_select_column`, 'ENUM') },
            { name: 'limit', type: one('Int', 'SCALAR') },
            { name: 'offset', type: one('Int', 'SCALAR') },
            { name: 'order_by', type: listOf(`${root}_order_by`, 'INPUT_OBJECT') },
            { name: 'where', type: one(`${root}_bool_exp`, 'INPUT_OBJECT') },
          ]
          const id = { kind: 'NON_NULL', name: null, ofType: { kind: 'SCALAR', name: 'uuid', ofType: null } }
          return [
            { name: root, args },
            { name: `${root}_aggregate`, args },
            { name: `${root}_by_pk`, args: [{ name: 'id', type: id }] },
          ]
        }),
      },
    },
  },
  {
    name: 'a list is never null and holds no null; a row by its key may be null',
    as: 'reader',
    ask: `{ __type(name: "query_root") { fields { type ${TYPE} } } }`,
    gives: {
      __type: {
        fields: ['shelf_book', 'shelf_review'].flatMap((name) => [
          {
            type: {
              kind: 'NON_NULL',
              name: null,
              ofType: {
                kind: 'LIST',
                name: null,
                ofType: { kind: 'NON_NULL', name: null, ofType: { kind: 'OBJECT', name } },
              },
            },
          },
          {
            type: {
              kind: 'NON_NULL',
              name: null,
              ofType: { kind: 'OBJECT', name: `${name}_aggregate`, ofType: null },
            },
          },
          { type: { kind: 'OBJECT', name, ofType: null } },
        ]),
      },
    },
  },
  {
    name: 'scalars of columns',
    ask: `{ __type(name: "shelf_currency") { fields { name type ${TYPE} } } }`,
    as: 'client',
    gives: {
      __type: {
        fields: ['code', 'name'].map((name) => ({
          name,
          type: { kind: 'NON_NULL', name: null, ofType: { kind: 'SCALAR', name: 'String', ofType: null } },
        })),
      },
    },
  },
  {
    name: 'beside data, under another name, with a variable',
    ask: 'query($t: String!) { what: __type(name: $t) { kind } shelf_currency_by_pk(code: "GBP") { code } }',
    variables: { t: 'numeric' },
    gives: { what: { kind: 'SCALAR' }, shelf_currency_by_pk: { code: 'GBP' } },
  },
  {
    name: 'a type that is not there is null',
    ask: '{ __type(name: "shelf_secret") { name } }',
    gives: { __type: null },
  },
  {
    name: 'the schema once more for each of its fields is not given',
    ask: '{ __schema { types { fields { type { fields { name } } } } } }',
    refuses: {
      message: 'the introspection is nested too deeply',
      code: 'limit-exceeded',
      path: '$.query',
    },
  },
  {
    name: 'directives',
    ask: '{ __schema { directives { name } } }',
    gives: { __schema: { directives: names('include skip deprecated specifiedBy oneOf') } },
  },
]
