import { type Case, table } from './case.ts'
import { ids } from './shelf-rows.ts'

const BOOK = `code: "B9", title: "Oak", author_id: "${ids.ben}"`
const count = (code: string, n: number) => ({
  ask: `{ shelf_book_aggregate(where: {code: {_eq: "${code}"}}) { aggregate { count } } }`,
  gives: { shelf_book_aggregate: { aggregate: { count: n } } },
})

const REFUSED: readonly (readonly [name: string, object: string, message: string, code?: string])[] = [
  [
    'a field that is not there',
    `{${BOOK}, isbn: "1"}`,
    "field 'isbn' not found in type: 'shelf_book_insert_input'",
  ],
  [
    'a field that may not be written',
    `{${BOOK}, cost: 1}`,
    "field 'cost' not found in type: 'shelf_book_insert_input'",
  ],
  [
    'the owner',
    `{${BOOK}, agency_id: "${ids.south}"}`,
    "field 'agency_id' not found in type: 'shelf_book_insert_input'",
  ],
  [
    'a derived field',
    `{${BOOK}, age_days: 3}`,
    "field 'age_days' not found in type: 'shelf_book_insert_input'",
  ],
  [
    'a missing value',
    '{code: "B9", title: "Oak"}',
    'a value that is required is missing',
    'constraint-violation',
  ],
  [
    'null where none may be',
    `{${BOOK}, status: null}`,
    'a value that is required is missing',
    'constraint-violation',
  ],
  [
    'a key that is taken',
    `{code: "B1", title: "Oak", author_id: "${ids.ben}"}`,
    'a record with these values exists already',
    'constraint-violation',
  ],
  [
    'a reference to nothing',
    `{code: "B9", title: "Oak", author_id: "${ids.fresh}"}`,
    'a record that this one refers to does not exist, or this one is still referred to',
    'constraint-violation',
  ],
  ['a number beyond its column', `{${BOOK}, price: 1e20}`, 'a number is out of range', 'data-exception'],
  [
    'what the rule of the viewer does not allow',
    `{${BOOK}, status: "lost"}`,
    'check constraint of an insert/update permission has failed',
    'permission-error',
  ],
]

const refused = table(REFUSED, ([name, object, message, code]) => ({
  name: `refuses ${name}`,
  ask: `mutation { insert_shelf_book_one(object: ${object}) { id } }`,
  refuses: { message, ...(code ? { code } : {}) },
  afterwards: count('B9', 0),
}))

