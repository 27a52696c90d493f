import type { Case } from './case.ts'
import { ids } from './shelf-rows.ts'

const REVIEW = `book_id: "${ids.ash}", reader_email: "kim@work.test", stars: 2, text: "Fine"`
const upsert = (conflict: string, answer = 'affected_rows returning { id stars text }') =>
  `mutation { insert_shelf_review(objects: [{${REVIEW}}], on_conflict: ${conflict}) { ${answer} } }`

export const upsert_cases: readonly Case[] = [
  {
    name: 'updates the columns that are named, and only those',
    ask: upsert('{constraint: review_reader_key, update_columns: [stars]}'),
    gives: {
      insert_shelf_review: { affected_rows: 1, returning: [{ id: ids.r1, stars: 2, text: 'Splendid' }] },
    },
  },
  {
    name: 'updates several columns',
    ask: upsert('{constraint: review_reader_key, update_columns: [stars, text]}'),
    gives: { insert_shelf_review: { affected_rows: 1, returning: [{ id: ids.r1, stars: 2, text: 'Fine' }] } },
  },
  {
    name: 'one column without a list',
    ask: upsert('{constraint: review_reader_key, update_columns: text}', 'returning { stars text }'),
    gives: { insert_shelf_review: { returning: [{ stars: 5, text: 'Fine' }] } },
  },
  {
    name: 'no columns: the row is left as it is',
    ask: upsert('{constraint: review_reader_key, update_columns: []}'),
    gives: { insert_shelf_review: { affected_rows: 0, returning: [] } },
    afterwards: {
      ask: `{ shelf_review_by_pk(id: "${ids.r1}") { stars } }`,
      gives: { shelf_review_by_pk: { stars: 5 } },
    },
  },
  {
    name: 'columns left out are none',
    ask: upsert('{constraint: review_reader_key}', 'affected_rows'),
    gives: { insert_shelf_review: { affected_rows: 0 } },
  },
  {
    name: 'a condition that holds',
    ask: upsert(
      '{constraint: review_reader_key, update_columns: [stars], where: {stars: {_gt: 4}}}',
      'affected_rows',
    ),
    gives: { insert_shelf_review: { affected_rows: 1 } },
  },
  {
    name: 'a condition that does not hold leaves the row',
    ask: upsert(
      '{constraint: review_reader_key, update_columns: [stars], where: {stars: {_lt: 4}}}',
      'affected_rows',
    ),
    gives: { insert_shelf_review: { affected_rows: 0 } },
  },
  {
    name: 'one: null where nothing was written',
    ask: `mutation { insert_shelf_review_one(object: {${REVIEW}}, on_conflict: {constraint: review_reader_key, update_columns: []}) { id } }`,
    gives: { insert_shelf_review_one: null },
  },
  {
    name: 'one: the row where it was updated',
    ask: `mutation { insert_shelf_review_one(object: {${REVIEW}}, on_conflict: {constraint: review_reader_key, update_columns: [stars]}) { id stars } }`,
    gives: { insert_shelf_review_one: { id: ids.r1, stars: 2 } },
  },
  {
    name: 'new and known rows in one go',
    ask: `mutation { insert_shelf_review(objects: [{${REVIEW}}, {book_id: "${ids.birch}", reader_email: "new@work.test", stars: 4}], on_conflict: {constraint: review_reader_key, update_columns: [stars]}) { affected_rows returning { stars } } }`,
    gives: { insert_shelf_review: { affected_rows: 2, returning: [{ stars: 2 }, { stars: 4 }] } },
  },
  {
    name: 'by the primary key',
    ask: `mutation { insert_shelf_review_one(object: {id: "${ids.r2}", book_id: "${ids.ash}", reader_email: "lee@work.test", stars: 1}, on_conflict: {constraint: review_pkey, update_columns: [stars]}) { id stars } }`,
    gives: { insert_shelf_review_one: { id: ids.r2, stars: 1 } },
  },
  {
    name: 'another constraint that is hurt is still a refusal',
    ask: upsert('{constraint: review_pkey, update_columns: [stars]}', 'affected_rows'),
    refuses: { message: 'a record with these values exists already', code: 'constraint-violation' },
  },
  {
    name: 'the whole of it as a variable',
    ask: `mutation($c: shelf_review_on_conflict) { insert_shelf_review(objects: [{${REVIEW}}], on_conflict: $c) { affected_rows } }`,
    variables: {
      c: { constraint: 'review_reader_key', update_columns: ['stars'], where: { text: { _eq: 'Splendid' } } },
    },
    gives: { insert_shelf_review: { affected_rows: 1 } },
  },
  {
    name: 'another business’s row is not written, nor shown',
    ask: `mutation { insert_shelf_review(objects: [{id: "${ids.r5}", book_id: "${ids.ash}", reader_email: "x@work.test", stars: 5}], on_conflict: {constraint: review_pkey, update_columns: [stars, text]}) { affected_rows returning { text } } }`,
    gives: { insert_shelf_review: { affected_rows: 0, returning: [] } },
  },
  {
    name: 'a constraint that is not there',
    ask: upsert('{constraint: review_stars_key, update_columns: []}', 'affected_rows'),
    refuses: {
      message:
        "expected one of the values ['review_pkey', 'review_reader_key'] for type 'shelf_review_constraint', but found 'review_stars_key'",
    },
  },
  {
    name: 'a column that may not be updated',
    ask: upsert('{constraint: review_reader_key, update_columns: [book_id]}', 'affected_rows'),
    refuses: {
      message:
        "expected one of the values ['stars', 'text', 'is_public'] for type 'shelf_review_update_column', but found 'book_id'",
    },
  },
  {
    name: 'the constraint must be said',
    ask: upsert('{update_columns: [stars]}', 'affected_rows'),
    refuses: { message: "missing required field 'constraint'" },
  },
]
