/** The job that calculates a pay run: it is followed, killed and cancelled, and stores its payslips once. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { errorText } from '#kernel/messages.ts'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'
import { killedWork } from '#test/killed-work.ts'
import { type PayRunJobDeps, workOnPayRun } from './pay-run.job.ts'

const database = await freshDatabase()
const { world, provider, sql, ...steps } = await payRunsOn(database)
const { open, calculate, answerAll, check, approve } = steps
const workers = [await steps.employed(), await steps.employed()]
for (const { placement } of workers) await steps.week(placement, weeks.first)

const log = {
  error: (found: unknown) => {
    throw new Error('a calculation failed', { cause: found })
  },
}
const deps: PayRunJobDeps = { database, clock: world.clock, log, pace_ms: 0 }

type Job = { id: string; status: string; total: number; done: number; message: string | null; lane: string }
const jobOf = async (id: string): Promise<Job> =>
  present(
    (
      await sql<Job>(
        `select j.id, j.status, j.total, j.done, j.message, j.lane from platform.job j
         join transaction.pay_run r on r.job_id = j.id where r.id = $1`,
        id,
      )
    )[0],
    'the job of the run',
  )
const look = async (id: string) =>
  present(
    (
      await sql<{ status: string; work_status: string; payslips: number }>(
        `select r.status, transaction.pay_run_work_status(r.status, r.job_id) as work_status,
           (select count(*)::int from transaction.pay_run_payslip p where p.pay_run_id = r.id) as payslips
         from transaction.pay_run r where r.id = $1`,
        id,
      )
    )[0],
    'the run',
  )
const run = async (id: string, more: Partial<PayRunJobDeps> = {}) =>
  workOnPayRun({ ...deps, ...more }, (await jobOf(id)).id)
const byJob = (id: string) => act(world, provider.operations, 'transaction.pay_run.calculate_by_job', { id })
const cancel = (id: string) =>
  act(world, provider.operations, 'transaction.pay_run.cancel', { id, reason: 'Only tried' })
/** Entries of the audit log for stored payslips. */
const stored = (id: string) =>
  sql(`select 1 from log.audit where entity_id = $1 and new_values ->> 'status' = 'calculated'`, id)

