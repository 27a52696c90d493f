import { type Case, table } from './case.ts'
import { ids } from './shelf-rows.ts'

/** `where` of books, and the codes it finds among B1 Ash, B2 Birch, B3 Cedar, B4 elder_tree. */
const BOOKS: readonly (readonly [where: string, codes: string])[] = [
  // text
  ['{title: {_eq: "Ash"}}', 'B1'],
  ['{title: {_neq: "Ash"}}', 'B2 B3 B4'],
  ['{title: {_gt: "Birch"}}', 'B3 B4'],
  ['{title: {_gte: "Birch"}}', 'B2 B3 B4'],
  ['{title: {_lt: "Birch"}}', 'B1'],
  ['{title: {_lte: "Birch"}}', 'B1 B2'],
  ['{title: {_in: ["Ash", "Birch", "Fir"]}}', 'B1 B2'],
  ['{title: {_nin: ["Ash", "Birch"]}}', 'B3 B4'],
  ['{title: {_like: "_sh"}}', 'B1'],
  ['{title: {_like: "%100\\\\%"}}', 'B3'],
  ['{title: {_nlike: "%r%"}}', 'B1'],
  ['{title: {_ilike: "E%"}}', 'B4'],
  ['{title: {_nilike: "e%"}}', 'B1 B2 B3'],
  ['{title: {_similar: "(A|B)%"}}', 'B1 B2'],
  ['{title: {_nsimilar: "%[0-9]%"}}', 'B1 B2 B4'],
  ['{title: {_regex: "^[A-C]"}}', 'B1 B2 B3'],
  ['{title: {_nregex: "^[A-C]"}}', 'B4'],
  ['{title: {_iregex: "^(a|e)"}}', 'B1 B4'],
  ['{title: {_niregex: "^(a|e)"}}', 'B2 B3'],
  ['{title: {_eq: ""}}', ''],
  // whole numbers
  ['{pages: {_eq: 120}}', 'B1 B4'],
  ['{pages: {_neq: 120}}', 'B2'],
  ['{pages: {_gt: 120}}', 'B2'],
  ['{pages: {_lte: 120}}', 'B1 B4'],
  ['{pages: {_in: [120, 121]}}', 'B1 B4'],
  ['{pages: {_nin: [340]}}', 'B1 B4'],
  ['{pages: {_is_null: true}}', 'B3'],
  ['{pages: {_is_null: false}}', 'B1 B2 B4'],
  ['{pages: {_gt: -2147483648}}', 'B1 B2 B4'],
  // decimals
  ['{price: {_eq: 9.99}}', 'B1'],
  ['{price: {_eq: "9.990"}}', 'B1'],
  ['{price: {_gte: 1.45e1}}', 'B2 B4'],
  ['{price: {_lt: 0.01}}', 'B3'],
  ['{price: {_in: [0, "20.00"]}}', 'B3 B4'],
  // days
  ['{printed_on: {_eq: "2020-02-29"}}', 'B4'],
  ['{printed_on: {_gt: "2025-12-24"}}', 'B1'],
  ['{printed_on: {_lte: "2025-12-24"}}', 'B2 B4'],
  ['{printed_on: {_nin: ["2020-02-29"]}}', 'B1 B2'],
  // moments
  ['{updated_at: {_lt: "2026-02-02T10:00:00Z"}}', 'B1'],
  ['{updated_at: {_eq: "2026-02-02T11:00:00+01:00"}}', 'B2'],
  ['{updated_at: {_gte: "2026-02-03"}}', 'B3 B4'],
  // uuids
  [`{id: {_eq: "${ids.cedar}"}}`, 'B3'],
  [`{id: {_neq: "${ids.cedar}"}}`, 'B1 B2 B4'],
  [`{id: {_nin: ["${ids.cedar}", "${ids.ash}"]}}`, 'B2 B4'],
  ['{editor_id: {_is_null: true}}', 'B2 B4'],
  // derived
  ['{age_days: {_gt: 28}}', 'B2 B4'],
  ['{age_days: {_is_null: true}}', 'B3'],
  // jsonb
  ['{data: {_eq: {size: "A4"}}}', 'B2'],
  ['{data: {_neq: {}}}', 'B1 B2 B4'],
  ['{data: {_contains: {tags: ["tree"]}}}', 'B1'],
  ['{data: {_contains: [2]}}', 'B4'],
  ['{data: {_contained_in: {size: "A4", more: 1}}}', 'B2 B3'],
  ['{data: {_has_key: "size"}}', 'B1 B2'],
  ['{data: {_has_keys_any: ["sold", "none"]}}', 'B1'],
  ['{data: {_has_keys_all: ["size", "sold"]}}', 'B1'],
  ['{data: {_cast: {String: {_ilike: "%a5%"}}}}', 'B1'],
  ['{data: {_in: [{size: "A4"}, [1, 2, 3]]}}', 'B2 B4'],
  // joined
  ['{title: {_gt: "A", _lt: "C"}}', 'B1 B2'],
  ['{title: {_gt: "A"}, pages: {_eq: 120}}', 'B1 B4'],
  ['{_and: [{pages: {_eq: 120}}, {title: {_like: "A%"}}]}', 'B1'],
  ['{_or: [{pages: {_eq: 340}}, {price: {_eq: 0}}]}', 'B2 B3'],
  ['{_not: {pages: {_eq: 120}}}', 'B2'],
  ['{_not: {_or: [{status: {_eq: "lost"}}, {status: {_eq: "draft"}}]}}', 'B1 B2'],
  ['{_and: [{}, {}]}', 'B1 B2 B3 B4'],
  ['{_or: [{}]}', 'B1 B2 B3 B4'],
  ['{title: {}}', 'B1 B2 B3 B4'],
  ['{_not: {title: {}}}', ''],
  ['{_and: {title: {_eq: "Ash"}}}', 'B1'],
  // object relations
  ['{author: {name: {_eq: "Ada"}}}', 'B1 B2'],
  ['{author: {rating: {_gt: 80}}}', 'B1 B2'],
  ['{author: {is_retired: {_eq: true}}}', ''],
  ['{author: {interests: {_contains: ["rail"]}}}', 'B1 B2'],
  ['{editor: {name: {_eq: "Ben"}}}', 'B1'],
  ['{editor: {}}', 'B1 B3'],
  ['{_not: {editor: {}}}', 'B2 B4'],
  ['{currency: {name: {_ilike: "euro"}}}', 'B2'],
  ['{author: {_or: [{name: {_eq: "Ben"}}, {rating: {_gt: 99}}]}}', 'B3 B4'],
  // array relations: some row
  ['{reviews: {stars: {_gte: 4}}}', 'B1 B4'],
  ['{reviews: {stars: {_gte: 4}, is_public: {_eq: false}}}', ''],
  ['{_and: [{reviews: {stars: {_eq: 5}}}, {reviews: {stars: {_eq: 3}}}]}', 'B1'],
  ['{praise: {stars: {_eq: 3}}}', ''],
  ['{reviews: {book: {author: {name: {_eq: "Ada"}}}}}', 'B1 B2'],
  ['{_not: {reviews: {is_public: {_eq: true}}}}', 'B3'],
  // aggregates of relations
  ['{reviews_aggregate: {count: {predicate: {_gt: 1}}}}', 'B1'],
  ['{reviews_aggregate: {count: {predicate: {_in: [0, 2]}}}}', 'B1 B3'],
  ['{reviews_aggregate: {count: {predicate: {_eq: 1}, filter: {stars: {_lt: 5}}}}}', 'B1 B2 B4'],
  ['{reviews_aggregate: {count: {predicate: {_eq: 1}, arguments: [text]}}}', 'B1 B2 B4'],
  ['{reviews_aggregate: {count: {predicate: {_eq: 2}, arguments: [is_public], distinct: true}}}', 'B1'],
  [
    '{author: {books_aggregate: {count: {predicate: {_eq: 2}, filter: {status: {_eq: "printed"}}}}}}',
    'B1 B2',
  ],
  ['{reviews_aggregate: {bool_and: {arguments: is_public, predicate: {_eq: true}}}}', 'B2 B4'],
  [
    '{reviews_aggregate: {bool_or: {arguments: is_public, predicate: {_eq: false}, filter: {stars: {_eq: 3}}}}}',
    'B1',
  ],
]

