import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ensureRoles } from '../database-roles.ts'
import { endLeftover } from '../embedded/embedded-process.ts'
import { listSnapshots } from '../embedded/embedded-snapshot.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { parseSettings } from '../settings.ts'
import { openInstallation } from './command-installation.ts'
import { prepareDatabase } from './command-prepare.ts'
import { restoreSnapshot } from './command-snapshot.ts'

const home = mkdtempSync(join(tmpdir(), 'stint-snapshot-'))
const settings = parseSettings({ STINT_HOME: home, LOG_LEVEL: 'silent' })
const said: string[] = []
const data = () => realpathSync(join(home, 'database'))
afterAll(async () => {
  if (existsSync(join(home, 'database'))) await endLeftover(data())
  if (dirname(data()) !== home) rmSync(dirname(data()), { recursive: true, force: true })
  rmSync(home, { recursive: true, force: true })
})

const open = () =>
  openInstallation(settings, { snapshots: true, onNotice: (sentence) => void said.push(sentence) })

test('snapshot: made before pending migrations; put back, it has the schema and rows of before', async () => {
  const old = await open()
  await ensureRoles(old.database.owner, old.rolePrefix, old.roleSecret)
  const files = readMigrations().slice(0, -1)
  await migrate({ owner: old.database.owner, rolePrefix: old.rolePrefix, files })
  await old.database.owner.query(
    `insert into platform.outbox (topic, fact_key, payload) values ('t', 'of before', '{}')`,
  )
  await old.close()
  expect(said).toEqual([])

  const now = await open()
  await prepareDatabase({ owner: now.database.owner, ...now })
  await now.database.owner.query(
    `insert into platform.outbox (topic, fact_key, payload) values ('t', 'of after', '{}')`,
  )
  await now.close()
  const [snapshot] = listSnapshots(data())
  const name = snapshot?.name ?? ''
  expect(said).toEqual([`Snapshot ${name} made: npm run restore -- --snapshot ${name} is the way back.`])

  await expect(restoreSnapshot(settings, 'v0.0.1-none')).rejects.toThrow(`There are: ${name}.`)
  const told: string[] = []
  await restoreSnapshot(settings, name, (sentence) => void told.push(sentence))
  expect(told[1]).toMatch(/^Work since 20\d\d-.* UTC is lost: 0 audit rows\.$/)
  expect(told[2]).toMatch(/^1 messages and 0 jobs are held\./)
  const back = await openInstallation(settings)
  const { rows } = await back.database.owner.query<{ keys: string[]; held: boolean; files: number }>(
    `select array_agg(fact_key) as keys, bool_and(is_held) as held,
       (select count(*)::int from schema_history.file) as files from platform.outbox`,
  )
  await back.close()
  expect(rows).toEqual([{ keys: ['of before'], held: true, files: files.length }])
})

test('a program before migrations: runs where some are pending, and its failure changes nothing', async () => {
  const installation = await openInstallation(settings)
  const { owner } = installation.database
  const count = async () =>
    (await owner.query<{ n: number }>('select count(*)::int as n from schema_history.file')).rows[0]?.n
  const before = await count()
  const prepare = (beforeMigrate: string) =>
    prepareDatabase({ owner, ...installation, settings: { beforeMigrate } })
  await expect(prepare('/bin/false')).rejects.toThrow(
    'BEFORE_MIGRATE (/bin/false) ended with 1. Nothing was changed.',
  )
  expect(await count()).toBe(before)
  await prepare('/bin/true')
  expect(await count()).toBe(readMigrations().length)
  await prepare('/bin/false')
  await installation.close()
})

test('snapshot of another release: refused with the release to check out', async () => {
  const folder = join(dirname(data()), 'snapshots')
  writeFileSync(join(folder, 'v9.9.9-2026-11-22T10-00-00Z'), '')
  await expect(restoreSnapshot(settings, 'v9.9.9-2026-11-22T10-00-00Z')).rejects.toThrow(
    'This snapshot is of v9.9.9. Check out v9.9.9 first.',
  )
  expect(readFileSync(join(data(), 'PG_VERSION'), 'utf8').trim()).toBe('18')
})
