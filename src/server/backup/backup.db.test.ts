import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBulk } from '#demo/bulk.ts'
import { systemClock } from '#kernel/clock.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { test_keys } from '#test/books-key.ts'
import { ask } from '#test/statement.ts'
import { prepareDatabase } from '../commands/command-prepare.ts'
import { type Database, openDatabase } from '../database.ts'
import { embeddedData, spoolOf, startEmbeddedDatabase } from '../embedded/embedded-database.ts'
import { readMigrations } from '../migrate.ts'
import { perform } from '../perform.server.ts'
import { folderFiles } from '../storage.server.ts'
import { makeBaseBackup } from './backup-base.ts'
import { checkBackup } from './backup-check.ts'
import { discardWork, holdWork, releaseWork } from './backup-held.ts'
import { type BaseIndex, fileObject, openRepository, segmentObject } from './backup-repository.ts'
import { type Restored, restoreInto } from './backup-restore.ts'
import { newKey } from './backup-seal.ts'
import { shipUntil } from './backup-shipper.ts'
import type { BackupTarget } from './backup-target.ts'
import { restoredFaults } from './backup-verify.ts'

/** More moments at night. */
const POINTS = process.env.STINT_NIGHTLY ? 20 : 1
const SHEETS = process.env.STINT_NIGHTLY ? 200 : 6

const folder = mkdtempSync(join(tmpdir(), 'stint-backup-'))
const home = join(folder, 'home')
const key = await newKey()
/** Approvals that the database acknowledged, in their order. */
const approved: { id: string; asked_at: number; done_at: number }[] = []

let embedded: Awaited<ReturnType<typeof startEmbeddedDatabase>>
let database: Database
let target: BackupTarget
let base: BaseIndex
let copies = 0

async function clockOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  )
  return Number(rows[0]?.ms)
}

beforeAll(async () => {
  const tuning = { fsync: 'off', max_wal_size: '256MB', shared_buffers: '32MB' }
  embedded = await startEmbeddedDatabase({ home, archive: true, tuning })
  const roleSecret = decodeURIComponent(new URL(embedded.url).password)
  database = openDatabase({
    url: embedded.url,
    readUrl: null,
    rolePrefix: 'stint',
    roleSecret,
    poolSize: 4,
    booksKeys: test_keys,
  })
  await prepareDatabase({ owner: database.owner, rolePrefix: 'stint', roleSecret, booksKeys: test_keys })
  const bulk = await makeBulk(database, { timesheets: SHEETS, today: systemClock.today() })
  const files = join(home, 'files')
  await folderFiles(files).put(Buffer.from('before the backup'))
  target = await openRepository(join(folder, 'target'), home)
  const data = embeddedData(home) ?? ''
  const shipping = { target, recipients: [key.recipient], files, url: embedded.url, spool: spoolOf(data) }
  base = await makeBaseBackup({
    ...shipping,
    home,
    data,
    untilShipped: (segment) => shipUntil(shipping, segment),
    rate_bytes: 1e9,
    release: '0.1.0',
    clock: systemClock,
  })
  await folderFiles(files).put(Buffer.from('after the backup'))
  for (const id of bulk.timesheet_ids) {
    const asked_at = await clockOf(database.owner)
    const deps = { database, clock: systemClock }
    await perform(deps, bulk.approver, 'transaction.timesheet.approve', { ids: [id] }, `approve ${id}`)
    approved.push({ id, asked_at, done_at: await clockOf(database.owner) })
  }
  const { rows } = await database.owner.query<{ name: string }>(
    'select pg_walfile_name(pg_switch_wal()) as name',
  )
  await shipUntil(shipping, rows[0]?.name ?? '')
})