const codesOf = (codes: string) =>
  codes
    .split(' ')
    .filter(Boolean)
    .map((code) => ({ code }))

const books = table(BOOKS, ([where, codes]) => ({
  name: where,
  ask: `{ shelf_book(where: ${where}, order_by: {code: asc}) { code } }`,
  gives: { shelf_book: codesOf(codes) },
}))

/** `where` of authors, and the names it finds. */
const AUTHORS: readonly (readonly [where: string, names: string])[] = [
  ['{is_retired: {_eq: true}}', 'Cyd'],
  ['{is_retired: {_neq: true}}', 'Ada Ben'],
  ['{is_retired: {_in: [true, false]}}', 'Ada Ben Cyd'],
  ['{rating: {_is_null: false}, born_on: {_is_null: true}}', 'Cyd'],
  ['{interests: {_eq: []}}', 'Ben'],
  ['{interests: {_eq: ["rail"]}}', 'Cyd'],
  ['{interests: {_contains: ["rail"]}}', 'Ada Cyd'],
  ['{interests: {_contained_in: ["rail", "sea"]}}', 'Ben Cyd'],
  ['{interests: {_in: [["rail"], []]}}', 'Ben Cyd'],
  ['{interests: {_nin: [["rail"]]}}', 'Ada Ben'],
  ['{profile: {_contains: {agent: {name: "Roe"}}}}', 'Ada'],
  ['{books: {status: {_eq: "lost"}}}', 'Ben'],
  ['{books: {reviews: {text: {_is_null: true}}}}', 'Ada'],
  ['{edited: {}}', 'Ada Ben'],
  ['{_not: {books: {}}}', 'Cyd'],
  ['{books_aggregate: {count: {predicate: {_eq: 0}}}}', 'Cyd'],
]

const authors = table(AUTHORS, ([where, names]) => ({
  name: `authors ${where}`,
  ask: `{ shelf_author(where: ${where}, order_by: {name: asc}) { name } }`,
  gives: { shelf_author: names.split(' ').map((name) => ({ name })) },
}))

export const filter_cases: readonly Case[] = [...books, ...authors]
