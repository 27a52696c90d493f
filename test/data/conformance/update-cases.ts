import { type Case, table } from './case.ts'
import { ids } from './shelf-rows.ts'

const ASH = `pk_columns: {id: "${ids.ash}"}`

/** Operators on the jsonb of Ash, {"size": "A5", "tags": ["tree", "short"], "sold": 3}, and what becomes of it. */
const JSONB: readonly (readonly [operator: string, data: unknown])[] = [
  ['_set: {data: {new: true}}', { new: true }],
  ['_append: {data: {sold: 4, more: 1}}', { more: 1, size: 'A5', sold: 4, tags: ['tree', 'short'] }],
  ['_prepend: {data: {sold: 4, more: 1}}', { more: 1, size: 'A5', sold: 3, tags: ['tree', 'short'] }],
  ['_delete_key: {data: "tags"}', { size: 'A5', sold: 3 }],
  ['_delete_key: {data: "none"}', { size: 'A5', sold: 3, tags: ['tree', 'short'] }],
  ['_delete_at_path: {data: ["tags", "0"]}', { size: 'A5', sold: 3, tags: ['short'] }],
]
const jsonb = table(JSONB, ([operator, data]) => ({
  name: `jsonb: ${operator}`,
  ask: `mutation { update_shelf_book_by_pk(${ASH}, ${operator}) { data } }`,
  gives: { update_shelf_book_by_pk: { data } },
}))

