import { expect, test } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import { ensureRoles } from '../database-roles.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { notesOfSeals, verifySeals } from '../seal-verify.server.ts'
import { wrapTx } from '../tx.ts'
import { booksKeyOf } from './books-key.ts'
import { migrationCloser } from './close-seals.server.ts'

const database = await emptyDatabase()
const { owner, app, booksKeys: keys } = database
const SEALS = '_seals_with_a_key.sql'

const insert = (country: string) =>
  `insert into config.tax_rate (country_code, tax_type, rate, effective_from) values ('${country}', 'standard', 10, '2020-01-01')`

const upgrade = (files = readMigrations()) =>
  migrate({ owner, rolePrefix: database.role_prefix, files, closeSeals: keys && migrationCloser(keys) })

async function verifyNow<T>(read: (tx: ReturnType<typeof wrapTx>) => Promise<T>): Promise<T> {
  const client = await owner.connect()
  try {
    const tx = wrapTx(client)
    await tx.run('begin')
    await tx.run(`set local timezone to 'UTC'`)
    return await read(tx)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('upgrade: earlier seals hold on, broken ones stay broken, rows without a seal are named', async () => {
  const files = readMigrations()
  const before = files.slice(
    0,
    files.findIndex((file) => file.name.endsWith(SEALS)),
  )
  await ensureRoles(owner, database.role_prefix, database.role_secret)
  await migrate({ owner, rolePrefix: database.role_prefix, files: before })
  await owner.query(
    `grant usage on schema config to ${database.role_prefix}_app; grant insert on config.tax_rate to ${database.role_prefix}_app`,
  )
  await owner.query(
    `insert into business.business (human_id, name, type) values ('PRV-1', 'Provider', 'provider')`,
  )
  for (const country of ['FR', 'DE', 'IT']) await app.query(insert(country))
  await owner.query(insert('ES'))
  await owner.query('alter table config.tax_rate disable trigger tax_rate_kept')
  await owner.query(`update config.tax_rate set rate = 11 where country_code = 'DE'`)
  await owner.query(`delete from config.tax_rate where country_code = 'IT'`)
  await upgrade()

  const { rows: written } = await owner.query<{ xid: string }>(
    'select distinct xmin::text as xid from (select xmin from log.tx_mac union select xmin from schema_history.file where name > $1) f',
    [before.at(-1)?.name],
  )
  // A start killed in between leaves either all of it or nothing.
  expect(written).toHaveLength(1)

  const broken = await verifyNow((tx) => verifySeals(tx, keys, 9))
  expect(broken).toHaveLength(2)
  expect(broken.join()).toMatch(/config.tax_rate \S+ is not what the product has written/)
  expect(broken.join()).toMatch(/config.tax_rate \S+ is gone/)
  const notes = await verifyNow((tx) => notesOfSeals(tx, keys))
  expect(notes).toContainEqual(expect.stringMatching(/^1 rows of config.tax_rate were sealed at upgrade/))
})

test('verify: without the key it says what it cannot check, with another one it finds a fault', async () => {
  const notes = await verifyNow((tx) => notesOfSeals(tx, null))
  expect(notes.at(-1)).toMatch(/codes of 1 transactions were not checked, since the key is not here/)
  expect(await verifyNow((tx) => verifySeals(tx, null, 9))).toHaveLength(2)
  const [other] = await verifyNow((tx) => verifySeals(tx, [booksKeyOf(Buffer.alloc(32, 'other'))], 9))
  expect(other).toMatch(/was closed with key [0-9a-f]{16}, which is not here/)
})

test('upgrade: what was sealed by hand before is not closed by the next one', async () => {
  await owner.query(`call log.keep_sealed('config.tax_rate')`)
  const text = `call log.keep_sealed('platform.currency')`
  await upgrade([...readMigrations(), { name: '9999_later.sql', text, hash: 'later' }])
  const [first] = await verifyNow((tx) => verifySeals(tx, keys, 9))
  expect(first).toMatch(/rows of config.tax_rate were sealed outside of the product/)
})
