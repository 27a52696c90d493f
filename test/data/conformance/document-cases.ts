import type { Case } from './case.ts'
import { ids } from './shelf-rows.ts'

const ASH = `shelf_book_by_pk(id: "${ids.ash}")`

export const document_cases: readonly Case[] = [
  {
    name: 'alias: of a root and of a field',
    ask: `{ tree: ${ASH} { name: title } }`,
    gives: { tree: { name: 'Ash' } },
  },
  {
    name: 'alias: one field under three names',
    ask: `{ ${ASH} { a: title b: title title } }`,
    gives: { shelf_book_by_pk: { a: 'Ash', b: 'Ash', title: 'Ash' } },
  },
  {
    name: 'alias: of a relation and its arguments',
    ask: `{ ${ASH} { best: reviews(order_by: {stars: desc}, limit: 1) { n: stars } } }`,
    gives: { shelf_book_by_pk: { best: [{ n: 5 }] } },
  },
  {
    name: 'merge: a field asked twice is answered once',
    ask: `{ ${ASH} { code code title code } }`,
    gives: { shelf_book_by_pk: { code: 'B1', title: 'Ash' } },
  },
  {
    name: 'merge: two selections of one relation become one',
    ask: `{ ${ASH} { author { name } author { is_retired } } }`,
    gives: { shelf_book_by_pk: { author: { name: 'Ada', is_retired: false } } },
  },
  {
    name: 'merge: a root asked twice with the same arguments',
    ask: `{ ${ASH} { code } ${ASH} { title } }`,
    gives: { shelf_book_by_pk: { code: 'B1', title: 'Ash' } },
  },
  {
    name: 'merge: arguments in another order are the same arguments',
    ask: '{ shelf_book(limit: 1, order_by: {code: asc}) { code } shelf_book(order_by: {code: asc}, limit: 1) { title } }',
    gives: { shelf_book: [{ code: 'B1', title: 'Ash' }] },
  },
  {
    name: 'fragment: named, within a named one',
    ask: `query { ${ASH} { ...all } } fragment all on shelf_book { code ...who } fragment who on shelf_book { author { name } }`,
    gives: { shelf_book_by_pk: { code: 'B1', author: { name: 'Ada' } } },
  },
  {
    name: 'fragment: used twice, on both sides of a relation',
    ask: `{ ${ASH} { author { ...person } editor { ...person } } } fragment person on shelf_author { name }`,
    gives: { shelf_book_by_pk: { author: { name: 'Ada' }, editor: { name: 'Ben' } } },
  },
  {
    name: 'fragment: inline with and without a type',
    ask: `{ ${ASH} { ... on shelf_book { code } ... { title } } }`,
    gives: { shelf_book_by_pk: { code: 'B1', title: 'Ash' } },
  },
  {
    name: 'fragment: on the root type',
    ask: `query { ...roots } fragment roots on query_root { ${ASH} { code } }`,
    gives: { shelf_book_by_pk: { code: 'B1' } },
  },
  {
    name: 'fragment: on aggregates',
    ask: '{ shelf_book_aggregate { ...a } } fragment a on shelf_book_aggregate { aggregate { ...n } } fragment n on shelf_book_aggregate_fields { count }',
    gives: { shelf_book_aggregate: { aggregate: { count: 4 } } },
  },
  {
    name: 'fragment: one that is not used does no harm',
    ask: `{ ${ASH} { code } } fragment unused on shelf_book { title }`,
    gives: { shelf_book_by_pk: { code: 'B1' } },
  },
  {
    name: 'fragment: with a variable inside',
    ask: `query($n: Int) { ${ASH} { ...r } } fragment r on shelf_book { reviews(where: {stars: {_eq: $n}}) { text } }`,
    variables: { n: 5 },
    gives: { shelf_book_by_pk: { reviews: [{ text: 'Splendid' }] } },
  },
  {
    name: '@include: true keeps, false leaves out',
    ask: `query($a: Boolean!, $b: Boolean!) { ${ASH} { code title @include(if: $a) pages @include(if: $b) } }`,
    variables: { a: true, b: false },
    gives: { shelf_book_by_pk: { code: 'B1', title: 'Ash' } },
  },
  {
    name: '@skip: the other way round',
    ask: `query($a: Boolean!) { ${ASH} { code @skip(if: $a) title } }`,
    variables: { a: true },
    gives: { shelf_book_by_pk: { title: 'Ash' } },
  },
  {
    name: '@skip and @include on one field: both must let it pass',
    ask: `{ ${ASH} { code title @include(if: true) @skip(if: true) pages @include(if: true) @skip(if: false) } }`,
    gives: { shelf_book_by_pk: { code: 'B1', pages: 120 } },
  },
  {
    name: '@include on a fragment and on an inline fragment',
    ask: `{ ${ASH} { code ...more @include(if: false) ... @skip(if: false) { title } } } fragment more on shelf_book { pages }`,
    gives: { shelf_book_by_pk: { code: 'B1', title: 'Ash' } },
  },
  {
    name: '@include on a root field',
    ask: `query($yes: Boolean = false) { ${ASH} { code } shelf_currency @include(if: $yes) { code } }`,
    gives: { shelf_book_by_pk: { code: 'B1' } },
  },
  {
    name: 'every root left out is an empty object',
    ask: '{ shelf_currency @skip(if: true) { code } }',
    gives: {},
  },
  {
    name: '__typename: at the root, in lists and in relations, under other names',
    ask: `{ t: __typename shelf_currency(limit: 1, order_by: {code: asc}) { kind: __typename code } ${ASH} { author { __typename } } }`,
    gives: {
      t: 'query_root',
      shelf_currency: [{ kind: 'shelf_currency', code: 'EUR' }],
      shelf_book_by_pk: { author: { __typename: 'shelf_author' } },
    },
  },
  {
    name: 'operation: the named one of several is run',
    ask: `query one { ${ASH} { code } } query two { ${ASH} { title } } mutation three { delete_shelf_review(where: {}) { affected_rows } }`,
    operation: 'two',
    gives: { shelf_book_by_pk: { title: 'Ash' } },
  },
  {
    name: 'operation: variables of another operation are none of its business',
    ask: `query one($x: uuid!) { shelf_book_by_pk(id: $x) { code } } query two { ${ASH} { title } }`,
    operation: 'two',
    gives: { shelf_book_by_pk: { title: 'Ash' } },
  },
  {
    name: 'comments, commas and a mark of the byte order are no matter',
    ask: `\uFEFF# a comment\nquery , { ${ASH} , { code, , title # and another\n } }`,
    gives: { shelf_book_by_pk: { code: 'B1', title: 'Ash' } },
  },
  {
    name: 'text as a block',
    ask: '{ shelf_author(where: {name: {_eq: """\n  Ada\n  """}}) { name } }',
    gives: { shelf_author: [{ name: 'Ada' }] },
  },
  {
    name: 'text with escapes',
    ask: '{ shelf_author(where: {name: {_eq: "\\u0041d\\u{61}"}}) { name } }',
    gives: { shelf_author: [{ name: 'Ada' }] },
  },
  {
    name: 'variable: a whole filter',
    ask: 'query($w: shelf_book_bool_exp) { shelf_book(where: $w, order_by: {code: asc}) { code } }',
    variables: { w: { _or: [{ author: { name: { _eq: 'Ben' } } }, { reviews: { stars: { _eq: 1 } } }] } },
    gives: { shelf_book: [{ code: 'B2' }, { code: 'B3' }, { code: 'B4' }] },
  },
  {
    name: 'variable: one comparison',
    ask: 'query($c: numeric_comparison_exp!) { shelf_book(where: {price: $c}) { code } }',
    variables: { c: { _gt: '19.999', _lt: 21 } },
    gives: { shelf_book: [{ code: 'B4' }] },
  },
  {
    name: 'variable: one item of a list',
    ask: 'query($a: String!, $b: String!) { shelf_book(where: {title: {_in: [$a, "Birch", $b]}}, order_by: {code: asc}) { code } }',
    variables: { a: 'Ash', b: 'Oak' },
    gives: { shelf_book: [{ code: 'B1' }, { code: 'B2' }] },
  },
  {
    name: 'variable: a list of conditions',
    ask: 'query($w: [shelf_book_bool_exp!]) { shelf_book(where: {_or: $w}, order_by: {code: asc}) { code } }',
    variables: { w: [{ code: { _eq: 'B1' } }, { code: { _eq: 'B4' } }] },
    gives: { shelf_book: [{ code: 'B1' }, { code: 'B4' }] },
  },
  {
    name: 'variable: a single value where a list is declared',
    ask: 'query($t: [String!]) { shelf_book(where: {title: {_in: $t}}) { code } }',
    variables: { t: 'Ash' },
    gives: { shelf_book: [{ code: 'B1' }] },
  },
  {
    name: 'variable: a decimal as text keeps its digits',
    ask: 'query($p: numeric) { shelf_book(where: {price: {_eq: $p}}) { code } }',
    variables: { p: '14.5000000000000000000001' },
    gives: { shelf_book: [] },
  },
  {
    name: 'variable: jsonb of any shape',
    ask: 'query($j: jsonb) { shelf_book(where: {data: {_contains: $j}}) { code } }',
    variables: { j: { tags: ['short'], sold: 3 } },
    gives: { shelf_book: [{ code: 'B1' }] },
  },
  {
    name: 'variable: a default where nothing is sent, and not where something is',
    ask: 'query($t: String = "Ash") { shelf_book(where: {title: {_eq: $t}}) { code } }',
    variables: { t: 'Birch' },
    gives: { shelf_book: [{ code: 'B2' }] },
  },
  {
    name: 'variable: a default that is a whole filter',
    ask: 'query($w: shelf_book_bool_exp = {title: {_in: ["Ash", "Birch"]}, pages: {_gt: 200}}) { shelf_book(where: $w) { code } }',
    gives: { shelf_book: [{ code: 'B2' }] },
  },
  {
    name: 'variable: a filter that is absent filters nothing',
    ask: 'query($w: shelf_currency_bool_exp) { shelf_currency(where: $w, order_by: {code: asc}) { code } }',
    gives: { shelf_currency: [{ code: 'EUR' }, { code: 'GBP' }] },
  },
  {
    name: 'variable: an item of a filter list that is empty holds for every row',
    ask: 'query($w: shelf_book_bool_exp!) { shelf_book(where: {_and: [{status: {_eq: "draft"}}, $w]}) { code } }',
    variables: { w: {} },
    gives: { shelf_book: [{ code: 'B3' }] },
  },
  {
    name: 'variable: a not-null one where a nullable is expected',
    ask: 'query($n: Int!) { shelf_book(order_by: {code: asc}, limit: $n) { code } }',
    variables: { n: 1 },
    gives: { shelf_book: [{ code: 'B1' }] },
  },
]
