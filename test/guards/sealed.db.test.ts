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

/** Tables that functions alone write to. */
const CLOSED = [
  'ledger.account',
  'ledger.posting',
  'ledger.transaction',
  'log.audit',
  'log.audit_head',
  'log.seal_head',
  'log.seal_key',
  'log.seal_log',
  'log.sealed_table',
  'log.tx_mac',
]

test('books, audit log and seals: no role but their owner’s writes to them by hand', async () => {
  const writers = await names(
    `select r.rolname || ' ' || t.name as name from pg_roles r cross join unnest($1::text[]) t(name)
     where r.rolname like $2 and r.rolname <> current_user and r.rolcanlogin and (has_table_privilege(r.oid, t.name, 'insert, update, delete, truncate, trigger')
       or has_any_column_privilege(r.oid, t.name, 'insert, update'))`,
    CLOSED,
    `${database.role_prefix}\\_%`,
  )
  expect(writers).toEqual([])
  const hand: readonly [string, string][] = [
    ['ledger.account', 'insert into ledger.account select * from ledger.account'],
    ['ledger.transaction', 'insert into ledger.transaction select * from ledger.transaction'],
    ['ledger.posting', 'insert into ledger.posting select * from ledger.posting'],
    ['log.audit', 'insert into log.audit overriding system value select * from log.audit'],
    ['log.audit_head', `update log.audit_head set hash = ''`],
    ['log.seal_log', 'insert into log.seal_log select * from log.seal_log'],
    ['log.tx_mac', 'insert into log.tx_mac select * from log.tx_mac'],
  ]
  for (const [table, sql] of hand)
    await expect(database.app.query(sql), table).rejects.toThrow(/permission denied/)
})

test('ledger.post: its owner cannot sign in, and writes to the ledger alone', async () => {
  const role = `${database.role_prefix}_ledger`
  const { rows } = await database.owner.query(
    `select r.rolname as owner, r.rolcanlogin, r.rolsuper, p.prosecdef from pg_proc p join pg_roles r on r.oid = p.proowner
     where p.oid = 'ledger.post(jsonb)'::regprocedure`,
  )
  expect(rows).toEqual([{ owner: role, rolcanlogin: false, rolsuper: false, prosecdef: true }])
  const written = await names(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p') and has_table_privilege($2, c.oid, 'insert, update, delete, truncate')`,
    SCHEMAS,
    role,
  )
  expect(written).toEqual(['ledger.account', 'ledger.posting', 'ledger.transaction'])
})

test('functions: the verbs alone post and write audit rows, and nobody but the owner seals a table anew', async () => {
  const callers = (signature: string) =>
    names(
      `select r.rolname as name from pg_roles r where r.rolname like $1 and r.rolname <> current_user and r.rolcanlogin
       and has_function_privilege(r.oid, $2, 'execute')`,
      `${database.role_prefix}\\_%`,
      signature,
    )
  const verbs = [`${database.role_prefix}_app`, `${database.role_prefix}_jobs`]
  expect(await callers('ledger.post(jsonb)')).toEqual(verbs)
  expect(await callers('log.lock_audit(uuid)')).toEqual(verbs)
  expect(await callers('log.keep_sealed(regclass, text)')).toEqual([])
  await expect(database.app.query(`call log.keep_sealed('transaction.invoice')`)).rejects.toThrow(
    /permission denied/,
  )
})
