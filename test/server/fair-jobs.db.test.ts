/** Whose job is next over all workers, and what a worker may write after it lost a job. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startExport } from '#business/platform/start-export.server.ts'
import type { Viewer } from '#entity/access.ts'
import { systemClock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import { EXPORT_KIND, JOBS_WAITING } from '#server/job.server.ts'
import { endSlice, LeaseLost, leased, renewLeases } from '#server/job-lease.server.ts'
import { capOf, given_up, joinQueue, pickJob } from '#server/job-pick.server.ts'
import { laneOf } from '#server/job-slots.rules.ts'
import { JobSlots } from '#server/job-slots.server.ts'
import { perform } from '#server/perform.server.ts'
import { runJob } from '#server/run-job.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { type Sample, sampleBusinesses, samplePerson, viewerOf } from './sample.ts'

const database = await freshDatabase()
const { jobs } = database
const clock = systemClock
let sample: Sample
let viewer: Viewer
const [node_id, other_node] = [newUuid(clock), newUuid(clock)]

beforeAll(async () => {
  sample = await sampleBusinesses(database)
  viewer = await viewerOf(database, await samplePerson(database, clock, sample.agency_id, ['agency_admin']))
})
beforeEach(() =>
  database.owner.query('truncate platform.fair_share, platform.node; delete from platform.job'),
)

/** Queues jobs of a business as its people do, without their limits. */
async function queue(business_id: string, count: number, changes: { kind?: string; ids?: string[] } = {}) {
  const { kind = 'test.rows', ids = [] } = changes
  await inTransaction(jobs, (tx) => joinQueue(tx, business_id))
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into platform.job (kind, business_id, user_id, viewer, input)
     select $1, $2, $3, $4, jsonb_build_object('ids', $5::jsonb) from generate_series(1, $6) returning id`,
    [kind, business_id, viewer.user_id, JSON.stringify(viewer), JSON.stringify(ids), count],
  )
  return rows.map(({ id }) => id)
}

const pick = (cap = 1, node = node_id) =>
  inTransaction(jobs, async (tx) => (await pickJob(tx, { lane: 'long', cap, node_id: node })).job)
const end = (job: { id: string; business_id: string | null }, ms: number, node = node_id) =>
  endSlice(jobs, {
    job_id: job.id,
    business_id: job.business_id,
    node_id: node,
    ms,
    is_failing: false,
    pause_seconds: 0,
    lane: 'long',
  })

const finish = (id: string) =>
  database.owner.query(`update platform.job set status = 'completed' where id = $1`, [id])
const look = async (id: string) => {
  const { rows } = await database.owner.query('select * from platform.job where id = $1', [id])
  return rows[0] as { status: string; message: string | null; tries: number; lane: string } | undefined
}
const loseLease = (id: string) =>
  database.owner.query(`update platform.job set lease_until = now() - interval '1 second' where id = $1`, [
    id,
  ])

test('one slot, 200 jobs of one business, then one of another: the order is 1, 2, 1, 1', async () => {
  await queue(sample.agency_id, 200)
  const order: number[] = []
  const take = async () => {
    const job = await pick()
    if (!job) throw new Error('no job was picked')
    order.push(job.business_id === sample.agency_id ? 1 : 2)
    return job
  }
  const first = await take()
  await queue(sample.client_id, 1)
  for (let job = first; ; job = await take()) {
    await finish(job.id)
    await end(job, 3_000)
    if (order.length === 4) break
  }
  expect(order).toEqual([1, 2, 1, 1])
})

test('one slot: a business that was idle joins where the others are', async () => {
  await queue(sample.client_id, 1)
  await queue(sample.agency_id, 3)
  await database.owner.query('update platform.fair_share set vtime_ms = 9000 where business_id = $1', [
    sample.client_id,
  ])
  const fresh = newUuid(clock)
  await database.owner.query('update platform.fair_share set vtime_ms = 5000 where business_id = $1', [
    sample.agency_id,
  ])
  await inTransaction(jobs, (tx) => joinQueue(tx, fresh))
  const { rows } = await database.owner.query(
    'select vtime_ms::int as v from platform.fair_share where business_id = $1',
    [fresh],
  )
  expect(rows).toEqual([{ v: 5000 }])
})

test('8 workers that pick at once: each job once, and no business beyond its cap', async () => {
  await queue(sample.agency_id, 30)
  await queue(sample.client_id, 30)
  const workers = Array.from({ length: 8 }, () => newUuid(clock))
  const picked = (await Promise.all(workers.map((worker) => pick(2, worker)))).filter((job) => job !== null)
  expect(new Set(picked.map(({ id }) => id)).size).toBe(4)
  const of = (business: string) => picked.filter(({ business_id }) => business_id === business).length
  expect([of(sample.agency_id), of(sample.client_id)]).toEqual([2, 2])
})

test('cap: half of the long slots of all live workers, one at least', async () => {
  const cap = () => inTransaction(jobs, (tx) => capOf(tx, 'long', 2))
  expect(await cap()).toBe(1)
  await database.owner.query(
    `insert into platform.node (id, kind, version, started_at, seen_at, long_slots)
     select platform.new_id(), 'worker', '1', now(), now() - make_interval(secs => s), 4 from unnest(array[0, 0, 90]) s`,
  )
  expect(await cap()).toBe(4)
  expect(await inTransaction(jobs, (tx) => capOf(tx, 'quick', 2))).toBe(1)
})

test('lost lease: another worker has the job, and the first writes nothing more', async () => {
  const ids = [newUuid(clock)]
  await queue(sample.agency_id, 1, { ids })
  const job = await pick()
  if (!job) throw new Error('no job was picked')
  await renewLeases(jobs, node_id, [job.id])
  expect(await pick(2, other_node)).toBeNull()
  await loseLease(job.id)
  expect(await pick(2, other_node)).toMatchObject({ id: job.id })
  const run = (node: string) =>
    runJob(
      {
        database: { transaction: leased(jobs, job.id, node) },
        clock,
        jobs: new Map([
          [
            'test.rows',
            async (context, batch) => {
              for (const entity_id of batch)
                context.audit({ entity: 'test.row', entity_id, new_values: { done: 1 } })
              return []
            },
          ],
        ]),
      },
      job.id,
    )
  await expect(run(node_id)).rejects.toThrow(LeaseLost)
  const done = () => database.owner.query('select from log.audit where entity_id = $1', [ids[0]])
  expect((await done()).rowCount).toBe(0)
  await end(job, 10)
  expect(await look(job.id)).toMatchObject({ status: 'running', tries: 2 })
  expect(await run(other_node)).toBe('ended')
  expect((await done()).rowCount).toBe(1)
  expect(await look(job.id)).toMatchObject({ status: 'completed' })
})

test('a job that is writing keeps its worker, however late its lease is', async () => {
  await queue(sample.agency_id, 1)
  const job = await pick()
  if (!job) throw new Error('no job was picked')
  await loseLease(job.id)
  await inTransaction(jobs, async (tx) => {
    await tx.row('select id from platform.job where id = $1 for update', [job.id])
    expect(await pick(2, other_node)).toBeNull()
  })
  expect(await pick(2, other_node)).toMatchObject({ id: job.id })
})

test('a job that loses its worker five times is given up, in words', async () => {
  await queue(sample.agency_id, 1)
  let last = ''
  for (let n = 0; n < 5; n += 1) {
    last = (await pick())?.id ?? ''
    await loseLease(last)
  }
  expect(await pick()).toBeNull()
  expect(await look(last)).toMatchObject({ status: 'failed', message: given_up })
})

test('slots: an error pauses a job, work goes on after it, and closing waits for the rest', async () => {
  await queue(sample.agency_id, 2)
  const begun: string[] = []
  const logged: unknown[] = []
  const slots = new JobSlots({
    database: jobs,
    node_id,
    log: { warn: () => undefined, error: (...said: unknown[]) => void logged.push(said) },
    work: async ({ job_id }) => {
      begun.push(job_id)
      if (begun.length === 1) throw new Error('no')
      await finish(job_id)
      return 'ended'
    },
  })
  await slots.fill()
  await expect.poll(() => begun.length).toBe(2)
  await slots.close()
  expect(new Set(begun).size).toBe(2)
  expect(logged).toHaveLength(1)
  expect(await look(begun[0] ?? '')).toMatchObject({ status: 'queued', tries: 1 })
  expect(await look(begun[1] ?? '')).toMatchObject({ status: 'completed', tries: 0 })
})

test('waiting: so many of a person and of a business; the same export is not queued twice', async () => {
  const start = (title: string, by = viewer) =>
    perform(
      { database, clock },
      by,
      startExport.action_id,
      {
        entity: 'transaction.invoice',
        format: 'csv',
        title,
        columns: [{ field: 'human_id', label: 'Id' }],
      },
      null,
    )
  const first = await start('A')
  expect(await start('A')).toEqual(first)
  expect(await start('B')).not.toEqual(first)
  await queue(sample.agency_id, JOBS_WAITING.person - 2, { kind: EXPORT_KIND })
  await expect(start('C')).rejects.toMatchObject({
    code: 'too_many',
    message: 'You have 20 exports waiting. Please wait for one to finish.',
    retry_after_seconds: 10,
  })
  expect(await start('A')).toEqual(first)
  const colleague = await viewerOf(
    database,
    await samplePerson(database, clock, sample.agency_id, ['agency_admin']),
  )
  expect(await start('A', colleague)).not.toEqual(first)
  await queue(sample.agency_id, JOBS_WAITING.business - JOBS_WAITING.person - 1)
  await expect(start('C', colleague)).rejects.toMatchObject({
    message: 'Your business has 50 exports waiting. Please wait for one to finish.',
  })
})

test.each([
  [{ is_export: true, is_bulk: false, total: 0, format: 'csv' }, 'quick'],
  [{ is_export: true, is_bulk: false, total: 0, format: 'pdf' }, 'long'],
  [{ is_export: false, is_bulk: true, total: 20, format: undefined }, 'quick'],
  [{ is_export: false, is_bulk: true, total: 21, format: undefined }, 'long'],
  [{ is_export: false, is_bulk: false, total: 0, format: undefined }, 'long'],
])('lane of %o: %s', (job, lane) => expect(laneOf(job)).toBe(lane))
