import { expect, test } from 'vitest'
import { statementName } from './tracing.ts'

test.each([
  ['select id from platform.job where id = $1', 'select platform.job'],
  ['update transaction.invoice set status = $1', 'update transaction.invoice'],
  ['insert into log.audit (id) values ($1)', 'insert log.audit'],
  ['-- why\n with a as (select 1) select a.* from a join ledger.posting p on true', 'with ledger.posting'],
  ["select 'words of a person'", 'select'],
  ['', 'statement'],
])('name of a statement: its verb and first table: %s', (sql, name) => {
  expect(statementName(sql)).toBe(name)
})