export const update_cases: readonly Case[] = [
  ...jsonb,
  {
    name: 'by key: the row as it is now',
    ask: `mutation { update_shelf_book_by_pk(${ASH}, _set: {title: "Oak", pages: null}) { title pages updated_at } }`,
    gives: {
      update_shelf_book_by_pk: { title: 'Oak', pages: null, updated_at: '2026-03-01T12:00:00+00:00' },
    },
    afterwards: {
      ask: `{ shelf_book_by_pk(id: "${ids.ash}") { title } }`,
      gives: { shelf_book_by_pk: { title: 'Oak' } },
    },
  },
  {
    name: 'by key: null where there is no such row',
    ask: `mutation { update_shelf_book_by_pk(pk_columns: {id: "${ids.fresh}"}, _set: {title: "Oak"}) { title } }`,
    gives: { update_shelf_book_by_pk: null },
  },
  {
    name: 'by key: a deleted row is none',
    ask: `mutation { update_shelf_book_by_pk(pk_columns: {id: "${ids.gorse}"}, _set: {title: "Oak"}) { title } }`,
    gives: { update_shelf_book_by_pk: null },
  },
  {
    name: 'by filter: affected_rows and returning',
    ask: 'mutation { update_shelf_book(where: {author: {name: {_eq: "Ada"}}}, _set: {pages: 1}) { affected_rows returning { code pages author { name } } __typename } }',
    gives: {
      update_shelf_book: {
        affected_rows: 2,
        returning: [
          { code: 'B1', pages: 1, author: { name: 'Ada' } },
          { code: 'B2', pages: 1, author: { name: 'Ada' } },
        ],
        __typename: 'shelf_book_mutation_response',
      },
    },
  },
  {
    name: 'returning: related rows as a read after the write gives them',
    ask: `mutation { update_shelf_book_by_pk(${ASH}, _set: {title: "Oak", editor_id: "${ids.ben}"}) { author { books(order_by: {code: asc}) { title } } editor { edited_aggregate(where: {code: {_eq: "B1"}}) { aggregate { count } } } } }`,
    gives: {
      update_shelf_book_by_pk: {
        author: { books: [{ title: 'Oak' }, { title: 'Birch' }] },
        editor: { edited_aggregate: { aggregate: { count: 1 } } },
      },
    },
  },
  {
    name: 'by filter: nothing found',
    ask: 'mutation { update_shelf_book(where: {code: {_eq: "none"}}, _set: {pages: 1}) { affected_rows returning { code } } }',
    gives: { update_shelf_book: { affected_rows: 0, returning: [] } },
  },
  {
    name: 'by filter: an empty one is every row of the viewer that he may write',
    ask: 'mutation { update_shelf_book(where: {}, _set: {price: 3}) { affected_rows } }',
    gives: { update_shelf_book: { affected_rows: 3 } },
    afterwards: {
      ask: '{ shelf_book(order_by: {code: asc}) { price } }',
      gives: { shelf_book: [{ price: 3 }, { price: 3 }, { price: 3 }, { price: 20 }] },
    },
  },
  {
    name: '_inc: whole numbers and decimals, up and down',
    ask: `mutation { update_shelf_book_by_pk(${ASH}, _inc: {pages: 5, price: -0.99}) { pages price } }`,
    gives: { update_shelf_book_by_pk: { pages: 125, price: 9 } },
  },
  {
    name: '_inc: of null stays null',
    ask: `mutation { update_shelf_book_by_pk(pk_columns: {id: "${ids.cedar}"}, _inc: {pages: 5}) { pages } }`,
    gives: { update_shelf_book_by_pk: { pages: null } },
  },
  {
    name: '_inc and _set together',
    ask: `mutation { update_shelf_book_by_pk(${ASH}, _inc: {pages: 5}, _set: {title: "Oak"}) { pages title } }`,
    gives: { update_shelf_book_by_pk: { pages: 125, title: 'Oak' } },
  },
  {
    name: 'jsonb: _append to a list, _delete_elem from it',
    ask: `mutation {
      a: update_shelf_author_by_pk(pk_columns: {id: "${ids.ben}"}, _set: {profile: [1, 2]}) { profile }
      b: update_shelf_author_by_pk(pk_columns: {id: "${ids.ben}"}, _append: {profile: [3]}) { profile }
      c: update_shelf_author_by_pk(pk_columns: {id: "${ids.ben}"}, _delete_elem: {profile: 0}) { profile }
      d: update_shelf_author_by_pk(pk_columns: {id: "${ids.ben}"}, _delete_elem: {profile: -1}) { profile } }`,
    gives: { a: { profile: [1, 2] }, b: { profile: [1, 2, 3] }, c: { profile: [2, 3] }, d: { profile: [2] } },
  },
  {
    name: 'jsonb: an operator on what it does not fit',
    ask: `mutation { update_shelf_author_by_pk(pk_columns: {id: "${ids.ada}"}, _delete_elem: {profile: 0}) { id } }`,
    refuses: { message: 'a value in the request cannot be used here', code: 'data-exception' },
  },
  {
    name: 'many: one answer for each',
    ask: `mutation($u: [shelf_book_updates!]!) { update_shelf_book_many(updates: $u) { affected_rows returning { code pages } } }`,
    variables: {
      u: [
        { where: { code: { _eq: 'B1' } }, _set: { pages: 1 } },
        { where: { code: { _eq: 'none' } }, _set: { pages: 2 } },
        { where: { code: { _in: ['B1', 'B2'] } }, _inc: { pages: 1 } },
      ],
    },
    gives: {
      update_shelf_book_many: [
        { affected_rows: 1, returning: [{ code: 'B1', pages: 1 }] },
        { affected_rows: 0, returning: [] },
        {
          affected_rows: 2,
          returning: [
            { code: 'B1', pages: 2 },
            { code: 'B2', pages: 341 },
          ],
        },
      ],
    },
  },
  {
    name: 'many: an empty list',
    ask: 'mutation { update_shelf_book_many(updates: []) { affected_rows } }',
    gives: { update_shelf_book_many: [] },
  },
  {
    name: 'the key, the filter and the values as variables',
    ask: 'mutation($k: shelf_author_pk_columns_input!, $s: shelf_author_set_input!, $w: shelf_author_bool_exp!) { a: update_shelf_author_by_pk(pk_columns: $k, _set: $s) { name interests } b: update_shelf_author(where: $w, _set: {is_retired: true}) { affected_rows } }',
    variables: { k: { id: ids.ada }, s: { interests: ['sea'] }, w: { interests: { _contains: ['sea'] } } },
    gives: { a: { name: 'Ada', interests: ['sea'] }, b: { affected_rows: 1 } },
  },
  {
    name: 'of another business: as though it were not there',
    as: 'south',
    ask: `mutation { a: update_shelf_book_by_pk(${ASH}, _set: {title: "Oak"}) { id } b: update_shelf_book(where: {code: {_eq: "B1"}}, _set: {title: "Oak"}) { affected_rows } }`,
    gives: { a: null, b: { affected_rows: 0 } },
  },
  {
    name: 'of a row outside the writer’s rule: as though it were not there',
    ask: `mutation { update_shelf_book_by_pk(pk_columns: {id: "${ids.elder}"}, _set: {title: "Oak"}) { id } }`,
    gives: { update_shelf_book_by_pk: null },
  },
  {
    name: 'into a row outside the writer’s rule: refused, nothing written',
    ask: `mutation { update_shelf_book_by_pk(${ASH}, _set: {status: "lost"}) { id } }`,
    refuses: {
      message: 'check constraint of an insert/update permission has failed',
      code: 'permission-error',
    },
    afterwards: {
      ask: `{ shelf_book_by_pk(id: "${ids.ash}") { status } }`,
      gives: { shelf_book_by_pk: { status: 'printed' } },
    },
  },
  {
    name: 'by a contractor: his own rows alone',
    as: 'reader',
    ask: 'mutation { update_shelf_review(where: {}, _set: {stars: 3}) { affected_rows } }',
    gives: { update_shelf_review: { affected_rows: 3 } },
  },
  {
    name: 'by a contractor: a field that is not his to write',
    as: 'reader',
    ask: 'mutation { update_shelf_review(where: {}, _set: {is_public: false}) { affected_rows } }',
    refuses: { message: "field 'is_public' not found in type: 'shelf_review_set_input'" },
  },
  {
    name: 'a value the table does not allow',
    ask: `mutation { update_shelf_author_by_pk(pk_columns: {id: "${ids.ada}"}, _set: {rating: 101}) { id } }`,
    refuses: { message: 'a value is outside what is allowed for it', code: 'constraint-violation' },
  },
  {
    name: 'no operator at all',
    ask: 'mutation { update_shelf_review(where: {}) { affected_rows } }',
    refuses: {
      message:
        'at least one operator with a column is expected: _set, _inc, _append, _prepend, _delete_key, _delete_elem, _delete_at_path',
      path: '$.selectionSet.update_shelf_review',
    },
  },
  {
    name: 'one column under two operators',
    ask: 'mutation { update_shelf_review(where: {}, _set: {stars: 1}, _inc: {stars: 1}) { affected_rows } }',
    refuses: { message: "column 'stars' is found in multiple operators" },
  },
  {
    name: 'without a filter',
    ask: 'mutation { update_shelf_review(_set: {stars: 1}) { affected_rows } }',
    refuses: {
      message: "missing required field 'where'",
      path: '$.selectionSet.update_shelf_review.args.where',
    },
  },
]
