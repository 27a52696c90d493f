/** What becomes of an export: one key is one file, a full disk and a killed worker leave no half of one, and time takes it away. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { expireExports } from '#server/export/export-expire.server.ts'
import { KEPT_DAYS } from '#server/export/export-file.server.ts'
import { type ExportDeps, runExport } from '#server/export/export-run.server.ts'
import { type Files, folderFiles } from '#server/storage.server.ts'
import { freshDatabase } from '../database.ts'
import { act } from '../fixtures/world.ts'
import type { Killed } from './export-killed.ts'
import { Browser, testApp } from './harness.ts'
import { sampleBusinesses, samplePerson, testClock, viewerOf } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app, folder } = await testApp(database, clock)
const home = join(folder, 'files')
mkdirSync(home, { recursive: true })
const world = { database, clock }
const deps: ExportDeps = { database, clock, files: folderFiles(home), pace_ms: 0 }
const sample = await sampleBusinesses(database)
const person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
const viewer = await viewerOf(database, person)
const { sql } = database
await sql(
  `insert into platform.note (business_id, parent_entity, parent_id, text, user_id, user_name)
   select $1, 'business.business', $1, 'Note ' || n, $2, 'Robin' from generate_series(1, 1200) n`,
  sample.agency_id,
  person.user_id,
)
const notes = {
  entity: 'platform.note',
  format: 'csv',
  title: 'Notes',
  order_by: [{ id: 'asc' }],
  columns: [{ field: 'text', label: 'Text' }],
}
const everything = () =>
  readdirSync(home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
const start = async (input: object = notes, key: string | null = null) =>
  (await act<{ job_id: string }>(world, viewer, 'platform.export.start', input, key)).job_id
const jobOf = async (id: string) =>
  present(
    (
      await sql<{ status: string; message: string; done: number; has_file: boolean; label: string }>(
        'select status, message, done, has_file, label from platform.job where id = $1',
        id,
      )
    )[0],
    'the job',
  )
const fileOf = async (id: string) =>
  (
    await sql<{ file_url: string }>(
      'select file_url from platform.attachment where parent_id = $1 and deleted_at is null',
      id,
    )
  )[0]?.file_url

test('one key is one export, however often it is sent', async () => {
  const key = crypto.randomUUID()
  const [first, again] = [await start(notes, key), await start(notes, key)]
  expect(again).toBe(first)
  const [{ jobs } = { jobs: 0 }] = await sql<{ jobs: number }>(
    `select count(*)::int as jobs from platform.job where kind = 'export'`,
  )
  expect(jobs).toBe(1)
  expect(await jobOf(first)).toMatchObject({ status: 'queued', label: 'Notes as CSV' })
})

test('expired file: cannot be downloaded; its record stays', async () => {
  const id = await start()
  await runExport(deps, id)
  const url = present(await fileOf(id), 'its file')
  const browser = new Browser(app)
  await browser.login(person.email)
  expect((await browser.get(`/api/export/${id}`)).status).toBe(200)
  // The same bytes once more, by another user, younger: they are one file.
  const colleague = await viewerOf(
    database,
    await samplePerson(database, clock, sample.agency_id, ['agency_admin']),
  )
  const younger = (await act<{ job_id: string }>(world, colleague, 'platform.export.start', notes)).job_id
  await runExport(deps, younger)
  expect(await fileOf(younger)).toBe(url)
  await sql(
    `update platform.job set file_expires_at = file_expires_at + interval '1 day' where id = $1`,
    younger,
  )

  const later = testClock()
  later.advance({ days: KEPT_DAYS, hours: -1 })
  expect(await expireExports({ ...deps, clock: later })).toBe(0)
  later.advance({ hours: 1 })
  expect(await expireExports({ ...deps, clock: later })).toBe(1)
  expect(await jobOf(id)).toMatchObject({ status: 'completed', done: 1200, has_file: false })
  expect((await browser.get(`/api/export/${id}`)).status).toBe(404)
  expect(await deps.files.read(url)).not.toBeNull()

  later.advance({ days: 1 })
  expect(await expireExports({ ...deps, clock: later })).toBe(1)
  expect(await deps.files.read(url)).toBeNull()
  expect(await jobOf(younger)).toMatchObject({ has_file: false })
})

test('cancelled while the database is at it, the export ends at once and so does the database', async () => {
  const holder = await database.owner.connect()
  const waiting = async () =>
    (
      await sql<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    )[0]?.n
  try {
    // The rows cannot be counted while it is held: a statement that takes for ever.
    await holder.query('begin; lock table platform.note in access exclusive mode')
    const id = await start()
    const running = runExport(deps, id)
    await expect.poll(waiting).toBe(1)
    await act(world, viewer, 'platform.job.cancel', { id })
    expect(await running).toBe('ended')
    await expect.poll(waiting).toBe(0)
    expect(await jobOf(id)).toMatchObject({ status: 'cancelled', has_file: false })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('full disk: reported, and no partial file stays', async () => {
  const before = everything().length
  const files: Files = {
    ...deps.files,
    draft: async () => {
      const draft = await deps.files.draft()
      let bytes_left = 2_000
      const write = async (bytes: Uint8Array) => {
        bytes_left -= bytes.length
        if (bytes_left < 0)
          throw precondition('The file could not be stored. There is no room left for files.')
        await draft.write(bytes)
      }
      return { ...draft, write }
    },
  }
  const id = await start()
  await runExport({ ...deps, files }, id)
  expect(await jobOf(id)).toMatchObject({
    status: 'failed',
    message: 'The file could not be stored. There is no room left for files.',
    has_file: false,
  })
  expect(everything()).toHaveLength(before)
})

test('full store: reported by the store itself, and nothing is left', () => {
  const place = mkdtempSync(join(folder, 'small-'))
  const script = `
    import { readdirSync } from 'node:fs'
    import { folderFiles } from '#server/storage.server.ts'
    const draft = await folderFiles(${JSON.stringify(place)}).draft()
    let said = 'nothing'
    try { for (let i = 0; i < 100; i += 1) await draft.write(Buffer.alloc(4096)) } catch (error) { said = error.message }
    await draft.discard()
    console.log(said + ' ' + readdirSync(${JSON.stringify(place)}).length)`
  // No file of this process may grow beyond 64 KiB: what a quota does, and like a full disk.
  const { stdout } = spawnSync(
    'sh',
    ['-c', `trap '' XFSZ; ulimit -f 128; exec "$0" --input-type=module -e "$1"`, process.execPath, script],
    { encoding: 'utf8', cwd: join(import.meta.dirname, '../..') },
  )
  expect(stdout.trim()).toBe(
    'The file could not be stored. There is no room left for files. Nothing was changed. 0',
  )
})

test('a worker killed in the middle leaves no file; another takes the export up, and the rest of the first is swept', async () => {
  const before = everything().length
  const id = await start()
  const order: Killed = {
    url: database.url,
    role_prefix: database.role_prefix,
    role_secret: database.role_secret,
    home,
    now: clock.now(),
    job_id: id,
  }
  const worker = spawn(
    process.execPath,
    [join(import.meta.dirname, 'export-killed.ts'), JSON.stringify(order)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(worker.stdout, 'data')
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  expect(await jobOf(id)).toMatchObject({ status: 'running', has_file: false })
  const draft = present(
    everything().find(({ name }) => name.endsWith('.part')),
    'the half file',
  )

  // The database gives the killed one's lock back when it hears of its end.
  await expect
    .poll(async () => {
      await runExport(deps, id)
      return (await jobOf(id)).status
    })
    .toBe('completed')
  const stream = await present(
    await deps.files.read(present(await fileOf(id), 'a file')),
    'bytes',
  ).stream.toArray()
  expect(parse(Buffer.concat(stream))).toHaveLength(1201)

  await expireExports(deps)
  expect(everything()).toHaveLength(before + 2)
  utimesSync(join(home, draft.name), new Date(0), new Date(0))
  await expireExports(deps)
  expect(everything()).toHaveLength(before + 1)
}, 300_000)
