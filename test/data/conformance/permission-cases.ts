import { type Case, table } from './case.ts'
import { ids, type Who } from './shelf-rows.ts'

const ROWS: readonly (readonly [as: Who, table: string, key: string, rows: string])[] = [
  ['north', 'shelf_book', 'code', 'B1 B2 B3 B4'],
  ['clerk', 'shelf_book', 'code', 'B1 B2 B3 B4'],
  ['south', 'shelf_book', 'code', 'B5'],
  ['client', 'shelf_book', 'code', 'B1 B2 B5'],
  ['reader', 'shelf_book', 'title', 'Ash Birch Fir'],
  ['provider', 'shelf_book', 'code', 'B1 B2 B3 B4 B5'],
  ['south', 'shelf_author', 'name', 'Dot'],
  ['client', 'shelf_review', 'text', 'Lost,_alas Salty Splendid Too_long'],
  ['reader', 'shelf_review', 'text', 'Salty Splendid Too_long'],
  ['client', 'shelf_currency', 'code', 'EUR GBP'],
  ['south', 'shelf_classic', 'code', ''],
]

const rows = table(ROWS, ([as, root, key, names]) => ({
  name: `rows of ${root} for ${as}`,
  as,
  ask: `{ ${root}(order_by: {${key}: asc}) { ${key} } ${root}_aggregate { aggregate { count } } }`,
  gives: {
    [root]: names
      .split(' ')
      .filter(Boolean)
      .map((name) => ({ [key]: name.replace('_', ' ') })),
    [`${root}_aggregate`]: { aggregate: { count: names.split(' ').filter(Boolean).length } },
  },
}))

/** Where a field that is not the viewer's could be named, and the type that has it not. */
const HIDDEN: readonly (readonly [as: Who, ask: string, field: string, type: string])[] = [
  ['client', '{ shelf_book { cost } }', 'cost', 'shelf_book'],
  ['clerk', '{ shelf_book { cost } }', 'cost', 'shelf_book'],
  ['client', '{ shelf_review { book { cost } } }', 'cost', 'shelf_book'],
  ['client', '{ shelf_book(where: {cost: {_gt: 1}}) { code } }', 'cost', 'shelf_book_bool_exp'],
  [
    'client',
    '{ shelf_book(where: {_not: {_or: [{cost: {_gt: 1}}]}}) { code } }',
    'cost',
    'shelf_book_bool_exp',
  ],
  ['client', '{ shelf_review(where: {book: {cost: {_gt: 1}}}) { stars } }', 'cost', 'shelf_book_bool_exp'],
  ['client', '{ shelf_book(order_by: {cost: asc}) { code } }', 'cost', 'shelf_book_order_by'],
  ['client', '{ shelf_review(order_by: {book: {cost: asc}}) { stars } }', 'cost', 'shelf_book_order_by'],
  ['client', '{ shelf_book_aggregate { aggregate { sum { cost } } } }', 'cost', 'shelf_book_sum_fields'],
  ['client', '{ shelf_book_aggregate { aggregate { min { cost } } } }', 'cost', 'shelf_book_min_fields'],
  ['client', '{ shelf_book_aggregate { nodes { cost } } }', 'cost', 'shelf_book'],
  [
    'client',
    '{ shelf_book(where: {reviews: {reader_email: {_eq: "kim@work.test"}}}) { code } }',
    'reader_email',
    'shelf_review_bool_exp',
  ],
  ['client', '{ shelf_book { author { rating } } }', 'rating', 'shelf_author'],
  ['reader', '{ shelf_book { author { name } } }', 'author', 'shelf_book'],
  ['reader', '{ shelf_book { reviews { stars } price } }', 'price', 'shelf_book'],
  [
    'reader',
    '{ shelf_book_aggregate { aggregate { max { title } } } }',
    'max',
    'shelf_book_aggregate_fields',
  ],
  ['client', '{ shelf_author { name } }', 'shelf_author', 'query_root'],
  ['client', `{ shelf_author_by_pk(id: "${ids.ada}") { name } }`, 'shelf_author_by_pk', 'query_root'],
  ['funder', '{ shelf_book { code } }', 'shelf_book', 'query_root'],
]

const hidden = table(HIDDEN, ([as, ask, field, type]) => ({
  name: `${as} has no ${field}: ${ask}`,
  as,
  ask,
  refuses: { message: `field '${field}' not found in type: '${type}'` },
}))

export const permission_cases: readonly Case[] = [
  ...rows,
  ...hidden,
  {
    name: 'by key: another’s row reads as one that is not there',
    as: 'south',
    ask: `{ shelf_book_by_pk(id: "${ids.ash}") { code } }`,
    gives: { shelf_book_by_pk: null },
  },
  {
    name: 'relations of a row: only what is the viewer’s',
    as: 'client',
    ask: '{ shelf_book(where: {code: {_eq: "B1"}}) { reviews { stars } reviews_aggregate { aggregate { count } } } }',
    gives: { shelf_book: [{ reviews: [{ stars: 5 }], reviews_aggregate: { aggregate: { count: 1 } } }] },
  },
  {
    name: 'a row that is reached through another, without a root of its own',
    as: 'client',
    ask: '{ shelf_book(order_by: {code: asc}, limit: 1) { author { id name } } }',
    gives: { shelf_book: [{ author: { id: ids.ada, name: 'Ada' } }] },
  },
  {
    name: 'a filter through a relation sees only rows of the viewer',
    as: 'client',
    ask: '{ shelf_book(where: {reviews: {stars: {_eq: 3}}}) { code } }',
    gives: { shelf_book: [] },
  },
  {
    name: 'an order by a relation’s count counts only rows of the viewer',
    as: 'client',
    ask: '{ shelf_book(order_by: [{reviews_aggregate: {count: desc}}, {code: desc}]) { code } }',
    gives: { shelf_book: [{ code: 'B5' }, { code: 'B2' }, { code: 'B1' }] },
  },
  {
    name: 'a count of a relation in a filter counts only rows of the viewer',
    as: 'client',
    ask: '{ shelf_book(where: {reviews_aggregate: {count: {predicate: {_eq: 2}}}}) { code } }',
    gives: { shelf_book: [] },
  },
  {
    name: 'an object relation to a row that is not the viewer’s is null',
    as: 'client',
    ask: '{ shelf_review(where: {text: {_eq: "Lost, alas"}}) { text book { code } } }',
    gives: { shelf_review: [{ text: 'Lost, alas', book: null }] },
  },
  {
    name: 'a category without access has an empty schema that still answers',
    as: 'funder',
    ask: '{ __typename no_queries_available }',
    gives: { __typename: 'query_root', no_queries_available: null },
  },
  {
    name: 'a hidden column is none of distinct_on’s values',
    as: 'client',
    ask: '{ shelf_book(distinct_on: [cost]) { code } }',
    refuses: {
      message:
        "expected one of the values ['id', 'code', 'author_id', 'editor_id', 'currency_code', 'title', 'status', 'pages', 'price', 'printed_on', 'updated_at', 'age_days'] for type 'shelf_book_select_column', but found 'cost'",
    },
  },
]
