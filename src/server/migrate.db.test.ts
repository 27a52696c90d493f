import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { emptyDatabase, freshDatabase } from '#test/database.ts'
import { openPool } from './database.ts'
import { ensureRoles } from './database-roles.ts'
import { type MigrationFile, migrate, readMigrations } from './migrate.ts'

const file = (name: string, text: string): MigrationFile => ({
  name,
  text,
  hash: createHash('sha256').update(text).digest('hex'),
})
const first = file('0001_first.sql', 'create table public.a (id int); grant select on public.a to stint_app;')
const second = file('0002_second.sql', 'create table public.b (id int);\ninsert into public.b values (1);')

const migrated = await freshDatabase()
const database = await emptyDatabase()
const broken = await emptyDatabase()
const crowded = await emptyDatabase()

test('files are applied once, in their order, and later ones follow', async () => {
  const run = (files: MigrationFile[]) => migrate({ owner: database.owner, rolePrefix: 'stint', files })
  expect(await run([first])).toEqual(['0001_first.sql'])
  expect(await run([first, second])).toEqual(['0002_second.sql'])
  expect(await run([first, second])).toEqual([])
  const { rows } = await database.app.query('select id from public.a')
  expect(rows).toEqual([])
})

test('edited or removed migration: refused by name', async () => {
  const run = (files: MigrationFile[]) => migrate({ owner: database.owner, rolePrefix: 'stint', files })
  const edited = file('0001_first.sql', `${first.text} -- later thought`)
  await expect(run([edited, second])).rejects.toThrow('migrations/0001_first.sql was changed')
  await expect(run([first])).rejects.toThrow('migrations/0002_second.sql is missing')
})

test('a file that fails is named with its line, and nothing of the run is kept', async () => {
  const wrong = file('0002_wrong.sql', 'create table public.c (id int);\n\nselect nonsense;\n')
  const run = migrate({ owner: broken.owner, rolePrefix: 'stint', files: [first, wrong] })
  await expect(run).rejects.toThrow(
    'Migration 0002_wrong.sql line 3 failed: column "nonsense" does not exist. Nothing was changed.',
  )
  const { rows } = await broken.owner.query(
    `select to_regclass('public.a') as a, to_regclass('public.c') as c`,
  )
  expect(rows).toEqual([{ a: null, c: null }])
})

test('a file that fails on a database in use: the message names the release that still runs', async () => {
  const wrong = file('0003_wrong.sql', 'select nonsense;')
  const run = migrate({ owner: database.owner, rolePrefix: 'stint', files: [first, second, wrong] })
  await expect(run).rejects.toThrow(
    /Nothing was changed\. Release v\d+\.\d+\.\d+ still runs on this database\.$/,
  )
  await expect(run).rejects.toMatchObject({ exit_code: 3 })
})

test('a file that would end the transaction is refused, and nothing of it is kept', async () => {
  const wrong = file('0002_ends.sql', 'create table public.c (id int); commit; select nonsense;')
  const run = migrate({ owner: broken.owner, rolePrefix: 'stint', files: [first, wrong] })
  await expect(run).rejects.toThrow(
    'Migration 0002_ends.sql holds "commit", which cannot run in a transaction.',
  )
  const { rows } = await broken.owner.query(`select to_regclass('public.c') as c`)
  expect(rows).toEqual([{ c: null }])
})

test('servers that start at once migrate once', async () => {
  const runs = [1, 2, 3].map(async () => {
    const owner = openPool({ url: crowded.url, max: 2, name: 'test', onIdleError: () => undefined })
    try {
      return await migrate({ owner, rolePrefix: 'stint', files: [first, second] })
    } finally {
      await owner.end()
    }
  })
  const applied = (await Promise.all(runs)).flat()
  expect(applied.sort()).toEqual(['0001_first.sql', '0002_second.sql'])
})

test('the product’s own migrations are all applied in a fresh database', async () => {
  const { rows } = await migrated.owner.query<{ name: string }>(
    'select name from schema_history.file order by name',
  )
  expect(rows.map((row) => row.name)).toEqual(readMigrations().map((one) => one.name))
})

test('roles: login without any power, the same password on every start, two starts at once', async () => {
  const again = () => ensureRoles(migrated.owner, migrated.role_prefix, migrated.role_secret)
  await Promise.all([again(), again(), again()])
  const { rows } = await migrated.owner.query(
    `select rolname, rolcanlogin, rolinherit, rolsuper or rolcreatedb or rolcreaterole or rolreplication
       or rolbypassrls as power
     from pg_roles where rolname like 'stint\\_%' and rolname <> 'stint_owner' and rolname !~ 'test' order by 1`,
  )
  const parts = ['agency', 'app', 'client', 'contractor', 'funder', 'jobs', 'ledger', 'provider', 'session']
  // Jobs inherit the rights of the verbs, and nothing else. Nobody signs in as the owner of `ledger.post`.
  expect(rows).toEqual(
    parts.map((part) => ({
      rolname: `stint_${part}`,
      rolcanlogin: part !== 'ledger',
      rolinherit: part === 'jobs',
      power: false,
    })),
  )
  const { rows: inherited } = await migrated.owner.query(
    `select r.rolname as of, m.rolname as member from pg_auth_members g join pg_roles r on r.oid = g.roleid
     join pg_roles m on m.oid = g.member where m.rolname in ('stint_jobs', 'stint_app', 'stint_session')`,
  )
  expect(inherited).toEqual([{ of: 'stint_app', member: 'stint_jobs' }])
  const reader = await migrated.reader('agency').query(`select current_setting('statement_timeout') as wait`)
  expect(reader.rows).toEqual([{ wait: '15s' }])
  await expect(migrated.app.query('create schema mine')).rejects.toThrow('permission denied')
})
