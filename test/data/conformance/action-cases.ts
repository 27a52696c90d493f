import type { Case } from './case.ts'
import { ids } from './shelf-rows.ts'

const R1 = `pk_columns: {id: "${ids.r1}"}`
const hidden = { stars: 5, text: 'hidden', is_public: false }

/** Values that an action id forces (spec §7.1), over what the caller sends. */
export const action_cases: readonly Case[] = [
  {
    name: 'without an action the caller’s values stand',
    ask: `mutation { update_shelf_review_by_pk(${R1}, _set: {text: "Fine", is_public: true}) { stars text is_public } }`,
    gives: { update_shelf_review_by_pk: { stars: 5, text: 'Fine', is_public: true } },
  },
  {
    name: 'an update: forced values come over those that are sent, the others stay',
    action: 'shelf.review.hide',
    ask: `mutation { update_shelf_review_by_pk(${R1}, _set: {text: "Fine", is_public: true}) { stars text is_public } }`,
    gives: { update_shelf_review_by_pk: hidden },
  },
  {
    name: 'an update that says nothing itself',
    action: 'shelf.review.hide',
    ask: `mutation { update_shelf_review(where: {id: {_eq: "${ids.r1}"}}, _set: {}) { affected_rows returning { stars text is_public } } }`,
    gives: { update_shelf_review: { affected_rows: 1, returning: [hidden] } },
  },
  {
    name: 'an insert',
    action: 'shelf.book.announce',
    ask: `mutation { insert_shelf_book_one(object: {code: "B9", title: "Oak", author_id: "${ids.ada}", status: "printed", price: 12, pages: 3}) { status price pages } }`,
    gives: { insert_shelf_book_one: { status: 'draft', price: 0, pages: 3 } },
  },
  {
    name: 'rows of a nested insert',
    action: 'shelf.book.announce',
    ask: 'mutation { insert_shelf_author_one(object: {name: "Eva", books: {data: [{code: "B9", title: "Oak", status: "printed"}]}}) { name books { status } } }',
    gives: { insert_shelf_author_one: { name: 'Eva', books: [{ status: 'draft' }] } },
  },
  {
    name: 'what the action does not speak of is written as ever',
    action: 'shelf.review.hide',
    ask: `mutation { update_shelf_author_by_pk(pk_columns: {id: "${ids.ada}"}, _set: {name: "Ida"}) { name } update_shelf_review_by_pk(${R1}, _inc: {stars: -1}) { stars text } }`,
    gives: {
      update_shelf_author_by_pk: { name: 'Ida' },
      update_shelf_review_by_pk: { stars: 4, text: 'hidden' },
    },
  },
  {
    name: 'one that nobody declared is refused: its values would be missing',
    action: 'shelf.review.hidden',
    ask: `mutation { update_shelf_review_by_pk(${R1}, _set: {text: "Fine"}) { id } }`,
    refuses: { message: "there is no action 'shelf.review.hidden'", path: '$.action_id' },
    afterwards: {
      ask: `{ shelf_review_by_pk(id: "${ids.r1}") { text } }`,
      gives: { shelf_review_by_pk: { text: 'Splendid' } },
    },
  },
  {
    name: 'one of another category is none',
    as: 'reader',
    action: 'shelf.review.hide',
    ask: 'mutation { update_shelf_review(where: {}, _set: {stars: 1}) { affected_rows } }',
    refuses: { message: "there is no action 'shelf.review.hide'", path: '$.action_id' },
  },
]
