import { expect, test } from 'vitest'
import { runBatch, runJob } from '#server/run-job.server.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedClient,
  seedColleague,
  seedContractor,
  seedPlacement,
  seedSubmittedTimesheet,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'

const { database, world } = await freshWorld('2025-12-28T11:00:00.000Z')
const approve_many = 'transaction.timesheet.approve_many'

const { sql } = database

type Job = {
  status: string
  total: number
  done: number
  failed: number
  problems: { message: string; human_id: string }[]
  message: string | null
}
const jobOf = async (id: string) =>
  (
    await sql<Job>(
      'select status, total, done, failed, problems, message from platform.job where id = $1',
      id,
    )
  )[0]

/** Four placements with their 30 weeks to the end of 2025, all submitted: 120 timesheets, more than one batch. */
async function seedMany(): Promise<{ placement: SeededPlacement; ids: string[] }> {
  const placement = await seedWeek(world)
  const { agency, client } = placement
  const others = await Promise.all([1, 2, 3].map(() => seedColleague(world, { agency, client })))
  const ids: string[] = []
  for (const one of [placement, ...others]) {
    for (const sheet of await seedTimesheets(world, one)) {
      await seedSubmittedTimesheet(world, one, sheet)
      ids.push(sheet.id)
    }
  }
  return { placement, ids }
}

const { placement, ids } = await seedMany()
const { approver } = placement.client

test('continues after a kill, doubles nothing, and leaves out refused timesheets', async () => {
  expect(ids).toHaveLength(120)
  await act(world, approver, 'transaction.timesheet.reject', { ids: [ids[110]], comment: 'No' })
  const { job_id, total } = await act<{ job_id: string; total: number }>(world, approver, approve_many, {
    ids,
  })
  expect(total).toBe(120)
  expect(await jobOf(job_id)).toMatchObject({ status: 'queued', total: 120, done: 0 })
  await runBatch(world, job_id)
  expect(await jobOf(job_id)).toMatchObject({ status: 'running', done: 100, failed: 0 })
  // The worker dies within the second batch: its transaction is gone, and the progress with it.
  const killed = { ...world, database: { transaction: dyingTransaction() } }
  await expect(runBatch(killed, job_id)).rejects.toThrow('killed')
  expect(await jobOf(job_id)).toMatchObject({ status: 'running', done: 100 })
  await Promise.all([runJob(world, job_id), runJob(world, job_id)])
  const job = await jobOf(job_id)
  expect(job).toMatchObject({ status: 'completed', done: 119, failed: 1 })
  expect(job?.problems.map((one) => one.message)).toEqual([
    expect.stringMatching(/is rejected and cannot be approved$/),
  ])
  const [counts] = await sql(
    `select count(*)::int as sets, count(distinct timesheet_id)::int as timesheets,
       (select count(*)::int from transaction.invoice) as documents,
       (select count(*)::int from log.audit where action_id = $1 and entity = 'transaction.timesheet') as audited
     from transaction.invoice_set`,
    approve_many,
  )
  expect(counts).toEqual({ sets: 119, timesheets: 119, documents: 119 * 5, audited: 119 })
})

/** The transactions of a worker that is killed before it commits. */
function dyingTransaction() {
  return <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
    database.transaction<T>(async (tx) => {
      await work(tx)
      throw new Error('killed')
    })
}

test('an empty selection is refused at once', async () => {
  const other = await seedClient(world, placement.agency)
  const refused = await refusalOf(act(world, other.approver, approve_many, { all: true }))
  expect(refused).toMatchObject({ code: 'invalid', message: 'No Records Found' })
  expect((await refusalOf(act(world, other.approver, approve_many, {}))).errors).toEqual({ ids: 'Mandatory' })
})

test('stops when the approver loses their role meanwhile', async () => {
  const contractor = await seedContractor(world, placement.agency)
  const fresh = await seedPlacement(world, { ...placement, contractor }, { start_date: '2025-12-15' })
  const [sheet] = await seedTimesheets(world, fresh)
  await seedSubmittedTimesheet(world, fresh, sheet)
  const { job_id } = await act<{ job_id: string }>(world, approver, approve_many, { all: true })
  await database.owner.query('update business.business_contact set is_active = false where id = $1', [
    approver.business_contact_id,
  ])
  await runJob(world, job_id)
  expect(await jobOf(job_id)).toMatchObject({
    status: 'failed',
    message: 'You do not have permission to do this',
  })
  expect(await sql('select id from transaction.invoice_set where timesheet_id = $1', sheet?.id)).toEqual([])
})

test('a timesheet that was submitted again meanwhile is left out by its name, also after the start of the job', async () => {
  const again = await seedWeek(world)
  const { contractor, client } = again
  const [one, two] = (await seedTimesheets(world, again)).slice(0, 2)
  if (!one || !two) throw new Error('Two weeks are expected.')
  for (const sheet of [one, two]) await seedSubmittedTimesheet(world, again, sheet)
  const submitAgain = async (sheet: typeof one) => {
    world.clock.advance({ seconds: 1 })
    await act(world, client.approver, 'transaction.timesheet.reject', { ids: [sheet.id], comment: 'No' })
    await act(world, contractor.viewer, 'transaction.timesheet.submit', {
      id: sheet.id,
      details: [{ date: sheet.start_date, group_id: again.group_id, units: '12' }],
    })
  }
  const run = async (input: object, meanwhile: () => Promise<void>) => {
    const { job_id } = await act<{ job_id: string }>(world, client.approver, approve_many, input)
    await meanwhile()
    await runJob(world, job_id)
    return (await jobOf(job_id))?.problems
  }
  const problem = (sheet: typeof one) => ({
    id: sheet.id,
    human_id: sheet.human_id,
    message: `${sheet.human_id} was submitted again meanwhile. Reload it.`,
  })
  const seen = world.clock.now()
  await submitAgain(one)
  const ids_of_both = { ids: [one.id, two.id] }
  expect(await run({ ...ids_of_both, submitted_until: seen }, async () => undefined)).toEqual([problem(one)])
  expect(await run({ ids: [one.id] }, () => submitAgain(one))).toEqual([problem(one)])
  expect(await run({ all: true }, () => submitAgain(one))).toEqual([problem(one)])
})