export const insert_cases: readonly Case[] = [
  ...refused,
  {
    name: 'one: the row with its defaults',
    ask: `mutation { insert_shelf_book_one(object: {${BOOK}}) { code title status pages price currency_code data updated_at } }`,
    gives: {
      insert_shelf_book_one: {
        code: 'B9',
        title: 'Oak',
        status: 'draft',
        pages: null,
        price: 0,
        currency_code: 'GBP',
        data: {},
        updated_at: '2026-03-01T12:00:00+00:00',
      },
    },
    afterwards: count('B9', 1),
  },
  {
    name: 'one: with a key of the caller',
    ask: `mutation { insert_shelf_author_one(object: {id: "${ids.fresh}", name: "Eva"}) { id name __typename } }`,
    gives: { insert_shelf_author_one: { id: ids.fresh, name: 'Eva', __typename: 'shelf_author' } },
    afterwards: {
      ask: `{ shelf_author_by_pk(id: "${ids.fresh}") { name } }`,
      gives: { shelf_author_by_pk: { name: 'Eva' } },
    },
  },
  {
    name: 'one: every kind of value',
    ask: 'mutation($o: shelf_author_insert_input!) { insert_shelf_author_one(object: $o) { name born_on rating is_retired interests profile joined_at } }',
    variables: {
      o: {
        name: 'Eva',
        born_on: '2000-02-29',
        rating: '99.9999',
        is_retired: true,
        interests: ['a,b', '{c}', '"d"', ''],
        profile: [{ x: null }, 'y', 1.5, false],
        joined_at: '2026-03-29T01:30:00+01:00',
      },
    },
    gives: {
      insert_shelf_author_one: {
        name: 'Eva',
        born_on: '2000-02-29',
        rating: 99.9999,
        is_retired: true,
        interests: ['a,b', '{c}', '"d"', ''],
        profile: [{ x: null }, 'y', 1.5, false],
        joined_at: '2026-03-29T00:30:00+00:00',
      },
    },
  },
  {
    name: 'one: relations of the new row are answered',
    ask: `mutation { insert_shelf_book_one(object: {${BOOK}, editor_id: "${ids.ada}"}) { author { name } editor { name } reviews { stars } author_books: author { books_aggregate { aggregate { count } } } } }`,
    gives: {
      insert_shelf_book_one: {
        author: { name: 'Ben' },
        editor: { name: 'Ada' },
        reviews: [],
        // As a read after the write, although Hasura reads related rows from before its statement.
        author_books: { books_aggregate: { aggregate: { count: 3 } } },
      },
    },
  },
  {
    name: 'returning: related rows include the new one',
    ask: `mutation { insert_shelf_review_one(object: {book_id: "${ids.birch}", stars: 2, reader_email: "new@reader.test"}) { book { reviews_aggregate(where: {stars: {_eq: 2}}) { aggregate { count } } } } }`,
    gives: { insert_shelf_review_one: { book: { reviews_aggregate: { aggregate: { count: 1 } } } } },
  },
  {
    name: 'many: affected_rows and returning, in the order that was sent',
    ask: `mutation($o: [shelf_book_insert_input!]!) { insert_shelf_book(objects: $o) { affected_rows returning { code pages } } }`,
    variables: {
      o: [
        { code: 'B8', title: 'Yew', author_id: ids.ada, pages: 5 },
        { code: 'B7', title: 'Oak', author_id: ids.ben },
      ],
    },
    gives: {
      insert_shelf_book: {
        affected_rows: 2,
        returning: [
          { code: 'B8', pages: 5 },
          { code: 'B7', pages: null },
        ],
      },
    },
  },
  {
    name: 'many: one object where a list is wanted',
    ask: `mutation { insert_shelf_book(objects: {${BOOK}}) { affected_rows } }`,
    gives: { insert_shelf_book: { affected_rows: 1 } },
  },
  {
    name: 'many: an empty list',
    ask: 'mutation { insert_shelf_book(objects: []) { affected_rows returning { id } } }',
    gives: { insert_shelf_book: { affected_rows: 0, returning: [] } },
  },
  {
    name: 'many: all or none',
    ask: `mutation { insert_shelf_book(objects: [{${BOOK}}, {code: "B1", title: "x", author_id: "${ids.ben}"}]) { affected_rows } }`,
    refuses: { message: 'a record with these values exists already', code: 'constraint-violation' },
    afterwards: count('B9', 0),
  },
  {
    name: 'several roots: in their order, all in one transaction',
    ask: `mutation {
      a: insert_shelf_author_one(object: {id: "${ids.fresh}", name: "Eva"}) { name }
      b: insert_shelf_book_one(object: {code: "B9", title: "Oak", author_id: "${ids.fresh}"}) { author { name } } }`,
    gives: { a: { name: 'Eva' }, b: { author: { name: 'Eva' } } },
  },
  {
    name: 'several roots: one that fails takes the others with it',
    ask: `mutation {
      a: insert_shelf_book_one(object: {${BOOK}}) { id }
      b: insert_shelf_book_one(object: {code: "B8", title: "Yew", author_id: "${ids.fresh}"}) { id } }`,
    refuses: {
      message: 'a record that this one refers to does not exist, or this one is still referred to',
      code: 'constraint-violation',
    },
    afterwards: count('B9', 0),
  },
  {
    name: 'nested: an object and the rows of its list',
    ask: `mutation { insert_shelf_author_one(object: {name: "Eva", books: {data: [{code: "B8", title: "Yew"}, {code: "B9", title: "Oak", reviews: {data: {stars: 5, reader_email: "a@b.test"}}}]}}) {
      name books(order_by: {code: asc}) { code reviews { stars } } } }`,
    gives: {
      insert_shelf_author_one: {
        name: 'Eva',
        books: [
          { code: 'B8', reviews: [] },
          { code: 'B9', reviews: [{ stars: 5 }] },
        ],
      },
    },
  },
  {
    name: 'nested: the object that the row refers to comes first',
    ask: `mutation { insert_shelf_book_one(object: {code: "B9", title: "Oak", author: {data: {name: "Eva"}}, editor: {data: {name: "Flo", rating: 3}}}) { code author { name } editor { name rating } } }`,
    gives: {
      insert_shelf_book_one: { code: 'B9', author: { name: 'Eva' }, editor: { name: 'Flo', rating: 3 } },
    },
  },
  {
    name: 'nested: affected_rows counts every row',
    ask: 'mutation($o: [shelf_author_insert_input!]!) { insert_shelf_author(objects: $o) { affected_rows returning { name books_aggregate { aggregate { count } } } } }',
    variables: {
      o: [
        {
          name: 'Eva',
          books: {
            data: [
              { code: 'B8', title: 'Yew' },
              { code: 'B9', title: 'Oak' },
            ],
          },
        },
        { name: 'Flo' },
      ],
    },
    gives: {
      insert_shelf_author: {
        affected_rows: 4,
        returning: [
          { name: 'Eva', books_aggregate: { aggregate: { count: 2 } } },
          { name: 'Flo', books_aggregate: { aggregate: { count: 0 } } },
        ],
      },
    },
  },
  {
    name: 'nested: with an upsert below',
    ask: `mutation { insert_shelf_book_one(object: {code: "B9", title: "Oak", author: {data: {name: "Ada", rating: 1}, on_conflict: {constraint: author_name_key, update_columns: [rating]}}}) { author { id rating } } }`,
    gives: { insert_shelf_book_one: { author: { id: ids.ada, rating: 1 } } },
  },
  {
    name: 'nested: all or none',
    ask: 'mutation { insert_shelf_author_one(object: {name: "Eva", books: {data: [{code: "B1", title: "Yew"}]}}) { id } }',
    refuses: { message: 'a record with these values exists already', code: 'constraint-violation' },
    afterwards: { ask: '{ shelf_author(where: {name: {_eq: "Eva"}}) { id } }', gives: { shelf_author: [] } },
  },
  {
    name: 'nested: the key of the parent is given by it alone',
    ask: `mutation { insert_shelf_author_one(object: {name: "Eva", books: {data: [{code: "B9", title: "Oak", author_id: "${ids.ada}"}]}}) { id } }`,
    refuses: {
      message:
        'cannot insert "author_id" columns as their values are already being determined by parent insert',
    },
  },
  {
    name: 'nested: a key that the row gives itself and a relation too',
    ask: `mutation { insert_shelf_book_one(object: {code: "B9", title: "Oak", author_id: "${ids.ada}", author: {data: {name: "Eva"}}}) { id } }`,
    refuses: {
      message:
        'cannot insert object relationship "author" as "author_id" column values are already determined',
    },
  },
  {
    name: 'nested: rows below a row that was not written',
    ask: 'mutation { insert_shelf_author_one(object: {name: "Ada", books: {data: [{code: "B9", title: "Oak"}]}}, on_conflict: {constraint: author_name_key, update_columns: []}) { id } }',
    refuses: {
      message:
        'cannot proceed to insert array relations since insert to table "shelf_author" affects zero rows',
    },
    afterwards: count('B9', 0),
  },
  {
    name: 'nested: empty lists and nulls bring nothing',
    ask: 'mutation { insert_shelf_author(objects: [{name: "Eva", books: {data: []}, edited: null}]) { affected_rows } }',
    gives: { insert_shelf_author: { affected_rows: 1 } },
  },
  {
    name: 'nested: each row must be allowed',
    ask: 'mutation { insert_shelf_author_one(object: {name: "Eva", books: {data: [{code: "B9", title: "Oak", status: "lost"}]}}) { id } }',
    refuses: {
      message: 'check constraint of an insert/update permission has failed',
      code: 'permission-error',
    },
    afterwards: { ask: '{ shelf_author(where: {name: {_eq: "Eva"}}) { id } }', gives: { shelf_author: [] } },
  },
  {
    name: 'nested: a field of a row below that may not be written',
    ask: 'mutation { insert_shelf_author_one(object: {name: "Eva", books: {data: [{code: "B9", title: "Oak", cost: 1}]}}) { id } }',
    refuses: { message: "field 'cost' not found in type: 'shelf_book_insert_input'" },
  },
  {
    name: 'as one who may not: no mutation at all',
    as: 'client',
    ask: 'mutation { insert_shelf_review_one(object: {stars: 1}) { id } }',
    refuses: { message: 'no mutations exist', path: '$' },
  },
]
