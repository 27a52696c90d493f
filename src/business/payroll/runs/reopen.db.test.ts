/** An approved run is opened again: all that the approval made is taken back, once, and the same day is paid with right facts. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { instant } from '#kernel/instant.ts'
import { errorText } from '#kernel/messages.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { seedBatch } from '#test/fixtures/cash.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { messageOf, refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedContact } from '#test/fixtures/world.ts'
import { workOnPayRun } from './pay-run.job.ts'

const database = await freshDatabase()
const { world, provider, agency, sql, ...steps } = await payRunsOn(database)
const second_approver = await seedContact(world, provider.admin, provider.id, 'Ada', 'provider_approver')
const reason = 'The tax code was that of another worker'

const reopen = (id: string, by: Viewer = provider.approver, key: string | null = null) =>
  act<{ status: string; withdrawn: string[] }>(world, by, 'transaction.pay_run.reopen', { id, reason }, key)

async function approved(pay_day: string) {
  const run = await steps.open(pay_day)
  await steps.calculate(run.id)
  return { ...run, payslips: await approveAgain(run.id) }
}
async function approveAgain(id: string) {
  await steps.answerAll(id)
  return (await steps.approve(id, (await steps.check(id)).content_hash)).payslips
}

/** Balances of the books by account, without those at nothing. */
const balances = () =>
  sql<{ kind: string; amount: string }>(
    `select a.kind, b.human_id, sum(p.amount)::text as amount from ledger.posting p join ledger.account a on a.id = p.account_id
     left join business.business b on b.id = a.business_id group by 1, 2 having sum(p.amount) <> 0 order by 1, 2`,
  )
const live = async (employment_id: string) => {
  const [found] = await sql<Record<string, string | number>>(
    `select (select coalesce(sum(amount), 0)::text from transaction.holiday_movement where employment_id = $1 and deleted_at is null) as fund,
       (select count(*)::int from transaction.statutory_payment where employment_id = $1 and deleted_at is null) as absences,
       (select count(*)::int from transaction.payslip p join business.employment e on e.contractor_id = p.contractor_id
         where e.id = $1 and p.deleted_at is null) as payslips`,
    employment_id,
  )
  return present(found, 'the counts')
}

const first = await steps.employed()
const second = await steps.employed()
await act(world, agency.admin, 'business.employment.change', {
  ...{ id: first.employment_id, pay_frequency: 'week', is_irregular_hours: true, retained_percent: '12.07' },
})
await act(world, agency.admin, 'business.attachment_order.add', {
  ...{ employment_id: first.employment_id, kind: 'aeo_civil', authority: 'Leeds County Court' },
  ...{ reference: 'AE 1', order_date: '2025-06-01', received_on: '2025-06-03', rate: 'given' },
  ...{ amount: '30.00', protected_earnings: '100.00', debt: '45.00', charges_admin_fee: false },
})
await act(world, agency.admin, 'transaction.statutory_absence.record', {
  ...{ employment_id: second.employment_id, kind: 'ssp', first_day: '2025-06-09', last_day: '2025-06-18' },
  ...{ qualifying_days: 'Mon Tue Wed Thu Fri', average_weekly_earnings: '400.00', evidence: 'Fit note' },
})

