import { expect, test } from 'vitest'
import { sealed_tables, unsealed_tables } from '#server/seals/sealed-tables.ts'
import { freshDatabase } from '#test/database.ts'

const database = await freshDatabase()
const SCHEMAS = [
  'auth',
  'business',
  'contract',
  'transaction',
  'payment',
  'ledger',
  'request',
  'log',
  'platform',
  'config',
  'integrations',
]

async function names(sql: string, ...params: unknown[]): Promise<string[]> {
  const { rows } = await database.owner.query<{ name: string }>(sql, params)
  return rows.map((row) => row.name).sort()
}

test('tables: each is sealed, or says why it needs no seal', async () => {
  const tables = await names(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p')`,
    SCHEMAS,
  )
  const declared = [...Object.keys(sealed_tables), ...Object.keys(unsealed_tables)].sort()
  expect(declared).toEqual(tables)
})

test('sealed tables: the database seals those that are declared, at every statement', async () => {
  const sealed =
    await names(`select t.name from log.sealed_table t join pg_trigger g on g.tgrelid = to_regclass(t.name)
    and g.tgname in ('seal_insert', 'seal_update', 'seal_delete') and g.tgenabled = 'O' group by 1 having count(*) = 3`)
  expect(sealed).toEqual(Object.keys(sealed_tables).sort())
})
