import { ids, type Who } from './shelf-rows.ts'

/** A live query: its first answer, and the answer after each change. `null`: the change is none of the viewer's. */
interface LiveCase {
  readonly name: string
  readonly as?: Who
  readonly ask: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly first: unknown
  readonly changes: readonly { readonly sql: string; readonly gives: unknown }[]
}

const price = (amount: number) => `update shelf.book set price = ${amount} where id = '${ids.ash}'`

export const live_cases: readonly LiveCase[] = [
  {
    name: 'a row by its key, changed and deleted',
    ask: `subscription { shelf_book_by_pk(id: "${ids.ash}") { price updated_at id } }`,
    first: { shelf_book_by_pk: { price: 9.99, updated_at: '2026-02-01T10:00:00+00:00', id: ids.ash } },
    changes: [
      {
        sql: price(3),
        gives: { shelf_book_by_pk: { price: 3, updated_at: '2026-02-01T10:00:00+00:00', id: ids.ash } },
      },
      {
        sql: `update shelf.book set deleted_at = now() where id = '${ids.ash}'`,
        gives: { shelf_book_by_pk: null },
      },
    ],
  },
  {
    name: 'a filtered list with variables: a row comes in and goes out',
    ask: 'subscription($w: shelf_book_bool_exp) { shelf_book(where: $w, order_by: {code: asc}) { code } }',
    variables: { w: { price: { _gt: 15 } } },
    first: { shelf_book: [{ code: 'B4' }] },
    changes: [
      { sql: price(16), gives: { shelf_book: [{ code: 'B1' }, { code: 'B4' }] } },
      { sql: price(14), gives: { shelf_book: [{ code: 'B4' }] } },
    ],
  },
  {
    name: 'an aggregate',
    ask: 'subscription { shelf_review_aggregate { aggregate { count max { stars } } } }',
    first: { shelf_review_aggregate: { aggregate: { count: 4, max: { stars: 5 } } } },
    changes: [
      {
        sql: `delete from shelf.review where id = '${ids.r1}'`,
        gives: { shelf_review_aggregate: { aggregate: { count: 3, max: { stars: 4 } } } },
      },
    ],
  },
  {
    name: 'a change of a related row alone',
    ask: `subscription { shelf_book_by_pk(id: "${ids.ash}") { author { name } } }`,
    first: { shelf_book_by_pk: { author: { name: 'Ada' } } },
    changes: [
      {
        sql: `update shelf.author set name = 'Ida' where id = '${ids.ada}'`,
        gives: { shelf_book_by_pk: { author: { name: 'Ida' } } },
      },
    ],
  },
  {
    name: 'rows of a function: a change of the table that its SQL reads',
    ask: 'subscription { get_page_totals(where: {books: {_gt: 1}}, order_by: {pages: asc}) { pages author { name } } }',
    first: {
      get_page_totals: [
        { pages: 120, author: { name: 'Ben' } },
        { pages: 460, author: { name: 'Ada' } },
      ],
    },
    changes: [
      {
        sql: `update shelf.book set pages = 130 where id = '${ids.ash}'`,
        gives: {
          get_page_totals: [
            { pages: 120, author: { name: 'Ben' } },
            { pages: 470, author: { name: 'Ada' } },
          ],
        },
      },
    ],
  },
  {
    name: 'rows of a function that calls another, with arguments',
    ask: 'subscription($a: get_author_totals_args!) { get_author_totals(args: $a) { books } }',
    variables: { a: { author_id: ids.ada } },
    first: { get_author_totals: [{ books: 2 }] },
    changes: [
      {
        sql: `update shelf.book set deleted_at = now() where id = '${ids.ash}'`,
        gives: { get_author_totals: [{ books: 1 }] },
      },
    ],
  },
  {
    name: 'fragments, aliases and type names',
    ask: 'subscription { cheap: shelf_book(order_by: {price: asc}, limit: 1) { ...b __typename } } fragment b on shelf_book { n: code }',
    first: { cheap: [{ n: 'B3', __typename: 'shelf_book' }] },
    changes: [
      {
        sql: `update shelf.book set price = 99 where code = 'B3'`,
        gives: { cheap: [{ n: 'B1', __typename: 'shelf_book' }] },
      },
    ],
  },
  {
    name: 'a change of another publisher’s rows is not heard',
    as: 'south',
    ask: 'subscription { shelf_book { code price } }',
    first: { shelf_book: [{ code: 'B5', price: 5 }] },
    changes: [
      { sql: price(1), gives: null },
      {
        sql: `update shelf.book set price = 6 where id = '${ids.fir}'`,
        gives: { shelf_book: [{ code: 'B5', price: 6 }] },
      },
    ],
  },
  {
    name: 'a change of a hidden column is not heard',
    as: 'client',
    ask: 'subscription { shelf_book(where: {code: {_eq: "B1"}}) { code price } }',
    first: { shelf_book: [{ code: 'B1', price: 9.99 }] },
    changes: [
      { sql: `update shelf.book set cost = 1 where id = '${ids.ash}'`, gives: null },
      { sql: price(2), gives: { shelf_book: [{ code: 'B1', price: 2 }] } },
    ],
  },
  {
    name: 'a row that becomes the viewer’s, and is his no more',
    as: 'client',
    ask: 'subscription { shelf_book(where: {code: {_eq: "B3"}}) { code } }',
    first: { shelf_book: [] },
    changes: [
      {
        sql: `update shelf.book set status = 'printed' where code = 'B3'`,
        gives: { shelf_book: [{ code: 'B3' }] },
      },
      { sql: `update shelf.book set status = 'draft' where code = 'B3'`, gives: { shelf_book: [] } },
    ],
  },
]