test('reopening: books, documents, funds, absences and orders are as before the approval', async () => {
  const sheet = await steps.week(first.placement, weeks.first)
  await steps.week(second.placement, weeks.first)
  const before = await balances()
  const run = await approved('2025-06-20')
  await act(world, provider.operations, 'transaction.rti_submission.build_fps', { pay_run_id: run.id })
  expect(run.payslips).toHaveLength(2)
  expect(await live(first.employment_id)).toEqual({ fund: '108.22', absences: 0, payslips: 1 })
  expect(await live(second.employment_id)).toEqual({ fund: '0', absences: 1, payslips: 1 })

  expect((await refusalOf(reopen(run.id, provider.operations))).message).toBe(errorText.not_allowed)
  expect((await refusalOf(reopen(run.id, agency.admin))).message).toBe(errorText.not_allowed)
  const { human_id: batch, id: batch_id } = await seedBatch(world, provider, '2025-06-20')
  expect(await messageOf(reopen(run.id))).toMatch(
    new RegExp(`^The net pay of PSL\\d+ is in payment batch ${batch}: cancel that first$`),
  )
  await act(world, provider.operations, 'payment.payment_batch.cancel', { id: batch_id, reason: 'Too early' })

  const answer = await reopen(run.id, provider.approver, 'once')
  expect(answer).toMatchObject({
    status: 'open',
    withdrawn: run.payslips.map((one) => one.human_id).toSorted(),
  })
  // The same request again gives the same answer, another one is refused.
  expect(await reopen(run.id, provider.approver, 'once')).toEqual(answer)
  expect(await messageOf(reopen(run.id))).toBe(`Pay run ${run.human_id} is open and cannot be reopened`)
  expect(await balances()).toEqual(before)
  await expectVerified(database)
  expect(await live(first.employment_id)).toEqual({ fund: '0', absences: 0, payslips: 0 })
  expect(await live(second.employment_id)).toEqual({ fund: '0', absences: 0, payslips: 0 })
  expect(
    await sql(
      `select status, approver, checker, reopener, reopen_reason from transaction.pay_run where id = $1`,
      run.id,
    ),
  ).toEqual([
    ...[{ status: 'open', approver: null, checker: null, reopener: provider.approver.user_name }].map(
      (one) => ({
        ...one,
        reopen_reason: reason,
      }),
    ),
  ])
  expect(await sql('select status, version from transaction.timesheet where id = $1', sheet.id)).toEqual([
    { status: 'suspense', version: 2 },
  ])
  expect(
    await sql(`select status, faults from transaction.rti_submission where pay_run_id = $1`, run.id),
  ).toMatchObject([{ status: 'built', faults: [{ name: 'Pay run' }] }])
  await expect(sql('delete from transaction.pay_run_payslip where pay_run_id = $1', run.id)).rejects.toThrow(
    'an issued payslip of a pay run is kept',
  )

  // Each worker is told that the payslip is no more.
  expect(
    await sql(`select title, link from log.notification_log where kind = 'payslip_withdrawn' order by title`),
  ).toEqual(
    answer.withdrawn
      .toSorted()
      .map((human_id) => ({ title: `Payslip ${human_id} withdrawn`, link: 'paye/payslip' })),
  )

  // The right code, then the same day again: other numbers, the same pay otherwise.
  await act(world, agency.admin, 'business.tax_code.add', {
    ...{ employment_id: first.employment_id, code: '1000L', is_week1: true, source: 'p6' },
    ...{ effective_from: '2025-06-20', notice_date: '2025-06-10' },
  })
  await steps.calculate(run.id)
  const again = await approveAgain(run.id)
  expect(again.map((one) => one.human_id)).not.toContain(answer.withdrawn[0])
  expect(
    await sql(
      `select c.tax_code, c.income_tax, c.other_deductions, c.withdrawn_as is not null as withdrawn from transaction.pay_run_payslip c
       where c.pay_run_id = $1 and c.employment_id = $2 order by c.withdrawn_as nulls last`,
      run.id,
      first.employment_id,
    ),
  ).toEqual([
    { tax_code: '1257L W1/M1', income_tax: '130.80', other_deductions: '30.00', withdrawn: true },
    { tax_code: '1000L W1/M1', income_tax: '140.80', other_deductions: '30.00', withdrawn: false },
  ])
  expect(await live(first.employment_id)).toEqual({ fund: '108.22', absences: 0, payslips: 1 })
  expect(await live(second.employment_id)).toEqual({ fund: '0', absences: 1, payslips: 1 })
  await expectVerified(database)
})

