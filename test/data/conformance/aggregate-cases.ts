import type { Case } from './case.ts'
import { ids } from './shelf-rows.ts'

const of = (fields: string, args = '') => `{ shelf_book_aggregate${args} { aggregate { ${fields} } } }`
const is = (aggregate: unknown) => ({ shelf_book_aggregate: { aggregate } })

export const aggregate_cases: readonly Case[] = [
  { name: 'count: rows', ask: of('count'), gives: is({ count: 4 }) },
  { name: 'count: of a column leaves out nulls', ask: of('count(columns: pages)'), gives: is({ count: 3 }) },
  {
    name: 'count: of distinct values',
    ask: of('count(columns: [pages], distinct: true)'),
    gives: is({ count: 2 }),
  },
  {
    name: 'count: of distinct combinations',
    ask: of('count(columns: [author_id, currency_code], distinct: true)'),
    gives: is({ count: 3 }),
  },
  {
    name: 'count: distinct without columns is every row',
    ask: of('count(distinct: true)'),
    gives: is({ count: 4 }),
  },
  {
    name: 'count: columns and distinct of variables',
    ask: 'query($c: [shelf_book_select_column!], $d: Boolean) { shelf_book_aggregate { aggregate { count(columns: $c, distinct: $d) } } }',
    variables: { c: 'status', d: true },
    gives: is({ count: 3 }),
  },
  {
    name: 'count: twice, under two names',
    ask: of('count with_pages: count(columns: [pages])'),
    gives: is({ count: 4, with_pages: 3 }),
  },
  { name: 'count: of a derived field', ask: of('count(columns: [age_days])'), gives: is({ count: 3 }) },
  {
    name: 'sum',
    ask: of('sum { pages price cost }'),
    gives: is({ sum: { pages: 580, price: 44.49, cost: 19.75 } }),
  },
  {
    name: 'avg',
    ask: of('avg { pages price }', '(where: {pages: {_in: [120, 340]}})'),
    gives: is({ avg: { pages: 193.33333333333334, price: 14.83 } }),
  },
  {
    name: 'min and max of numbers, text, days and moments',
    ask: of('min { pages price title printed_on } max { title printed_on updated_at }'),
    gives: is({
      min: { pages: 120, price: 0, title: 'Ash', printed_on: '2020-02-29' },
      max: { title: 'elder_tree', printed_on: '2026-02-01', updated_at: '2026-02-04T10:00:00+00:00' },
    }),
  },
  {
    name: 'variance and deviation, of the sample and of the whole',
    ask: `{ shelf_review_aggregate { aggregate {
      variance { stars } var_samp { stars } var_pop { stars } stddev { stars } stddev_samp { stars } stddev_pop { stars } } } }`,
    gives: {
      shelf_review_aggregate: {
        aggregate: {
          variance: { stars: 2.9166666666666665 },
          var_samp: { stars: 2.9166666666666665 },
          var_pop: { stars: 2.1875 },
          stddev: { stars: 1.707825127659933 },
          stddev_samp: { stars: 1.707825127659933 },
          stddev_pop: { stars: 1.479019945774904 },
        },
      },
    },
  },
  {
    name: 'of one row: no deviation of a sample',
    ask: of('stddev { price } stddev_pop { price }', '(where: {code: {_eq: "B1"}})'),
    gives: is({ stddev: { price: null }, stddev_pop: { price: 0 } }),
  },
  {
    name: 'of no rows: zero and nulls',
    ask: `{ shelf_book_aggregate(where: {code: {_eq: "none"}}) { aggregate { count sum { price } avg { price } min { title } max { updated_at } } nodes { code } } }`,
    gives: {
      shelf_book_aggregate: {
        aggregate: {
          count: 0,
          sum: { price: null },
          avg: { price: null },
          min: { title: null },
          max: { updated_at: null },
        },
        nodes: [],
      },
    },
  },
  {
    name: 'with a filter through a relation',
    ask: of('count sum { price }', '(where: {author: {name: {_eq: "Ada"}}})'),
    gives: is({ count: 2, sum: { price: 24.49 } }),
  },
  {
    name: 'nodes: the rows, with their relations',
    ask: '{ shelf_book_aggregate(order_by: {code: desc}, limit: 2) { nodes { code author { name } reviews(order_by: {stars: asc}) { stars } } } }',
    gives: {
      shelf_book_aggregate: {
        nodes: [
          { code: 'B4', author: { name: 'Ben' }, reviews: [{ stars: 4 }] },
          { code: 'B3', author: { name: 'Ben' }, reviews: [] },
        ],
      },
    },
  },
  {
    name: 'limit and offset cut before anything is added up',
    ask: of('count sum { price }', '(order_by: {price: desc}, limit: 2, offset: 1)'),
    gives: is({ count: 2, sum: { price: 24.49 } }),
  },
  {
    name: 'distinct_on cuts before anything is counted',
    ask: of('count', '(distinct_on: [author_id])'),
    gives: is({ count: 2 }),
  },
  {
    name: 'an order alone changes no total',
    ask: of('count', '(order_by: {title: asc})'),
    gives: is({ count: 4 }),
  },
  {
    name: 'of a relation, filtered',
    ask: '{ shelf_author(order_by: {name: asc}) { name books_aggregate(where: {status: {_eq: "printed"}}) { aggregate { count max { price } } } } }',
    gives: {
      shelf_author: [
        { name: 'Ada', books_aggregate: { aggregate: { count: 2, max: { price: 14.5 } } } },
        { name: 'Ben', books_aggregate: { aggregate: { count: 0, max: { price: null } } } },
        { name: 'Cyd', books_aggregate: { aggregate: { count: 0, max: { price: null } } } },
      ],
    },
  },
  {
    name: 'of a relation of a relation, with its rows',
    ask: `{ shelf_author_by_pk(id: "${ids.ada}") { books(order_by: {code: asc}) { code reviews_aggregate(order_by: {stars: desc}) { aggregate { count avg { stars } } nodes { stars } } } } }`,
    gives: {
      shelf_author_by_pk: {
        books: [
          {
            code: 'B1',
            reviews_aggregate: {
              aggregate: { count: 2, avg: { stars: 4 } },
              nodes: [{ stars: 5 }, { stars: 3 }],
            },
          },
          {
            code: 'B2',
            reviews_aggregate: { aggregate: { count: 1, avg: { stars: 1 } }, nodes: [{ stars: 1 }] },
          },
        ],
      },
    },
  },
  {
    name: 'a list with its total and its count, as list screens ask (spec §7.3)',
    ask: `query($base: shelf_book_bool_exp!, $where: shelf_book_bool_exp!) {
      total: shelf_book_aggregate(where: $base) { aggregate { count } }
      count: shelf_book_aggregate(where: {_and: [$base, $where]}) { aggregate { count } }
      records: shelf_book(where: {_and: [$base, $where]}, order_by: {code: asc}, limit: 1, offset: 0) { code } }`,
    variables: { base: { currency_code: { _eq: 'GBP' } }, where: { pages: { _eq: 120 } } },
    gives: {
      total: { aggregate: { count: 3 } },
      count: { aggregate: { count: 2 } },
      records: [{ code: 'B1' }],
    },
  },
  {
    name: 'type names at every level',
    ask: '{ shelf_review_aggregate(limit: 1, order_by: {stars: asc}) { __typename aggregate { __typename max { __typename stars } } nodes { __typename } } }',
    gives: {
      shelf_review_aggregate: {
        __typename: 'shelf_review_aggregate',
        aggregate: {
          __typename: 'shelf_review_aggregate_fields',
          max: { __typename: 'shelf_review_max_fields', stars: 1 },
        },
        nodes: [{ __typename: 'shelf_review' }],
      },
    },
  },
]
