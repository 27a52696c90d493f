import { type Case, table } from './case.ts'
import { ids } from './shelf-rows.ts'

const ROOT = '$.selectionSet.shelf_book'
const WHERE = `${ROOT}.args.where`

const REFUSED: readonly (readonly [ask: string, message: string, path: string])[] = [
  [
    '{ shelf_magazine { id } }',
    "field 'shelf_magazine' not found in type: 'query_root'",
    '$.selectionSet.shelf_magazine',
  ],
  ['{ shelf_book { isbn } }', "field 'isbn' not found in type: 'shelf_book'", `${ROOT}.selectionSet.isbn`],
  [
    '{ b: shelf_book { x: isbn } }',
    "field 'isbn' not found in type: 'shelf_book'",
    '$.selectionSet.b.selectionSet.x',
  ],
  [
    '{ shelf_book { agency_id } }',
    "field 'agency_id' not found in type: 'shelf_book'",
    `${ROOT}.selectionSet.agency_id`,
  ],
  [
    '{ shelf_book { deleted_at } }',
    "field 'deleted_at' not found in type: 'shelf_book'",
    `${ROOT}.selectionSet.deleted_at`,
  ],
  ['{ shelf_book(first: 1) { id } }', "'shelf_book' has no argument named 'first'", ROOT],
  ['{ shelf_book_by_pk { id } }', "missing required field 'id'", '$.selectionSet.shelf_book_by_pk.args.id'],
  [
    '{ shelf_book_by_pk(id: null) { id } }',
    "unexpected null value for type 'uuid'",
    '$.selectionSet.shelf_book_by_pk.args.id',
  ],
  [
    '{ shelf_book_by_pk(id: "B1") { id } }',
    "expected a uuid for type 'uuid', but found something else",
    '$.selectionSet.shelf_book_by_pk.args.id',
  ],
  [
    '{ shelf_book(where: {pages: {_like: "1%"}}) { id } }',
    "field '_like' not found in type: 'Int_comparison_exp'",
    `${WHERE}.pages._like`,
  ],
  [
    '{ shelf_book(where: {title: {_contains: "x"}}) { id } }',
    "field '_contains' not found in type: 'String_comparison_exp'",
    `${WHERE}.title._contains`,
  ],
  [
    '{ shelf_book(where: {pages: {_gt: 2147483648}}) { id } }',
    "expected a 32-bit integer for type 'Int', but found a number",
    `${WHERE}.pages._gt`,
  ],
  [
    '{ shelf_book(where: {pages: {_gt: 1.5}}) { id } }',
    "expected a 32-bit integer for type 'Int', but found a number",
    `${WHERE}.pages._gt`,
  ],
  [
    '{ shelf_book(where: {price: {_gt: "free"}}) { id } }',
    "expected a number for type 'numeric', but found something else",
    `${WHERE}.price._gt`,
  ],
  [
    '{ shelf_book(where: {price: {_gt: true}}) { id } }',
    "expected a number for type 'numeric', but found a boolean",
    `${WHERE}.price._gt`,
  ],
  [
    '{ shelf_book(where: {pages: {_is_null: "yes"}}) { id } }',
    "expected a boolean for type 'Boolean', but found a string",
    `${WHERE}.pages._is_null`,
  ],
  [
    '{ shelf_book(where: {title: {_in: [1]}}) { id } }',
    "expected a string for type 'String', but found a number",
    `${WHERE}.title._in[0]`,
  ],
  [
    '{ shelf_book(where: {title: "Ash"}) { id } }',
    "expected an object for type 'String_comparison_exp', but found a scalar",
    `${WHERE}.title`,
  ],
  [
    '{ shelf_book(where: {author: {age: {_gt: 1}}}) { id } }',
    "field 'age' not found in type: 'shelf_author_bool_exp'",
    `${WHERE}.author.age`,
  ],
  [
    '{ shelf_book(where: {reviews_aggregate: {count: {filter: {}}}}) { id } }',
    "missing required field 'predicate'",
    `${WHERE}.reviews_aggregate.count`,
  ],
  [
    '{ shelf_book(limit: "1") { id } }',
    "expected a 32-bit integer for type 'Int', but found a string",
    `${ROOT}.args.limit`,
  ],
  [
    '{ shelf_book(order_by: {reviews: {stars: asc}}) { id } }',
    "field 'reviews' not found in type: 'shelf_book_order_by'",
    `${ROOT}.args.order_by[0].reviews`,
  ],
  [
    '{ shelf_book { author { id } { id } } }',
    'not a valid graphql query: Syntax Error: Expected Name, found "{".',
    '$.query',
  ],
  ['{ shelf_book { id }', 'not a valid graphql query: Syntax Error: Expected Name, found <EOF>.', '$.query'],
  ['{ shelf_book { author } }', "missing selection set for 'shelf_author'", `${ROOT}.selectionSet.author`],
  [
    '{ shelf_book { title { x } } }',
    'unexpected subselection set for non-object field',
    `${ROOT}.selectionSet.title`,
  ],
  ['{ shelf_book { data(path: "") } }', 'invalid JSON path', `${ROOT}.selectionSet.data`],
  [
    '{ shelf_book_aggregate { aggregate { sum { title } } } }',
    "field 'title' not found in type: 'shelf_book_sum_fields'",
    '$.selectionSet.shelf_book_aggregate.selectionSet.aggregate.selectionSet.sum.selectionSet.title',
  ],
  [
    '{ shelf_book_aggregate { aggregate { median { price } } } }',
    "field 'median' not found in type: 'shelf_book_aggregate_fields'",
    '$.selectionSet.shelf_book_aggregate.selectionSet.aggregate.selectionSet.median',
  ],
  ['{ shelf_book @cached { id } }', "directive 'cached' is not defined in the schema", '$'],
  ['{ shelf_book { id @include } }', "missing required field 'if'", ROOT],
  [
    'query { shelf_book { ...f } } fragment f on shelf_author { id }',
    "a fragment on type 'shelf_author' cannot be used within type 'shelf_book'",
    ROOT,
  ],
  [
    'query one { shelf_book { id } } query one { shelf_book { id } }',
    'multiple operations are named "one" in the document',
    '$.query',
  ],
  ['subscription { shelf_book { id } }', 'subscriptions are answered over a WebSocket', '$'],
  [
    'mutation { update_shelf_currency(where: {}, _set: {name: "x"}) { affected_rows } }',
    "field 'update_shelf_currency' not found in type: 'mutation_root'",
    '$.selectionSet.update_shelf_currency',
  ],
]