afterAll(async () => {
  await database.close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Wish = { to?: Instant | null; identity?: string; into?: string; from?: BackupTarget }

function restore({ to = null, identity = key.identity, into, from = target }: Wish): Promise<Restored> {
  copies += 1
  return restoreInto({
    target: from,
    identities: [identity],
    to,
    into: into ?? join(folder, `copy-${copies}`),
    last_migration: readMigrations().at(-1)?.name ?? '',
    release: '0.1.0',
    say: () => undefined,
  })
}

/** What a restore of a moment says that is not so: acknowledged work that is missing, later work that is there. */
async function faultsAt(moment_ms: number): Promise<string[]> {
  const into = join(folder, `point-${moment_ms}`)
  const restored = await restore({ to: instantFromMs(moment_ms), into })
  try {
    const rows = await ask<{ id: string }>(
      restored.url,
      `select id from transaction.timesheet where status = 'approved'`,
    )
    const found = new Set(rows.map(({ id }) => id))
    const lost = approved.filter(({ id, done_at }) => done_at < moment_ms && !found.has(id))
    const early = approved.filter(({ id, asked_at }) => asked_at > moment_ms && found.has(id))
    return [
      ...lost.map(({ id }) => `${id} is lost`),
      ...early.map(({ id }) => `${id} is from later`),
      ...(await restoredFaults(restored.url, join(into, 'files'), restored.manifest)),
    ]
  } finally {
    await restored.stop()
    rmSync(into, { recursive: true, force: true })
  }
}

describe('restore', () => {
  test('a moment: all that was acknowledged before it, nothing after, and every check holds', async () => {
    const first = approved[0]?.done_at ?? 0
    const span = (approved.at(-1)?.asked_at ?? 0) - first
    for (let no = 1; no <= POINTS; no += 1) {
      // Scattered over the whole time, the same each night.
      const moment_ms = Math.round(first + span * ((no * 0.618) % 1))
      expect(await faultsAt(moment_ms), `at ${moment_ms}`).toEqual([])
    }
  })

  test('the end: sign-ins and files as they were, mail and jobs held until a person decides', async () => {
    const into = join(folder, 'whole')
    // Past the log: PostgreSQL refuses that moment, and the restore goes to the end.
    const restored = await restore({ to: systemClock.now(), into })
    const owner = new pg.Pool({ connectionString: restored.url, max: 1 })
    // Its connection may still be closing while the database stops.
    owner.on('error', () => undefined)
    try {
      expect(restored.reached).toBe(false)
      expect(toMs(restored.ended_at)).toBeGreaterThanOrEqual((approved.at(-1)?.asked_at ?? 0) - 1)
      expect(readFileSync(join(into, 'secrets.json'), 'utf8')).toBe(
        readFileSync(join(home, 'secrets.json'), 'utf8'),
      )
      expect(readdirSync(join(into, 'files'))).toHaveLength(2)
      await owner.query(
        `insert into platform.outbox (topic, fact_key, payload) values ('mail', 'one', '{}'), ('mail', 'two', '{}')`,
      )
      const { messages } = await holdWork(owner)
      expect(messages).toBeGreaterThanOrEqual(2)
      const waiting = 'select count(*)::int as n from graphile_worker.jobs'
      expect((await owner.query(waiting)).rows).toEqual([{ n: 0 }])
      await owner.query(`update platform.outbox set is_held = false where fact_key <> 'one'`)
      expect(await releaseWork(owner)).toEqual({ messages: 1, jobs: 0 })
      expect((await owner.query(waiting)).rows).toEqual([{ n: 1 }])
      await owner.query(`update platform.outbox set is_held = true where fact_key = 'two'`)
      expect(await discardWork(owner)).toEqual({ messages: 1, jobs: 0 })
    } finally {
      await owner.end()
      await restored.stop()
    }
    // An installation is never overwritten.
    await expect(restore({ into })).rejects.toThrow(
      `The folder ${into} already holds an installation. Choose an empty one.`,
    )
  })

  test('another key: named with the key that it was made for', async () => {
    const other = await newKey()
    await expect(restore({ identity: other.identity })).rejects.toThrow(
      `This key does not open the backup. It was made for ${key.recipient}.`,
    )
  })

  test('a moment before the first full backup: the oldest moment', async () => {
    await expect(restore({ to: instantFromMs(toMs(base.stopped_at) - 1000) })).rejects.toThrow(
      `The oldest moment is ${base.stopped_at.slice(0, 10)}`,
    )
  })

  test('one changed byte in any object: found by the check without the key, and named by the restore', async () => {
    expect((await checkBackup(target)).faults).toEqual([])
    const [folder_of_files = ''] = await target.list('files')
    const [file = ''] = await target.list(`files/${folder_of_files}`)
    const objects = [
      base.parts[0] ?? '',
      base.manifest,
      base.secrets,
      segmentObject(base.last_segment),
      fileObject(file.replace('.age', '')),
    ]
    for (const object of objects) {
      flip(join(target.folder, object))
      expect((await checkBackup(target)).faults, object).toEqual([`${object} is damaged (SHA-256 differs).`])
      flip(join(target.folder, object))
    }
    flip(join(target.folder, base.manifest))
    await expect(restore({})).rejects.toThrow(
      `${base.manifest} is damaged (SHA-256 differs). Older full backups: none.`,
    )
    flip(join(target.folder, base.manifest))
    expect((await checkBackup(target)).faults).toEqual([])
  })

  test('a missing segment: named', async () => {
    const object = join(target.folder, segmentObject(base.last_segment))
    for (const path of [object, `${object}.json`]) renameSync(path, `${path}.part`)
    const fault = `WAL segment ${base.last_segment} is missing.`
    expect((await checkBackup(target)).faults).toContain(fault)
    await expect(restore({})).rejects.toThrow(fault)
    for (const path of [object, `${object}.json`]) renameSync(`${path}.part`, path)
  })
})

/** Changes one byte in the midst of a file; twice leaves it as it was. */
function flip(path: string): void {
  const bytes = readFileSync(path)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
