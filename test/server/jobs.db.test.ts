import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelJob } from '#business/platform/cancel-job.server.ts'
import type { Viewer } from '#entity/access.ts'
import { systemClock } from '#kernel/clock.ts'
import { precondition } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verifyAudit } from '#server/audit-verify.server.ts'
import { type JobStep, startJob } from '#server/job.server.ts'
import { openContext, perform } from '#server/perform.server.ts'
import { runBatch, runJob } from '#server/run-job.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { type Person, type Sample, sampleBusinesses, samplePerson, viewerOf } from './sample.ts'

const database = await freshDatabase()
const clock = systemClock
const kind = 'test.rows'
let sample: Sample
let person: Person
let viewer: Viewer

beforeAll(async () => {
  sample = await sampleBusinesses(database)
  person = await samplePerson(database, clock, sample.agency_id, ['agency_admin'])
  viewer = await viewerOf(database, person)
})

const newIds = (count: number) => Array.from({ length: count }, () => newUuid(clock))

function start(ids: readonly string[], by: Viewer = viewer): Promise<string> {
  return inTransaction(database, (tx) =>
    startJob(openContext({ tx, clock }, by, kind).context, {
      kind,
      input: { ids, note: 'x' },
      total: ids.length,
    }),
  )
}

type Shown = {
  status: string
  done: number
  failed: number
  total: number
  problems: unknown[]
  message: string | null
}
async function job(id: string): Promise<Shown | undefined> {
  const { rows } = await database.owner.query<Shown>(
    'select status, done, failed, total, problems, message from platform.job where id = $1',
    [id],
  )
  return rows[0]
}
async function doneOnce(ids: readonly string[]): Promise<number> {
  const { rows } = await database.owner.query<{ n: number }>(
    `select count(*)::int as n from (select entity_id from log.audit where entity_id = any($1)
     group by entity_id having count(*) = 1) once`,
    [ids],
  )
  return rows[0]?.n ?? 0
}

const mark: JobStep = async (context, ids) => {
  for (const id of ids) context.audit({ entity: 'test.row', entity_id: id, new_values: { done: true } })
  return []
}
const withStep = (step: JobStep) => ({ database, clock, jobs: new Map([[kind, step]]) })

describe('a job', () => {
  test('shows its progress after each batch, and completes', async () => {
    const ids = newIds(250)
    const id = await start(ids)
    expect(await job(id)).toMatchObject({ status: 'queued', done: 0, total: 250 })
    expect(await runBatch(withStep(mark), id)).toBe(true)
    expect(await job(id)).toMatchObject({ status: 'running', done: 100 })
    expect(await runJob(withStep(mark), id)).toBe('ended')
    expect(await job(id)).toMatchObject({ status: 'completed', done: 250, failed: 0 })
    expect(await doneOnce(ids)).toBe(250)
  })

  test('names the rows that were refused and does the others', async () => {
    const ids = newIds(3)
    const id = await start(ids)
    await runJob(
      withStep(async (_context, batch) => [
        { id: batch[1] ?? '', human_id: 'TMS1', message: 'Not this one' },
      ]),
      id,
    )
    expect(await job(id)).toMatchObject({
      status: 'completed',
      done: 2,
      failed: 1,
      problems: [{ id: ids[1], human_id: 'TMS1', message: 'Not this one' }],
    })
  })

  test('failed batch: runs row by row and leaves out only failing rows', async () => {
    const ids = newIds(120)
    const bad = new Set<string | undefined>([ids[7], ids[60]])
    const id = await start(ids)
    await runJob(
      withStep(async (context, batch, input) => {
        expect(input).toEqual({ note: 'x' })
        await mark(context, batch, input)
        if (batch.some((row) => bad.has(row))) throw precondition('It is not ready')
        return []
      }),
      id,
    )
    expect(await job(id)).toMatchObject({ status: 'completed', done: 118, failed: 2 })
    expect((await job(id))?.problems).toContainEqual({
      id: ids[60],
      human_id: null,
      message: 'It is not ready',
    })
    expect(await doneOnce(ids)).toBe(118)
  })

  test('worked at by three workers at once does every row once', async () => {
    const ids = newIds(500)
    const id = await start(ids)
    await Promise.all([1, 2, 3].map(() => runJob(withStep(mark), id)))
    expect(await job(id)).toMatchObject({ status: 'completed', done: 500 })
    expect(await doneOnce(ids)).toBe(500)
  })

  test('stops when its starter may no longer act', async () => {
    const leaver = await samplePerson(database, clock, sample.agency_id, ['agency_user'])
    const ids = newIds(200)
    const id = await start(ids, await viewerOf(database, leaver))
    await runBatch(withStep(mark), id)
    await database.owner.query('update platform."user" set is_active = false where id = $1', [leaver.user_id])
    await runJob(withStep(mark), id)
    expect(await job(id)).toMatchObject({ status: 'failed', done: 100 })
    expect(await doneOnce(ids)).toBe(100)
  })

  test('is cancelled by its starter alone, between two batches', async () => {
    const id = await start(newIds(200))
    await runBatch(withStep(mark), id)
    const stranger = await viewerOf(
      database,
      await samplePerson(database, clock, sample.agency_id, ['agency_admin']),
    )
    await expect(
      perform({ database, clock }, stranger, cancelJob.action_id, { id }, null),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
    await perform({ database, clock }, viewer, cancelJob.action_id, { id }, null)
    await runJob(withStep(mark), id)
    expect(await job(id)).toMatchObject({ status: 'cancelled', done: 100 })
    await expect(
      perform({ database, clock }, viewer, cancelJob.action_id, { id }, null),
    ).rejects.toMatchObject({
      code: 'precondition',
    })
  })
})

describe('a worker that is killed', () => {
  const home = mkdtempSync(join(tmpdir(), 'stint-worker-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const worker = (die: string) =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'test/server/worker-process.ts'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        STINT_HOME: home,
        TEST_DATABASE_URL: database.url,
        TEST_ROLE_PREFIX: database.role_prefix,
        TEST_ROLE_SECRET: database.role_secret,
        TEST_DIE: die,
      },
    })

  test.each(['before 2', 'after 2', 'before 1'])(
    '%s batches leaves a job that the next one finishes',
    async (die) => {
      const ids = newIds(350)
      const id = await start(ids)
      const [, signal] = await once(worker(die), 'exit')
      expect(signal).toBe('SIGKILL')
      expect((await job(id))?.status).not.toBe('completed')
      const next = worker('')
      try {
        await expect
          .poll(() => job(id), { timeout: 150_000 })
          .toMatchObject({ status: 'completed', done: 350 })
      } finally {
        next.kill('SIGKILL')
        await once(next, 'exit')
      }
      expect(await doneOnce(ids)).toBe(350)
      expect(await inTransaction(database, verifyAudit)).toEqual([])
    },
  )
})