const refused = table(REFUSED, ([ask, message, path]) => ({
  name: ask,
  ask,
  refuses: { message, path, ...(message.startsWith('subscriptions') ? { code: 'bad-request' } : {}) },
}))

export const refusal_cases: readonly Case[] = [
  ...refused,
  {
    name: 'an operation that is not in the document',
    ask: `query one { shelf_book_by_pk(id: "${ids.ash}") { id } }`,
    operation: 'two',
    refuses: { message: 'no such operation found in the document: "two"', path: '$' },
  },
  {
    name: 'a variable without its value',
    ask: 'query($id: uuid!) { shelf_book_by_pk(id: $id) { id } }',
    refuses: { message: 'expecting a value for non-nullable variable: "id"', path: '$' },
  },
  {
    name: 'a variable that nobody declared',
    ask: '{ shelf_currency { code } }',
    variables: { id: ids.ash },
    refuses: { message: 'unexpected variables in variableValues: id', path: '$' },
  },
  {
    name: 'a variable that is null where no null may be',
    ask: 'query($id: uuid) { shelf_book_by_pk(id: $id) { id } }',
    variables: { id: null },
    refuses: {
      message: "unexpected null value for type 'uuid'",
      path: '$.selectionSet.shelf_book_by_pk.args.id',
    },
  },
  {
    name: 'a wrong value deep inside a variable',
    ask: 'query($w: shelf_book_bool_exp) { shelf_book(where: $w) { id } }',
    variables: { w: { _or: [{ title: { _eq: 'x' } }, { reviews: { stars: { _eq: 'five' } } }] } },
    refuses: {
      message: "expected a 32-bit integer for type 'Int', but found a string",
      path: '$.variables.w._or[1].reviews.stars._eq',
    },
  },
]