test('opening: a job calculates the run, and nobody sends it on meanwhile', async () => {
  const { id, human_id } = await open('2025-06-20')
  expect(await look(id)).toEqual({ status: 'open', work_status: 'calculating', payslips: 0 })
  expect(await jobOf(id)).toMatchObject({ status: 'queued', total: 2, lane: 'quick' })
  const still = `Pay run ${human_id} is still being calculated`
  const sheet = await sql<{ id: string }>(
    `select id from transaction.timesheet where status = 'suspense' limit 1`,
  )
  const leave_out = () =>
    act(world, provider.operations, 'transaction.pay_run.leave_out', {
      ...{ id, timesheet_id: sheet[0]?.id, reason: 'The rate is in doubt' },
    })
  for (const refused of [() => check(id), () => byJob(id), leave_out])
    expect((await refusalOf(refused())).message).toBe(still)

  expect(await run(id)).toBe('ended')
  expect(await look(id)).toEqual({ status: 'calculated', work_status: 'calculated', payslips: 2 })
  expect(await jobOf(id)).toMatchObject({ status: 'completed', total: 2, done: 2, message: null })
  expect(await stored(id)).toHaveLength(1)
  const hash = () => sql('select content_hash, prepared_by from transaction.pay_run where id = $1', id)
  const by_job = await hash()
  await calculate(id)
  expect(await hash()).toEqual(by_job)

  // A checked run is calculated again: nobody approves or returns it before the job has ended.
  await answerAll(id)
  const { content_hash } = await check(id)
  await byJob(id)
  expect((await refusalOf(approve(id, content_hash))).message).toBe(still)
  const reason = 'A notice came in'
  expect(
    (await refusalOf(act(world, provider.approver, 'transaction.pay_run.return', { id, reason }))).message,
  ).toBe(still)
  await run(id)
  expect((await refusalOf(approve(id, content_hash))).message).toBe(
    `Pay run ${human_id} is calculated and cannot be approved`,
  )
  await check(id)
  const both = await Promise.allSettled([approve(id, content_hash), byJob(id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  if (both[1]?.status === 'fulfilled') {
    await run(id)
    await check(id)
    await approve(id, content_hash)
  }
  expect((await look(id)).work_status).toBe('approved')
})

test('a killed worker: the next one starts over, and the payslips are stored once', async () => {
  for (const { placement } of workers) await steps.week(placement, weeks.second)
  const { id } = await open('2025-06-27')
  const job = await jobOf(id)
  // The first transaction takes the job, the second says how far it is.
  expect(await killedWork({ database, clock: world.clock }, job.id, 'before 3')).toBe(true)
  expect(await look(id)).toEqual({ status: 'open', work_status: 'calculating', payslips: 0 })
  expect(await jobOf(id)).toMatchObject({ status: 'running' })
  expect(await killedWork({ database, clock: world.clock }, job.id, 'after 3')).toBe(true)
  expect(await look(id)).toEqual({ status: 'calculated', work_status: 'calculated', payslips: 2 })
  expect(await run(id)).toBe('ended')
  expect(await stored(id)).toHaveLength(1)
  await cancel(id)
})

test('progress: written beside the calculation, which rests without a trace when the process ends', async () => {
  const { id } = await open('2025-06-27')
  expect(await run(id, { isStopping: () => true })).toBe('resting')
  expect(await look(id)).toEqual({ status: 'open', work_status: 'calculating', payslips: 0 })
  const seen: unknown[] = []
  // The job is taken, the payslips are computed, and meanwhile a look at the job tells how far they are.
  const transaction: typeof database.transaction = async (work) => {
    const answer = await database.transaction(work)
    const [{ status, total, done }, { payslips }] = [await jobOf(id), await look(id)]
    seen.push({ status, total, done, payslips })
    return answer
  }
  await run(id, { database: { transaction }, pace_ms: 60_000 })
  expect(seen).toEqual([
    { status: 'running', total: 2, done: 0, payslips: 0 },
    { status: 'running', total: 2, done: 2, payslips: 0 },
    { status: 'completed', total: 2, done: 2, payslips: 2 },
  ])
  await cancel(id)
})

test('two workers at one job: the payslips are stored once', async () => {
  const { id } = await open('2025-06-27')
  await Promise.allSettled([run(id), run(id)])
  expect(await look(id)).toEqual({ status: 'calculated', work_status: 'calculated', payslips: 2 })
  expect(await stored(id)).toHaveLength(1)
  await cancel(id)
})

test('a run that is cancelled or calculated by hand: the job writes nothing more', async () => {
  const first = await open('2025-06-27')
  const jobs = [await jobOf(first.id)]
  await cancel(first.id)
  expect(await jobOf(first.id)).toMatchObject({ status: 'cancelled' })
  expect(await workOnPayRun(deps, present(jobs[0], 'the job').id)).toBe('ended')
  expect(await look(first.id)).toMatchObject({ work_status: 'cancelled', payslips: 0 })

  const second = await open('2025-06-27')
  const job_id = (await jobOf(second.id)).id
  expect(await calculate(second.id)).toMatchObject({ payslips: 2 })
  expect(await sql('select status from platform.job where id = $1', job_id)).toEqual([
    { status: 'cancelled' },
  ])
  expect(await workOnPayRun(deps, job_id)).toBe('ended')
  expect(await stored(second.id)).toHaveLength(1)

  // Cancelled while the payslips are computed.
  await byJob(second.id)
  let transactions = 0
  const transaction: typeof database.transaction = async (work) => {
    transactions += 1
    if (transactions === 2) await cancel(second.id)
    return database.transaction(work)
  }
  expect(await run(second.id, { database: { transaction } })).toBe('ended')
  expect(await look(second.id)).toMatchObject({ status: 'cancelled', work_status: 'cancelled' })
  expect(await jobOf(second.id)).toMatchObject({ status: 'cancelled', message: null })
  expect(await stored(second.id)).toHaveLength(1)
})

test('a person who lost the role: the job fails in words, and a colleague calculates the run', async () => {
  const { id } = await open('2025-06-27')
  const contact_id = provider.operations.business_contact_id
  const roles = await sql<{ roles: string[] }>(
    'select roles from business.business_contact where id = $1',
    contact_id,
  )
  const give = (to: readonly string[] | undefined) =>
    sql('update business.business_contact set roles = $2 where id = $1', contact_id, to)
  await give(['provider_approver'])
  expect(await run(id)).toBe('ended')
  await give(roles[0]?.roles)
  expect(await look(id)).toEqual({ status: 'open', work_status: 'open', payslips: 0 })
  expect(await jobOf(id)).toMatchObject({ status: 'failed', message: errorText.not_allowed })
  await act(world, provider.admin, 'transaction.pay_run.calculate_by_job', { id })
  await run(id)
  expect(await look(id)).toMatchObject({ work_status: 'calculated', payslips: 2 })
  const [after] = await sql<{ prepared_by: string[] }>(
    'select prepared_by from transaction.pay_run where id = $1',
    id,
  )
  expect(after?.prepared_by.toSorted()).toEqual(
    [provider.admin.user_id, provider.operations.user_id].toSorted(),
  )
})