test('reopening: two approvers at once open the run once, and a later run is opened first', async () => {
  await steps.week(first.placement, weeks.second)
  const { id: earlier } = present(
    (await sql<{ id: string }>(`select id from transaction.pay_run where pay_day = '2025-06-20'`))[0],
    'the first run',
  )
  const run = await approved('2025-06-27')
  expect(await messageOf(reopen(earlier))).toBe(
    `Pay run ${run.human_id} of 27/06/2025 builds on it: open that again first`,
  )
  const both = await Promise.allSettled([reopen(run.id), reopen(run.id, second_approver)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(
    await sql(`select 1 from log.audit where entity_id = $1 and new_values ? 'withdrawn'`, run.id),
  ).toHaveLength(1)
  await expectVerified(database)
  await reopen(earlier)
  await expectVerified(database)
})

test('reopening by a job: the run waits for nobody else, is followed, and opens once', async () => {
  const [run] = await sql<{ id: string; human_id: string }>(
    `select id, human_id from transaction.pay_run where pay_day = '2025-06-20'`,
  )
  const { id, human_id } = present(run, 'the run')
  await steps.calculate(id)
  const payslips = await approveAgain(id)
  const byJob = (by: Viewer) =>
    act<{ job_id: string }>(world, by, 'transaction.pay_run.reopen_by_job', { id, reason })
  const { job_id } = await byJob(provider.approver)
  const statusNow = async () =>
    (
      await sql<{ status: string; shown: string; fault: string | null }>(
        `select r.status, transaction.pay_run_work_status(r.status, r.job_id) as shown, transaction.pay_run_work_fault(r.job_id) as fault
         from transaction.pay_run r where r.id = $1`,
        id,
      )
    )[0]
  expect(await statusNow()).toEqual({ status: 'approved', shown: 'reopening', fault: null })
  for (const again of [() => byJob(second_approver), () => reopen(id, second_approver)])
    expect(await messageOf(again())).toBe(`Pay run ${human_id} is still being reopened`)

  // Net pay that a batch took meanwhile ends the job with its sentence, and the run stays approved.
  const batch = await seedBatch(world, provider, '2025-06-20')
  const work = (job: string) => workOnPayRun({ database, clock: world.clock, pace_ms: 0 }, job)
  await work(job_id)
  const failed = await statusNow()
  expect(failed).toMatchObject({ status: 'approved', shown: 'approved' })
  expect(failed?.fault).toMatch(/^The run was not reopened: The net pay of PSL\d+ is in payment batch /)
  await act(world, provider.operations, 'payment.payment_batch.cancel', { id: batch.id, reason: 'Too early' })

  const other = await byJob(second_approver)
  await work(other.job_id)
  expect(await statusNow()).toEqual({ status: 'open', shown: 'open', fault: null })
  expect(await sql('select status, done, total from platform.job where id = $1', other.job_id)).toEqual([
    { status: 'completed', done: payslips.length, total: payslips.length },
  ])
  expect(await sql('select reopener from transaction.pay_run where id = $1', id)).toEqual([
    { reopener: second_approver.user_name },
  ])
  await expectVerified(database)
})

test('reopening: a run that was filed or paid stays, and nobody who prepared it opens it again', async () => {
  const [run] = await sql<{ id: string; human_id: string }>(
    `select id, human_id from transaction.pay_run where pay_day = '2025-06-20'`,
  )
  const { id } = present(run, 'the run')
  await steps.calculate(id)
  await steps.answerAll(id)
  const { content_hash } = await steps.check(id, provider.admin)
  expect((await refusalOf(steps.approve(id, content_hash, provider.admin))).code).toBe('not_allowed')
  const payslips = (await steps.approve(id, content_hash)).payslips
  expect((await refusalOf(reopen(id, provider.admin))).message).toBe(
    'Someone else must reopen what you prepared',
  )

  await act(world, provider.operations, 'transaction.rti_submission.build_fps', { pay_run_id: id })
  const { rows: filed } = await database.app.query<{ human_id: string }>(
    `update transaction.rti_submission set status = 'filed_outside', receipt = 'R1', filer = 'Ada', filed_at = now(), content = '<a/>',
       irmark = 'x', receipt_mark = 'X', faults = '[]', fault_count = 0 where pay_run_id = $1 returning human_id`,
    [id],
  )
  expect(await messageOf(reopen(id))).toBe(
    `Return ${filed[0]?.human_id} of this run was filed: correct the timesheets, and the next run reports the difference`,
  )

  world.clock.set(instant('2025-06-20T09:00:00.000Z'))
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', {
    ids: payslips.map((one) => one.id),
  })
  expect(await messageOf(reopen(id))).toBe(`Pay run ${run?.human_id} is paid and cannot be reopened`)
  // The return of this test was never built.
  expect((await verifyDatabase(database)).flatMap(({ broken }) => broken)).toEqual([
    `return ${filed[0]?.human_id}: its content is no message`,
  ])
})
