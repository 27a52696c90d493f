import { beforeAll, expect, test } from 'vitest'
import { newUuid } from '#kernel/uuid.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '#test/database.ts'
import { admin, makeStage, type Stage } from '#test/server/example-parts.ts'
import { tellJobsEnded, wakeSnoozed } from './job-notices.server.ts'

const database = await freshDatabase()
let stage: Stage
beforeAll(async () => {
  stage = await makeStage(database)
})

async function ended(kind: string, job: { status?: string; failed?: number; input?: object } = {}) {
  const id = newUuid(stage.clock)
  const viewer = admin(stage)
  const { status = 'completed', failed = 0, input = {} } = job
  await database.owner.query(
    `insert into platform.job (id, kind, status, input, total, done, failed, business_id, user_id, viewer, label, finished_at)
     values ($1, $2, $3, $4, 12, 12 - $5, $5, $6, $7, $8, 'Timesheets as CSV', $9)`,
    [id, kind, status, input, failed, viewer.business_id, viewer.user_id, viewer, stage.clock.now()],
  )
  return id
}

const tell = () => inTransaction(database, (tx) => tellJobsEnded(tx, stage.clock.now()))

test.each([
  [
    'export',
    {},
    { kind: 'job_finished', class: 'notice', title: 'Finished: Timesheets as CSV', message: '12 rows' },
  ],
  ['platform.import.apply', {}, { kind: 'job_finished', class: 'notice' }],
  [
    'transaction.timesheet.approve_many',
    { failed: 2 },
    { kind: 'job_problems', class: 'task', message: '2 of 12 left out' },
  ],
  ['export', { status: 'failed' }, { kind: 'job_problems', class: 'task' }],
  ['transaction.timesheet.approve_many', {}, null],
  ['platform.import.check', { failed: 2 }, null],
  ['export', { input: { mailing: true } }, null],
  ['export', { status: 'cancelled' }, null],
] as const)('ended job %s %j: told once as %j', async (kind, job, wanted) => {
  const id = await ended(kind, job)
  expect(await tell()).toBe(wanted === null ? 0 : 1)
  expect(await tell()).toBe(0)
  const { rows } = await database.owner.query('select * from log.notification_log where entity_id = $1', [id])
  expect(rows).toMatchObject(wanted === null ? [] : [wanted])
})

test('snoozed rows: come back at their time, not before', async () => {
  const id = await ended('export')
  await tell()
  await database.owner.query(
    `update log.notification_log set state = 'snoozed', snoozed_until = '2025-06-16T07:00:00Z' where entity_id = $1`,
    [id],
  )
  const wake = () => inTransaction(database, (tx) => wakeSnoozed(tx, stage.clock.now()))
  expect(await wake()).toBe(0)
  stage.clock.advance({ days: 1 })
  expect(await wake()).toBe(1)
  const { rows } = await database.owner.query('select state from log.notification_log where entity_id = $1', [
    id,
  ])
  expect(rows).toEqual([{ state: 'open' }])
})
