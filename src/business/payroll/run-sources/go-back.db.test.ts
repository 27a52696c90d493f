/** A pay run under way goes back when a source of its figures changes, once, and names the change and its author. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { instant } from '#kernel/instant.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { deliveredMails } from '#test/fixtures/outbox.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { messageOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'
import { killedWork } from '#test/killed-work.ts'
import { type PayRunJobDeps, workOnPayRun } from '../runs/pay-run.job.ts'
import { compareRunWithSources } from './go-back.job.ts'
import { GO_BACK } from './pay-run-sources.job.ts'
import { SOURCES_TOPIC } from './queue-source-changes.job.ts'

const database = await freshDatabase()
const { world, provider, agency, sql, ...steps } = await payRunsOn(database)
const ann = await steps.employed()
const bob = await steps.employed()
await steps.week(ann.placement, weeks.first)
const annName = await nameOf(ann.contractor_id)
const bobName = await nameOf(bob.contractor_id)

const log = {
  error: (found: unknown) => {
    throw new Error('a comparison failed', { cause: found })
  },
}
const deps: PayRunJobDeps = { database, clock: world.clock, log, pace_ms: 0 }

async function nameOf(id: string): Promise<string> {
  const [row] = await sql<{ name: string }>('select name from business.business where id = $1', id)
  return present(row, 'the worker').name
}
const deliver = () => deliveredMails({ ...world, database }, SOURCES_TOPIC, SOURCES_TOPIC)
const jobs = () =>
  sql<{ id: string; status: string; changes: { what: string; by: string }[] }>(
    `select id, status, input -> 'changes' as changes from platform.job where kind = $1 order by created_at, id`,
    GO_BACK,
  )
/** Delivers what is told, and does the work of the jobs that wait, as the worker does. */
async function settle(): Promise<void> {
  await deliver()
  for (const { id, status } of await jobs())
    if (status === 'queued' || status === 'running') await compareRunWithSources(deps, id)
}
const waiting = async () => (await jobs()).filter(({ status }) => status === 'queued')
type Run = {
  status: string
  checker: string | null
  back: string | null
  went_back_for: { changes: { what: string; by: string }[]; differences: string[] } | null
}
const look = async (id: string): Promise<Run> =>
  present(
    (
      await sql<Run>(
        `select status, checker, went_back_at::text as back, went_back_for from transaction.pay_run where id = $1`,
        id,
      )
    )[0],
    'the run',
  )
const wentBack = (id: string) =>
  sql(`select user_id from log.audit where entity_id = $1 and action_id = $2`, id, GO_BACK)
const tasks = () =>
  sql<{ user_id: string; title: string; message: string }>(
    `select user_id, title, message from log.notification_log where kind = 'pay_run_went_back' and state <> 'done'`,
  )
let notice = 1000
const codeFrom = (effective_from: string, employment_id = ann.employment_id) => {
  notice += 1
  return act(world, agency.admin, 'business.tax_code.add', {
    ...{ employment_id, code: `${notice}L`, is_week1: true, source: 'p6' },
    ...{ effective_from, notice_date: '2025-06-10' },
  })
}
async function checked(pay_day: string) {
  const run = await steps.open(pay_day)
  await steps.calculate(run.id)
  await steps.answerAll(run.id)
  return { ...run, ...(await steps.check(run.id)) }
}

const run = await checked('2025-06-20')

test('a change of another pay day: the figures are the same, and the run stays checked', async () => {
  await codeFrom('2025-06-27')
  await settle()
  expect(await jobs()).toMatchObject([{ status: 'completed' }])
  expect(await look(run.id)).toMatchObject({ status: 'checked', back: null, went_back_for: null })
})

test('a tax code: the checked run is open again, with the change, its author and a task', async () => {
  await codeFrom('2025-06-20')
  expect(await messageOf(steps.approve(run.id, run.content_hash))).toBe(
    'The run changed since it was checked. Check it again',
  )
  await settle()
  const now = await look(run.id)
  expect(now).toMatchObject({ status: 'open', checker: null })
  expect(now.back).not.toBeNull()
  expect(now.went_back_for).toMatchObject({
    changes: [{ what: `Tax code of ${annName} entered`, by: agency.admin.user_name }],
    more_changes: 0,
    more_differences: 0,
  })
  expect(now.went_back_for?.differences).toEqual([
    expect.stringMatching(new RegExp(`^${annName}: Net pay £[\\d.]+, now £[\\d.]+$`)),
  ])
  expect(await wentBack(run.id)).toEqual([{ user_id: 'system' }])
  expect(await tasks()).toEqual([
    {
      user_id: provider.operations.user_id,
      title: `Calculate pay run ${run.human_id} again`,
      message: `Tax code of ${annName} entered`,
    },
  ])
  expect(await messageOf(steps.check(run.id))).toBe(
    `Pay run ${run.human_id} is open and cannot be sent for approval`,
  )
})

test('an open run: further changes are not compared, and the calculation ends task and banner', async () => {
  const before = (await jobs()).length
  await codeFrom('2025-06-20')
  await settle()
  expect(await jobs()).toHaveLength(before)
  await steps.calculate(run.id)
  expect(await look(run.id)).toMatchObject({ status: 'calculated', back: null, went_back_for: null })
  expect(await tasks()).toEqual([])
})

