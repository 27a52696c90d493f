import type { Case } from './case.ts'
import { ids } from './shelf-rows.ts'

export const delete_cases: readonly Case[] = [
  {
    name: 'by key: the row as it was, and then it is gone',
    ask: `mutation { delete_shelf_review_by_pk(id: "${ids.r1}") { stars book { title } } }`,
    gives: { delete_shelf_review_by_pk: { stars: 5, book: { title: 'Ash' } } },
    afterwards: {
      ask: `{ shelf_review_by_pk(id: "${ids.r1}") { stars } }`,
      gives: { shelf_review_by_pk: null },
    },
  },
  {
    name: 'returning: related rows as a read after the delete gives them',
    ask: `mutation { gone: delete_shelf_review_by_pk(id: "${ids.r1}") { stars book { title reviews_aggregate(where: {stars: {_eq: 5}}) { aggregate { count } } } } hidden: delete_shelf_book_by_pk(id: "${ids.cedar}") { code author { books { code } } } }`,
    gives: {
      gone: { stars: 5, book: { title: 'Ash', reviews_aggregate: { aggregate: { count: 0 } } } },
      hidden: { code: 'B3', author: { books: [{ code: 'B4' }] } },
    },
  },
  {
    name: 'by key: null where there is no such row',
    ask: `mutation { delete_shelf_review_by_pk(id: "${ids.fresh}") { stars } }`,
    gives: { delete_shelf_review_by_pk: null },
  },
  {
    name: 'by filter: affected_rows and returning',
    ask: 'mutation { delete_shelf_review(where: {stars: {_lte: 3}}) { affected_rows returning { stars } } }',
    gives: { delete_shelf_review: { affected_rows: 2, returning: [{ stars: 3 }, { stars: 1 }] } },
    afterwards: {
      ask: '{ shelf_review_aggregate { aggregate { count } } }',
      gives: { shelf_review_aggregate: { aggregate: { count: 2 } } },
    },
  },
  {
    name: 'by filter: an empty one is every row of the viewer, and no other’s',
    ask: 'mutation { delete_shelf_review(where: {}) { affected_rows } }',
    gives: { delete_shelf_review: { affected_rows: 4 } },
  },
  {
    name: 'by filter: through a relation',
    ask: 'mutation { delete_shelf_review(where: {book: {author: {name: {_eq: "Ben"}}}}) { affected_rows } }',
    gives: { delete_shelf_review: { affected_rows: 1 } },
  },
  {
    name: 'soft: the row is hidden, what refers to it stays',
    ask: `mutation { delete_shelf_book_by_pk(id: "${ids.cedar}") { code } }`,
    gives: { delete_shelf_book_by_pk: { code: 'B3' } },
    afterwards: {
      ask: `{ shelf_book(order_by: {code: asc}) { code } shelf_classic { code } shelf_author_by_pk(id: "${ids.ben}") { books { code } } }`,
      gives: {
        shelf_book: [{ code: 'B1' }, { code: 'B2' }, { code: 'B4' }],
        shelf_classic: [],
        shelf_author_by_pk: { books: [{ code: 'B4' }] },
      },
    },
  },
  {
    name: 'soft: a second time there is nothing to delete',
    ask: `mutation { a: delete_shelf_book_by_pk(id: "${ids.cedar}") { code } b: delete_shelf_book_by_pk(id: "${ids.cedar}") { code } c: delete_shelf_book(where: {code: {_eq: "B3"}}) { affected_rows } }`,
    gives: { a: { code: 'B3' }, b: null, c: { affected_rows: 0 } },
  },
  {
    name: 'of a row outside the writer’s rule: as though it were not there',
    ask: `mutation { delete_shelf_book_by_pk(id: "${ids.ash}") { code } }`,
    gives: { delete_shelf_book_by_pk: null },
    afterwards: {
      ask: `{ shelf_book_by_pk(id: "${ids.ash}") { code } }`,
      gives: { shelf_book_by_pk: { code: 'B1' } },
    },
  },
  {
    name: 'of another business: as though it were not there',
    as: 'south',
    ask: `mutation { delete_shelf_review_by_pk(id: "${ids.r1}") { stars } }`,
    gives: { delete_shelf_review_by_pk: null },
  },
  {
    name: 'by a role that may not',
    as: 'clerk',
    ask: `mutation { delete_shelf_book_by_pk(id: "${ids.cedar}") { code } }`,
    refuses: { message: "field 'delete_shelf_book_by_pk' not found in type: 'mutation_root'" },
  },
  {
    name: 'without a filter',
    ask: 'mutation { delete_shelf_review { affected_rows } }',
    refuses: {
      message: "missing required field 'where'",
      path: '$.selectionSet.delete_shelf_review.args.where',
    },
  },
  {
    name: 'after an insert and an update of the same request',
    ask: `mutation {
      i: insert_shelf_review_one(object: {id: "${ids.fresh}", book_id: "${ids.ash}", stars: 1, reader_email: "x@work.test"}) { stars }
      u: update_shelf_review_by_pk(pk_columns: {id: "${ids.fresh}"}, _inc: {stars: 1}) { stars }
      d: delete_shelf_review_by_pk(id: "${ids.fresh}") { stars } }`,
    gives: { i: { stars: 1 }, u: { stars: 2 }, d: { stars: 2 } },
  },
]
