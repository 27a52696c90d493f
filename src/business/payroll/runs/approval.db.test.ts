/** The jobs that check and approve a pay run: followed, killed, raced and cancelled, with one effect. */
import { expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { errorText } from '#kernel/messages.ts'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { messageOf } from '#test/fixtures/refusal.ts'
import { act, seedContact } from '#test/fixtures/world.ts'
import { killedWork } from '#test/killed-work.ts'
import { type PayRunJobDeps, workOnPayRun } from './pay-run.job.ts'

const database = await freshDatabase()
const { world, provider, agency, sql, ...steps } = await payRunsOn(database)
const workers = [await steps.employed(), await steps.employed()]
const other_approver = await seedContact(world, provider.admin, provider.id, 'Ada', 'provider_approver')
const endpoint = new DataEndpoint({ database, clock: world.clock })

const log = {
  error: (found: unknown) => {
    throw new Error('work on a pay run failed', { cause: found })
  },
}
const deps: PayRunJobDeps = { database, clock: world.clock, log, pace_ms: 0 }

type Asked = { job_id: string }
const checkByJob = (id: string) =>
  act<Asked>(world, provider.operations, 'transaction.pay_run.check_by_job', { id })
const approveByJob = (id: string, content_hash: string, by: Viewer = provider.approver) =>
  act<Asked>(world, by, 'transaction.pay_run.approve_by_job', { id, content_hash })

const cancel = (id: string) =>
  act(world, provider.operations, 'transaction.pay_run.cancel', { id, reason: 'Only tried' })

/** All that an approval leaves. */
const effects = async (id: string) => {
  const [found] = await sql<Record<string, number>>(
    `select (select count(*)::int from transaction.pay_run_payslip p where p.pay_run_id = $1 and p.payslip_id is not null) as slips,
       (select count(*)::int from transaction.payslip) as payslips,
       (select count(*)::int from transaction.invoice_set) as sets,
       (select count(*)::int from transaction.payroll_payment) as payments,
       (select count(*)::int from ledger.posting) as postings,
       (select count(*)::int from log.audit where entity_id = $1 and new_values ->> 'status' = 'approved') as approvals`,
    id,
  )
  return present(found, 'the counts')
}
const jobStatus = async (id: string) =>
  (await sql<{ status: string }>('select status from platform.job where id = $1', id))[0]?.status

type Seen = {
  status: string
  work_status: string
  work_done: number | null
  work_total: number | null
  work_fault?: string | null
}
async function seen(viewer: Viewer, id: string, more = ''): Promise<Seen> {
  const query = `{ row: transaction_pay_run_by_pk(id: "${id}") { status work_status work_done work_total ${more} } }`
  const { data, errors } = JSON.parse(await endpoint.execute(viewer, { query }))
  expect(errors).toBeUndefined()
  return data.row
}

/** A run that is calculated, its warnings answered. */
async function calculated(pay_day: string): Promise<{ id: string; human_id: string }> {
  const run = await steps.open(pay_day)
  await steps.calculate(run.id)
  await steps.answerAll(run.id)
  return run
}

async function checked(pay_day: string): Promise<{ id: string; human_id: string; content_hash: string }> {
  const run = await calculated(pay_day)
  return { ...run, content_hash: (await steps.check(run.id)).content_hash }
}

for (const { placement } of workers) await steps.week(placement, weeks.first)

test('checking: a job sends the run for approval, and everybody who reads the run sees it', async () => {
  const { id, human_id } = await calculated('2025-06-20')
  const { job_id } = await checkByJob(id)
  const still = `Pay run ${human_id} is still being checked`
  for (const refused of [() => checkByJob(id), () => steps.check(id)])
    expect(await messageOf(refused())).toBe(still)
  for (const reader of [provider.operations, provider.approver, agency.admin])
    expect(await seen(reader, id)).toEqual({
      status: 'calculated',
      work_status: 'checking',
      work_done: 0,
      work_total: 2,
    })
  expect(await killedWork({ database, clock: world.clock }, job_id, 'before 3')).toBe(true)
  expect(await seen(agency.admin, id)).toMatchObject({ status: 'calculated', work_status: 'checking' })
  expect(await workOnPayRun(deps, job_id)).toBe('ended')
  const over = { status: 'checked', work_status: 'checked', work_done: null, work_total: null }
  for (const reader of [provider.approver, agency.admin]) expect(await seen(reader, id)).toEqual(over)
  expect(await messageOf(checkByJob(id))).toBe(`Pay run ${human_id} is already sent for approval`)
  expect(await sql('select checker, prepared_by from transaction.pay_run where id = $1', id)).toEqual([
    { checker: provider.operations.user_name, prepared_by: [provider.operations.user_id] },
  ])
  await cancel(id)
})

test('checking: facts that changed meanwhile fail it in words, which only the provider reads', async () => {
  const { id, human_id } = await calculated('2025-06-20')
  const { job_id } = await checkByJob(id)
  const { employment_id } = present(workers[0], 'a worker')
  await act(world, agency.admin, 'business.tax_code.add', {
    ...{ employment_id, code: '1000L', is_week1: false, source: 'p6' },
    ...{ effective_from: '2025-06-20', notice_date: '2025-06-10' },
  })
  await workOnPayRun(deps, job_id)
  expect(await seen(provider.approver, id, 'work_fault')).toEqual({
    status: 'calculated',
    work_status: 'calculated',
    ...{ work_done: null, work_total: null },
    work_fault: `The run was not sent for approval: Facts of pay run ${human_id} changed since it was calculated: calculate it again`,
  })
  const query = `{ transaction_pay_run_by_pk(id: "${id}") { work_fault } }`
  expect(JSON.parse(await endpoint.execute(agency.admin, { query })).errors).toHaveLength(1)
  await steps.calculate(id)
  expect(await seen(provider.approver, id, 'work_fault')).toMatchObject({ work_fault: null })
  await cancel(id)
})

test('approving: nobody changes, returns, cancels or approves the run meanwhile', async () => {
  const { id, human_id, content_hash } = await checked('2025-06-20')
  expect(await messageOf(approveByJob(id, 'seen long ago'))).toBe(
    'The run changed since it was checked. Check it again',
  )
  expect(await messageOf(approveByJob(id, content_hash, provider.operations))).toBe(errorText.not_allowed)
  const before = await effects(id)
  const { job_id } = await approveByJob(id, content_hash)
  expect(await sql('select kind, input, user_id from platform.job where id = $1', job_id)).toEqual([
    {
      kind: 'transaction.pay_run.approve',
      input: { ids: [id], content_hash },
      user_id: provider.approver.user_id,
    },
  ])
  const still = `Pay run ${human_id} is still being approved`
  const reason = 'A notice came in'
  const by = (viewer: Viewer, action: string, input: object) => () =>
    act(world, viewer, `transaction.pay_run.${action}`, { id, ...input })
  for (const refused of [
    by(provider.approver, 'approve_by_job', { content_hash }),
    by(other_approver, 'approve_by_job', { content_hash }),
    by(other_approver, 'approve', { content_hash }),
    by(other_approver, 'return', { reason }),
    by(other_approver, 'cancel', { reason }),
    by(provider.operations, 'cancel', { reason }),
    by(provider.operations, 'calculate', {}),
    by(provider.operations, 'calculate_by_job', {}),
  ])
    expect(await messageOf(refused())).toBe(still)
  expect(await effects(id)).toEqual(before)
  expect(await seen(agency.admin, id)).toMatchObject({ status: 'checked', work_status: 'approving' })

  // Cancelled by the person who asked for it: the run waits as before.
  await act(world, provider.approver, 'platform.job.cancel', { id: job_id })
  expect(await workOnPayRun(deps, job_id)).toBe('ended')
  expect(await seen(agency.admin, id)).toMatchObject({ status: 'checked', work_status: 'checked' })
  expect(await effects(id)).toEqual(before)
  await cancel(id)
})

test('approving: cancelled while the payslips are computed, it leaves nothing', async () => {
  const { id, content_hash } = await checked('2025-06-20')
  const before = await effects(id)
  const { job_id } = await approveByJob(id, content_hash)
  let transactions = 0
  const transaction: typeof database.transaction = async (work) => {
    transactions += 1
    // After the job was taken, and its work has begun.
    if (transactions === 3) await act(world, provider.approver, 'platform.job.cancel', { id: job_id })
    return database.transaction(work)
  }
  expect(await workOnPayRun({ ...deps, database: { transaction } }, job_id)).toBe('ended')
  // A slow machine looks at the job more often.
  expect(transactions).toBeGreaterThanOrEqual(3)
  expect(await jobStatus(job_id)).toBe('cancelled')
  expect(await seen(provider.approver, id, 'work_fault')).toMatchObject({
    work_status: 'checked',
    work_fault: null,
  })
  expect(await effects(id)).toEqual(before)
  await cancel(id)
})

test('approving: a person who lost the role, and work that changed, fail it in words', async () => {
  const { id, content_hash } = await checked('2025-06-20')
  const before = await effects(id)
  const lost = await approveByJob(id, content_hash, other_approver)
  const give = (roles: readonly string[]) =>
    sql(
      'update business.business_contact set roles = $2 where id = $1',
      other_approver.business_contact_id,
      roles,
    )
  await give(['provider_operations'])
  await workOnPayRun(deps, lost.job_id)
  await give(['provider_approver'])
  expect(await seen(provider.approver, id, 'work_fault')).toMatchObject({
    work_status: 'checked',
    work_fault: `The run was not approved: ${errorText.not_allowed}`,
  })

  const { job_id } = await approveByJob(id, content_hash)
  const { employment_id } = present(workers[1], 'a worker')
  await act(world, agency.admin, 'business.tax_code.add', {
    ...{ employment_id, code: '1000L', is_week1: false, source: 'p6' },
    ...{ effective_from: '2025-06-20', notice_date: '2025-06-10' },
  })
  await workOnPayRun(deps, job_id)
  expect(await jobStatus(job_id)).toBe('failed')
  expect(await seen(provider.approver, id, 'work_fault')).toMatchObject({
    status: 'checked',
    work_fault: 'The run was not approved: The run changed since it was checked. Check it again',
  })
  expect(await effects(id)).toEqual(before)
  await cancel(id)
})

test('a killed approval: the next worker starts over, and everything is issued once', async () => {
  const { id, content_hash } = await checked('2025-06-20')
  const before = await effects(id)
  const clicks = await Promise.allSettled([
    approveByJob(id, content_hash),
    approveByJob(id, content_hash, other_approver),
    approveByJob(id, content_hash),
  ])
  const [asked, ...more] = clicks.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(more).toEqual([])
  const { job_id } = present(asked, 'the one approval')
  expect(await killedWork({ database, clock: world.clock }, job_id, 'before 3')).toBe(true)
  expect(await effects(id)).toEqual(before)
  expect(await seen(agency.admin, id)).toMatchObject({ status: 'checked', work_status: 'approving' })
  expect(await killedWork({ database, clock: world.clock }, job_id, 'after 3')).toBe(true)
  const after = await effects(id)
  expect(after).toMatchObject({ slips: 2, payslips: 2, sets: 2, approvals: 1 })
  await Promise.all([workOnPayRun(deps, job_id), workOnPayRun(deps, job_id)])
  expect(await effects(id)).toEqual(after)
  expect(await seen(agency.admin, id)).toMatchObject({ status: 'approved', work_status: 'approved' })
  expect(await sql('select status, total, done from platform.job where id = $1', job_id)).toEqual([
    { status: 'completed', total: 2, done: 2 },
  ])
  expect(await messageOf(approveByJob(id, content_hash))).toMatch(/is already approved$/)
})

test('two workers at one approval, and an approval within a request: one effect', async () => {
  for (const { placement } of workers) await steps.week(placement, weeks.second)
  const { id, content_hash } = await checked('2025-06-27')
  const { job_id } = await approveByJob(id, content_hash)
  const within = steps.approve(id, content_hash, other_approver)
  const both = await Promise.allSettled([workOnPayRun(deps, job_id), workOnPayRun(deps, job_id), within])
  expect(both[2]?.status).toBe('rejected')
  expect(await effects(id)).toMatchObject({ slips: 2, payslips: 4, sets: 4, approvals: 1 })
  expect(await sql('select approver from transaction.pay_run where id = $1', id)).toEqual([
    { approver: provider.approver.user_name },
  ])
})
