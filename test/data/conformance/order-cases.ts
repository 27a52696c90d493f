import { type Case, table } from './case.ts'

/** Arguments of shelf_book, and the codes in the order that comes back. */
const PAGES: readonly (readonly [args: string, codes: string])[] = [
  ['order_by: {title: asc}', 'B1 B2 B3 B4'],
  ['order_by: {pages: asc, code: asc}', 'B1 B4 B2 B3'],
  ['order_by: {pages: desc, code: asc}', 'B3 B2 B1 B4'],
  ['order_by: {pages: asc_nulls_first, code: desc}', 'B3 B4 B1 B2'],
  ['order_by: {pages: asc_nulls_last, code: desc}', 'B4 B1 B2 B3'],
  ['order_by: {pages: desc_nulls_first, code: asc}', 'B3 B2 B1 B4'],
  ['order_by: {pages: desc_nulls_last, code: asc}', 'B2 B1 B4 B3'],
  ['order_by: [{status: desc}, {code: desc}]', 'B2 B1 B4 B3'],
  ['order_by: {age_days: desc_nulls_last}', 'B4 B2 B1 B3'],
  ['order_by: [{author: {name: desc}}, {code: asc}]', 'B3 B4 B1 B2'],
  ['order_by: {author: {name: desc}, code: desc}', 'B4 B3 B2 B1'],
  ['order_by: {author: {rating: desc_nulls_last, name: asc}, code: asc}', 'B1 B2 B3 B4'],
  ['order_by: [{editor: {name: asc}}, {code: asc}]', 'B3 B1 B2 B4'],
  ['order_by: [{editor: {name: desc}}, {code: asc}]', 'B2 B4 B1 B3'],
  ['order_by: [{currency: {name: asc}}, {code: asc}]', 'B2 B1 B3 B4'],
  ['order_by: [{reviews_aggregate: {count: desc}}, {code: asc}]', 'B1 B2 B4 B3'],
  ['order_by: [{reviews_aggregate: {avg: {stars: asc_nulls_first}}}]', 'B3 B2 B1 B4'],
  ['order_by: [{reviews_aggregate: {max: {stars: desc_nulls_last}}}]', 'B1 B4 B2 B3'],
  ['order_by: [{reviews_aggregate: {min: {stars: asc, text: asc}}}]', 'B2 B1 B4 B3'],
  ['order_by: [{reviews_aggregate: {sum: {stars: desc_nulls_last}, count: asc}}]', 'B1 B4 B2 B3'],
  ['order_by: [{author: {books_aggregate: {sum: {price: desc}}}}, {code: asc}]', 'B1 B2 B3 B4'],
  ['order_by: {code: asc}, limit: 2', 'B1 B2'],
  ['order_by: {code: asc}, offset: 3', 'B4'],
  ['order_by: {code: desc}, limit: 1, offset: 1', 'B3'],
  ['order_by: {code: asc}, limit: 0', ''],
  ['order_by: {code: asc}, offset: 4', ''],
  ['order_by: {code: asc}, limit: null, offset: null, where: null', 'B1 B2 B3 B4'],
  ['distinct_on: status, order_by: [{status: asc}, {code: desc}]', 'B3 B4 B2'],
  ['distinct_on: [status, pages], order_by: [{pages: asc}, {status: asc}]', 'B4 B1 B2 B3'],
  ['distinct_on: [author_id], order_by: {author_id: asc, price: desc}, limit: 1', 'B2'],
  ['distinct_on: [], order_by: {code: asc}, limit: 1', 'B1'],
]

const pages = table(PAGES, ([args, codes]) => ({
  name: args,
  ask: `{ shelf_book(${args}) { code } }`,
  gives: {
    shelf_book: codes
      .split(' ')
      .filter(Boolean)
      .map((code) => ({ code })),
  },
}))

export const order_cases: readonly Case[] = [
  ...pages,
  {
    name: 'an order as a variable: one object with several keys, read in their order',
    ask: 'query($o: [shelf_book_order_by!]!) { shelf_book(order_by: $o) { code } }',
    variables: { o: { status: 'asc', code: 'desc' } },
    gives: { shelf_book: [{ code: 'B3' }, { code: 'B4' }, { code: 'B2' }, { code: 'B1' }] },
  },
  {
    name: 'the same keys the other way round are another order',
    ask: 'query($o: [shelf_book_order_by!]!) { shelf_book(order_by: $o) { code } }',
    variables: { o: { code: 'desc', status: 'asc' } },
    gives: { shelf_book: [{ code: 'B4' }, { code: 'B3' }, { code: 'B2' }, { code: 'B1' }] },
  },
  {
    name: 'a direction as a variable',
    ask: 'query($d: order_by!) { shelf_book(order_by: {code: $d}, limit: 1) { code } }',
    variables: { d: 'desc' },
    gives: { shelf_book: [{ code: 'B4' }] },
  },
  {
    name: 'a direction that is null orders nothing',
    ask: 'query($d: order_by) { shelf_book(order_by: [{title: $d}, {code: desc}], limit: 1) { code } }',
    variables: { d: null },
    gives: { shelf_book: [{ code: 'B4' }] },
  },
  {
    name: 'distinct columns as a variable',
    ask: 'query($c: [shelf_book_select_column!]) { shelf_book(distinct_on: $c) { status } }',
    variables: { c: ['status'] },
    gives: { shelf_book: [{ status: 'draft' }, { status: 'lost' }, { status: 'printed' }] },
  },
  {
    name: 'limit and offset as variables with defaults',
    ask: 'query($l: Int = 1, $o: Int! = 2) { shelf_book(order_by: {code: asc}, limit: $l, offset: $o) { code } }',
    gives: { shelf_book: [{ code: 'B3' }] },
  },
  {
    name: 'an offset that the filter leaves nothing behind',
    ask: '{ shelf_book(where: {status: {_eq: "printed"}}, order_by: {code: asc}, offset: 1) { code } }',
    gives: { shelf_book: [{ code: 'B2' }] },
  },
]
