import { expect, test } from 'vitest'
import { statementsAlone } from './migrate-text.rules.ts'

test.each([
  ['begin; create table a (); commit;', ['begin', 'commit']],
  ['create unique index\n  concurrently i on a (b)', ['create unique index concurrently']],
  ['reindex table concurrently a', ['reindex table concurrently']],
  ['select 1; VACUUM a', ['vacuum']],
  ['alter system set work_mem = 1', ['alter system']],
])('migration: %j holds statements that cannot run in a transaction', (sql, found) => {
  expect(statementsAlone(sql)).toEqual(found)
})

test.each([
  'create function f() returns void language plpgsql as $$ begin perform 1; end $$',
  'do $do$ begin commit; end $do$',
  "comment on table a is 'begin; commit; vacuum';",
  '-- commit;\n/* vacuum; */ create index i on a (b)',
  'refresh materialized view concurrently m',
])('migration: %j runs in a transaction', (sql) => {
  expect(statementsAlone(sql)).toEqual([])
})
