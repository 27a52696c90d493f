import type { Case } from './case.ts'
import { ids } from './shelf-rows.ts'

export const query_cases: readonly Case[] = [
  {
    name: 'a list without arguments, in the order of its key here',
    ask: '{ shelf_currency(order_by: {code: asc}) { code name } }',
    gives: {
      shelf_currency: [
        { code: 'EUR', name: 'Euro' },
        { code: 'GBP', name: 'Pound sterling' },
      ],
    },
  },
  {
    name: 'every kind of column',
    ask: `{ shelf_author_by_pk(id: "${ids.ada}") { id name born_on rating is_retired interests profile joined_at } }`,
    gives: {
      shelf_author_by_pk: {
        id: ids.ada,
        name: 'Ada',
        born_on: '1970-05-01',
        rating: 87.5,
        is_retired: false,
        interests: ['trees', 'rail'],
        profile: { city: 'Leeds', agent: { name: 'Roe' }, prizes: [2019, 2021] },
        joined_at: '2025-06-01T08:00:00+00:00',
      },
    },
  },
  {
    name: 'nulls as null',
    ask: `{ shelf_author(where: {name: {_eq: "Cyd"}}) { born_on } shelf_book_by_pk(id: "${ids.cedar}") { pages printed_on age_days editor_id } }`,
    gives: {
      shelf_author: [{ born_on: null }],
      shelf_book_by_pk: { pages: null, printed_on: null, age_days: null, editor_id: ids.ada },
    },
  },
  {
    name: 'a decimal as a number, with the cents it has',
    ask: `{ shelf_book(order_by: {code: asc}) { price } }`,
    gives: { shelf_book: [{ price: 9.99 }, { price: 14.5 }, { price: 0 }, { price: 20 }] },
  },
  {
    name: 'a moment written with another offset, as UTC',
    ask: `{ shelf_author(where: {name: {_eq: "Cyd"}}) { joined_at } }`,
    gives: { shelf_author: [{ joined_at: '2025-08-01T07:00:00+00:00' }] },
  },
  {
    name: 'a derived field, by the London day',
    ask: '{ shelf_book(where: {status: {_eq: "printed"}}, order_by: {code: asc}) { age_days } }',
    gives: { shelf_book: [{ age_days: 28 }, { age_days: 67 }] },
  },
  {
    name: 'by key: the row',
    ask: `{ shelf_book_by_pk(id: "${ids.ash}") { title } }`,
    gives: { shelf_book_by_pk: { title: 'Ash' } },
  },
  {
    name: 'by key: null where there is none',
    ask: `{ shelf_book_by_pk(id: "${ids.fresh}") { title } }`,
    gives: { shelf_book_by_pk: null },
  },
  {
    name: 'by key: null for a deleted row',
    ask: `{ shelf_book_by_pk(id: "${ids.gorse}") { title } }`,
    gives: { shelf_book_by_pk: null },
  },
  {
    name: 'by key: a key that is no uuid and not called id',
    ask: '{ shelf_currency_by_pk(code: "EUR") { name } }',
    gives: { shelf_currency_by_pk: { name: 'Euro' } },
  },
  {
    name: 'by key: a variable',
    ask: 'query one($id: uuid!) { shelf_book_by_pk(id: $id) { code } }',
    variables: { id: ids.birch },
    gives: { shelf_book_by_pk: { code: 'B2' } },
  },
  {
    name: 'a uuid in capitals',
    ask: `{ shelf_book_by_pk(id: "${ids.ash.toUpperCase()}") { id } }`,
    gives: { shelf_book_by_pk: { id: ids.ash } },
  },
  {
    name: 'an object relation',
    ask: '{ shelf_book(where: {code: {_eq: "B1"}}) { title author { name } } }',
    gives: { shelf_book: [{ title: 'Ash', author: { name: 'Ada' } }] },
  },
  {
    name: 'an object relation that leads nowhere is null',
    ask: '{ shelf_book(where: {code: {_eq: "B2"}}) { title editor { name } } }',
    gives: { shelf_book: [{ title: 'Birch', editor: null }] },
  },
  {
    name: 'two relations to one table, each its own',
    ask: '{ shelf_author(where: {name: {_eq: "Ben"}}) { books(order_by: {code: asc}) { code } edited { code } } }',
    gives: { shelf_author: [{ books: [{ code: 'B3' }, { code: 'B4' }], edited: [{ code: 'B1' }] }] },
  },
  {
    name: 'a relation by a key that is no uuid',
    ask: '{ shelf_book(where: {code: {_eq: "B2"}}) { currency { name } } }',
    gives: { shelf_book: [{ currency: { name: 'Euro' } }] },
  },
  {
    name: 'an array relation without rows is an empty list',
    ask: '{ shelf_book(where: {code: {_eq: "B3"}}) { reviews { stars } } }',
    gives: { shelf_book: [{ reviews: [] }] },
  },
  {
    name: 'an array relation leaves out what is deleted',
    ask: `{ shelf_author_by_pk(id: "${ids.ada}") { books(order_by: {code: desc}) { code } } }`,
    gives: { shelf_author_by_pk: { books: [{ code: 'B2' }, { code: 'B1' }] } },
  },
  {
    name: 'an array relation with conditions of its own',
    ask: '{ shelf_book(where: {code: {_eq: "B1"}}) { reviews_aggregate { aggregate { count } } praise { text } } }',
    gives: {
      shelf_book: [{ reviews_aggregate: { aggregate: { count: 2 } }, praise: [{ text: 'Splendid' }] }],
    },
  },
  {
    name: 'an array relation filtered, sorted and cut',
    ask: '{ shelf_book(where: {code: {_eq: "B1"}}) { reviews(where: {stars: {_gte: 1}}, order_by: {stars: asc}, limit: 1, offset: 1) { stars } } }',
    gives: { shelf_book: [{ reviews: [{ stars: 5 }] }] },
  },
  {
    name: 'an array relation, one of each value',
    ask: `{ shelf_author_by_pk(id: "${ids.ada}") { books(distinct_on: [status], order_by: [{status: asc}, {pages: desc}]) { status pages } } }`,
    gives: { shelf_author_by_pk: { books: [{ status: 'printed', pages: 340 }] } },
  },
  {
    name: 'there and back again, five levels deep',
    ask: `{ shelf_review(where: {stars: {_eq: 1}}) { book { author { books(order_by: {code: asc}, limit: 1) { reviews(order_by: {stars: desc}, limit: 1) { book { code } } } } } } }`,
    gives: {
      shelf_review: [{ book: { author: { books: [{ reviews: [{ book: { code: 'B1' } }] }] } } }],
    },
  },
  {
    name: 'the same relation twice under two names',
    ask: `{ shelf_author_by_pk(id: "${ids.ada}") { short: books(where: {pages: {_lt: 200}}) { code } long: books(where: {pages: {_gte: 200}}) { code } } }`,
    gives: { shelf_author_by_pk: { short: [{ code: 'B1' }], long: [{ code: 'B2' }] } },
  },
  {
    name: 'an entity of a fixed kind shows its rows alone',
    ask: '{ shelf_classic { code title } }',
    gives: { shelf_classic: [{ code: 'B3', title: 'Cedar 100%' }] },
  },
  {
    name: 'jsonb with a path: a key',
    ask: `{ shelf_author_by_pk(id: "${ids.ada}") { profile(path: "city") } }`,
    gives: { shelf_author_by_pk: { profile: 'Leeds' } },
  },
  {
    name: 'jsonb with a path: a key of an object, with the dollar',
    ask: `{ shelf_author_by_pk(id: "${ids.ada}") { profile(path: "$.agent.name") } }`,
    gives: { shelf_author_by_pk: { profile: 'Roe' } },
  },
  {
    name: 'jsonb with a path: an item',
    ask: `{ shelf_author_by_pk(id: "${ids.ada}") { profile(path: "$.prizes[1]") } }`,
    gives: { shelf_author_by_pk: { profile: 2021 } },
  },
  {
    name: 'jsonb with a path: a list as the whole column',
    ask: `{ shelf_book_by_pk(id: "${ids.elder}") { data first: data(path: "[0]") } }`,
    gives: { shelf_book_by_pk: { data: [1, 2, 3], first: 1 } },
  },
  {
    name: 'jsonb with a path that leads nowhere is null',
    ask: `{ shelf_author_by_pk(id: "${ids.ada}") { profile(path: "$.prizes[9].year") } }`,
    gives: { shelf_author_by_pk: { profile: null } },
  },
  {
    name: 'jsonb with a path in a variable',
    ask: `query($p: String) { shelf_author_by_pk(id: "${ids.ada}") { profile(path: $p) } }`,
    variables: { p: '$.prizes[0]' },
    gives: { shelf_author_by_pk: { profile: 2019 } },
  },
  {
    name: 'several roots, in the order they were asked for',
    ask: '{ b: shelf_book(where: {code: {_eq: "B1"}}) { code } a: shelf_author(where: {name: {_eq: "Ada"}}) { name } shelf_currency_by_pk(code: "GBP") { code } }',
    gives: { b: [{ code: 'B1' }], a: [{ name: 'Ada' }], shelf_currency_by_pk: { code: 'GBP' } },
  },
  {
    name: 'text with quotes, line ends and signs beyond the basic plane',
    ask: 'query($t: String) { shelf_author(where: {name: {_eq: $t}}) { name } }',
    variables: { t: '\'"\\\n💷' },
    gives: { shelf_author: [] },
  },
]