test('work that is approved: a worker who is paid too, and one job for changes that wait', async () => {
  await steps.week(bob.placement, weeks.first)
  await codeFrom('2025-06-20', bob.employment_id)
  await deliver()
  expect(await waiting()).toHaveLength(1)
  expect((await waiting())[0]?.changes).toHaveLength(2)
  await settle()
  expect(await waiting()).toEqual([])
  const now = await look(run.id)
  expect(now.status).toBe('open')
  expect(now.went_back_for?.differences).toEqual([
    expect.stringMatching(new RegExp(`^${bobName} is paid too: net pay £[\\d.]+$`)),
  ])
  expect(now.went_back_for?.changes.map(({ what }) => what)).toEqual([
    expect.stringMatching(new RegExp(`^Timesheet TMS\\d+ of ${bobName} approved$`)),
    `Tax code of ${bobName} entered`,
  ])
  await steps.calculate(run.id)
})

test('a run that is being calculated or checked: the comparison waits for the end of it', async () => {
  await act(world, provider.operations, 'transaction.pay_run.calculate_by_job', { id: run.id })
  await codeFrom('2025-06-20')
  await settle()
  const [job] = (await jobs()).filter(({ status }) => status === 'running')
  const mine = present(job, 'the job that waits')
  expect(await look(run.id)).toMatchObject({ status: 'calculated', back: null })
  const [calculation] = await sql<{ job_id: string }>(
    'select job_id from transaction.pay_run where id = $1',
    run.id,
  )
  await workOnPayRun(deps, present(calculation, 'the calculation').job_id)
  // It read the new code already.
  await compareRunWithSources(deps, mine.id)
  expect(await look(run.id)).toMatchObject({ status: 'calculated', back: null })
  expect((await jobs()).find(({ id }) => id === mine.id)?.status).toBe('completed')
})

test('a change beside an approval: the run is not approved, and goes back', async () => {
  await steps.answerAll(run.id)
  const { content_hash } = await steps.check(run.id)
  await codeFrom('2025-06-20')
  const approve = messageOf(steps.approve(run.id, content_hash))
  await settle()
  expect([
    'The run changed since it was checked. Check it again',
    `Pay run ${run.human_id} is open and cannot be approved`,
  ]).toContain(await approve)
  await settle()
  expect(await look(run.id)).toMatchObject({ status: 'open', checker: null })
})

test('a run that is calculated again during the comparison: the next turn compares with that', async () => {
  await steps.calculate(run.id)
  await codeFrom('2025-06-20')
  await deliver()
  const { id: job_id } = present((await waiting())[0], 'the job')
  // The job is taken, the payslips are computed, and a look at the job lets somebody in before the run is locked.
  let transactions = 0
  const transaction: typeof database.transaction = async (work) => {
    transactions += 1
    if (transactions === 3) await steps.calculate(run.id)
    return database.transaction(work)
  }
  await compareRunWithSources({ ...deps, database: { transaction } }, job_id)
  expect(transactions).toBeGreaterThan(2)
  expect(await look(run.id)).toMatchObject({ status: 'calculated', back: null })
  expect((await jobs()).find(({ id }) => id === job_id)?.status).toBe('running')
  await compareRunWithSources(deps, job_id)
  expect(await look(run.id)).toMatchObject({ status: 'calculated', back: null })
  expect((await jobs()).find(({ id }) => id === job_id)?.status).toBe('completed')
})

test('a killed worker, and two workers: the run goes back once', async () => {
  world.clock.set(instant('2025-06-19T12:00:00.000Z'))
  await steps.calculate(run.id)
  const before = (await wentBack(run.id)).length
  await codeFrom('2025-06-20')
  await deliver()
  const { id: job_id } = present((await waiting())[0], 'the job')
  expect(await killedWork({ database, clock: world.clock }, job_id, 'before 2')).toBe(true)
  expect(await look(run.id)).toMatchObject({ status: 'calculated', back: null })
  await Promise.all([compareRunWithSources(deps, job_id), compareRunWithSources(deps, job_id)])
  await compareRunWithSources(deps, job_id)
  expect(await look(run.id)).toMatchObject({ status: 'open' })
  expect(await wentBack(run.id)).toHaveLength(before + 1)
  expect((await tasks()).map(({ user_id }) => user_id)).toEqual([provider.operations.user_id])
})

test('an approved run: a change tells it nothing', async () => {
  await steps.calculate(run.id)
  await steps.answerAll(run.id)
  await steps.approve(run.id, (await steps.check(run.id)).content_hash)
  const told = () => sql('select 1 from platform.outbox where topic = $1', SOURCES_TOPIC)
  const before = await told()
  await codeFrom('2025-07-04')
  expect(await told()).toHaveLength(before.length)
  await settle()
  expect(await look(run.id)).toMatchObject({ status: 'approved' })
  expect((await verifyDatabase(database)).flatMap(({ broken }) => broken)).toEqual([])
})
