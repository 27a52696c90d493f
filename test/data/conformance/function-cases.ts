import type { Case } from './case.ts'
import { ids } from './shelf-rows.ts'

export const function_cases: readonly Case[] = [
  {
    name: 'without arguments',
    ask: '{ get_page_totals(order_by: {author_id: asc}) { author_id books pages price } }',
    gives: {
      get_page_totals: [
        { author_id: ids.ada, books: 2, pages: 460, price: 24.49 },
        { author_id: ids.ben, books: 2, pages: 120, price: 20 },
      ],
    },
  },
  {
    name: 'with arguments of several kinds',
    ask: '{ get_page_totals(args: {pages_min: 100, since: "2025-12-25", titles: ["Ash", "Birch"]}) { books pages } }',
    gives: { get_page_totals: [{ books: 1, pages: 120 }] },
  },
  {
    name: 'with the arguments as a variable',
    ask: 'query($a: get_page_totals_args) { get_page_totals(args: $a) { pages } }',
    variables: { a: { pages_min: 200 } },
    gives: { get_page_totals: [{ pages: 340 }] },
  },
  {
    name: 'filtered, sorted and cut as tables are',
    ask: '{ get_page_totals(where: {price: {_gt: 1}}, order_by: {price: desc}, limit: 1, offset: 1) { price } }',
    gives: { get_page_totals: [{ price: 20 }] },
  },
  {
    name: 'filtered and sorted through a relation of its rows',
    ask: '{ get_page_totals(where: {author: {name: {_like: "_%"}}}, order_by: {author: {name: desc}}) { author { name } } }',
    gives: { get_page_totals: [{ author: { name: 'Ben' } }, { author: { name: 'Ada' } }] },
  },
  {
    name: 'one row of each value',
    ask: '{ get_page_totals(distinct_on: [books], order_by: [{books: asc}, {pages: asc}]) { books pages } }',
    gives: { get_page_totals: [{ books: 2, pages: 120 }] },
  },
  {
    name: 'aggregated',
    ask: '{ get_page_totals_aggregate(args: {pages_min: 100}) { aggregate { count sum { pages } max { price } } nodes { __typename } } }',
    gives: {
      get_page_totals_aggregate: {
        aggregate: { count: 2, sum: { pages: 580 }, max: { price: 24.49 } },
        nodes: [{ __typename: 'get_page_totals' }, { __typename: 'get_page_totals' }],
      },
    },
  },
  {
    name: 'with a required argument',
    ask: `{ get_author_totals(args: {author_id: "${ids.ada}"}) { books author { name } } }`,
    gives: { get_author_totals: [{ books: 2, author: { name: 'Ada' } }] },
  },
  {
    name: 'without its required argument it is refused',
    ask: '{ get_author_totals { books } }',
    refuses: { message: "missing required field 'args'", path: '$.selectionSet.get_author_totals.args.args' },
  },
  {
    name: 'with an empty one too',
    ask: '{ get_author_totals(args: {}) { books } }',
    refuses: {
      message: "missing required field 'author_id'",
      path: '$.selectionSet.get_author_totals.args.args',
    },
  },
  {
    name: 'of another publisher: his own rows',
    as: 'south',
    ask: '{ get_page_totals { author_id pages } }',
    gives: { get_page_totals: [{ author_id: ids.dot, pages: 77 }] },
  },
  {
    name: 'asked about another publisher’s author: nothing',
    as: 'south',
    ask: `{ get_author_totals(args: {author_id: "${ids.ada}"}) { books } }`,
    gives: { get_author_totals: [] },
  },
  {
    name: 'whose business it is cannot be said',
    ask: `{ get_page_totals(args: {agency_id: "${ids.south}"}) { pages } }`,
    refuses: { message: "field 'agency_id' not found in type: 'get_page_totals_args'" },
  },
  {
    name: 'is not there for a role that may not call it',
    as: 'clerk',
    ask: `{ get_author_totals(args: {author_id: "${ids.ada}"}) { books } }`,
    refuses: { message: "field 'get_author_totals' not found in type: 'query_root'" },
  },
  {
    name: 'is not there for another category',
    as: 'client',
    ask: '{ get_page_totals { pages } }',
    refuses: { message: "field 'get_page_totals' not found in type: 'query_root'" },
  },
]
