/** A wrong NI letter of the open tax year: the next pay run computes the paid days again and takes the difference. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '#test/database.ts'
import { makeReportable, payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedProvider } from '#test/fixtures/world.ts'
import { judging } from '#test/payroll/hmrc-judge.ts'
import { brokenRules } from '#test/payroll/hmrc-tools.ts'
import { invariants } from '../../ledger/invariants.server.ts'
import { verifyReturns } from '../returns/verify-returns.server.ts'
import { verifySlips } from '../runs/verify-slips.server.ts'

const database = await freshDatabase()
const { world, provider, agency, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const operate = <T>(verb: string, input: object) => act<T>(world, provider.operations, verb, input)

const broken = async () => {
  const found = (await Promise.all(invariants.map((one) => sql<{ what: string }>(one.sql)))).flat()
  const slips = await inTransaction(database, (tx) => verifySlips(tx, 5))
  const returns = await inTransaction(database, (tx) => verifyReturns(tx, 5))
  return [...found.map(({ what }) => what), ...slips, ...returns]
}

const third = ['2025-06-16', '2025-06-17', '2025-06-18', '2025-06-19', '2025-06-20']
const fourth = ['2025-06-23', '2025-06-24', '2025-06-25', '2025-06-26', '2025-06-27']
const fifth = ['2025-06-30', '2025-07-01', '2025-07-02', '2025-07-03', '2025-07-04']

const p32 = () =>
  operate<{ months: { employee_ni: string; employer_ni: string }[] }>('transaction.tax_month.p32', {
    ...{ paye_scheme_id, tax_year: '2025-26' },
  })

type Worker = Awaited<ReturnType<typeof steps.employed>>
type Made = { id: string; period_count: number; employee_ni: string; employer_ni: string }

const asked = ({ employment_id }: Pick<Worker, 'employment_id'>, change: object = {}) => ({
  ...{ employment_id, letter: 'M', from_pay_day: '2025-06-13', reason: 'The birth date was wrong' },
  ...change,
})
const correct = (worker: Pick<Worker, 'employment_id'>, change: object = {}) =>
  operate<Made>('business.ni_category.correct', asked(worker, change))
const preview = (worker: Worker, change: object = {}) =>
  operate<{ periods: Record<string, string>[]; employee_ni: string; employer_ni: string }>(
    'business.ni_category.preview_correction',
    (({ reason: _, ...shown }) => shown)(asked(worker, change)),
  )

async function calculated(pay_day: string) {
  const { id } = await steps.open(pay_day)
  await steps.calculate(id)
  return id
}
async function approved(id: string) {
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  return payslips.map((slip) => slip.id)
}
async function paid(pay_day: string) {
  const id = await calculated(pay_day)
  const ids = await approved(id)
  world.clock.set(instant(`${pay_day}T12:00:00.000Z`))
  await operate('transaction.payslip.confirm_paid', { ids })
  return id
}
const slipOf = async (run_id: string, { employment_id }: Worker) =>
  (
    await sql<{ employee_ni: string; employer_ni: string; net_pay: string; whys: string[] }>(
      `select employee_ni, employer_ni, net_pay, array(select l ->> 'why' from jsonb_array_elements(lines) l
         where l ->> 'why' like 'For %') as whys
       from transaction.pay_run_payslip where pay_run_id = $1 and employment_id = $2 and withdrawn_as is null`,
      run_id,
      employment_id,
    )
  )[0]

const young = await steps.employed({ born: '2006-05-01', letter: 'A' })
const deferred = await steps.employed({ letter: '' })
await act(world, agency.admin, 'business.ni_category.add', {
  ...{ employment_id: deferred.employment_id, letter: 'J', effective_from: '2025-06-02' },
  ...{ reason: 'Certificate seen', evidence: 'CA2700 of 2025' },
})
const director = await steps.employed()
await makeReportable(sql, young.contractor_id)
await makeReportable(sql, deferred.contractor_id)

test('two weeks: the preview shows each pay day as it was and as it becomes', async () => {
  for (const { placement } of [young, deferred]) await steps.week(placement, weeks.first)
  await paid('2025-06-13')
  for (const { placement } of [young, deferred]) await steps.week(placement, weeks.second)
  await paid('2025-06-20')

  // 896.56 a week: 52.36 and 120.08 under A, nothing of the employer under M, 13.09 of the worker under J.
  expect(await preview(young)).toMatchObject({
    employee_ni: '0.00',
    employer_ni: '-240.16',
    periods: [
      {
        ...{ pay_day: '2025-06-13', from: 'A', employee_was: '52.36', employee_due: '52.36' },
        ...{ employer_was: '120.08', employer_due: '0.00' },
      },
      { pay_day: '2025-06-20', employer_was: '120.08', employer_due: '0.00' },
    ],
  })
  expect(await preview(deferred, { letter: 'A' })).toMatchObject({
    employee_ni: '78.54',
    employer_ni: '0.00',
  })
})

test('a day before the start, another tax year, and a pay day to come are refused', async () => {
  expect((await refusalOf(correct(young, { from_pay_day: '2025-06-01' }))).errors).toEqual({
    from_pay_day: 'Should be after 01/06/2025',
  })
  expect((await refusalOf(correct(young, { from_pay_day: '2025-06-27' }))).message).toBe(
    'No pay from 27/06/2025 on was under another letter than M',
  )
  expect((await refusalOf(correct(young, { letter: 'A' }))).message).toBe(
    'Letter A applies on 13/06/2025 already',
  )
  expect((await refusalOf(correct(young, { letter: 'C' }))).errors).toEqual({ evidence: 'Mandatory' })
})

test('of two clicks at once one is taken; letters keep their history', async () => {
  const both = await Promise.allSettled([correct(young), correct(young)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const rows = await sql(
    `select letter, effective_from::text, effective_to::text, is_correction, reason, deleted_at is not null as is_replaced
     from business.ni_category where employment_id = $1 order by effective_from`,
    young.employment_id,
  )
  expect(rows).toMatchObject([
    { letter: 'A', effective_from: '2025-06-02', effective_to: '2025-06-12', is_correction: false },
    { letter: 'M', effective_from: '2025-06-13', effective_to: null, is_correction: true },
  ])
  expect(
    await sql(
      `select from log.audit where entity = 'business.ni_category' and new_values ->> 'is_correction' = 'true'`,
    ),
  ).toHaveLength(1)
})

test('another agency does not find the employment, a director is refused with the reason', async () => {
  const other = await seedAgency(world, await seedProvider(world))
  expect(
    await refusalOf(act(world, other.admin, 'business.ni_category.correct', asked(young, { letter: 'A' }))),
  ).toMatchObject({ code: 'not_found' })
  await act(world, provider.admin, 'business.employment.change', {
    id: director.employment_id,
    ...{ pay_frequency: 'week', director_from: '2025-06-02', director_method: 'AN' },
  })
  expect((await refusalOf(correct(director, { letter: 'M' }))).message).toBe(
    'A director’s National Insurance is of the whole year: correct the letter once the tax year is locked',
  )
})

let open_run = ''
test('an open run computes its drafts again, and its payslips take the difference', async () => {
  world.clock.set(instant('2025-06-22T12:00:00.000Z'))
  for (const { placement } of [young, deferred]) await steps.week(placement, third)
  open_run = await calculated('2025-06-27')
  await steps.answerAll(open_run)
  await correct(deferred, { letter: 'A' })
  expect((await refusalOf(steps.check(open_run))).message).toMatch(/changed since it was calculated/)
  await steps.calculate(open_run)
  const slip = await slipOf(open_run, young)
  // M bears nothing of the employer: this week's, and 240.16 back.
  expect(slip).toMatchObject({
    employee_ni: '52.36',
    employer_ni: '-240.16',
    whys: [
      'For 13/06/2025: NI letter M on £896.56: nothing is due, £0.00, of which £120.08 was taken before',
      'For 20/06/2025: NI letter M on £896.56: nothing is due, £0.00, of which £120.08 was taken before',
    ],
  })
  // 78.54 is due under A besides 52.36; no more than that is taken besides.
  const other = await slipOf(open_run, deferred)
  expect(other).toMatchObject({ employee_ni: '104.72', employer_ni: '120.08' })
  expect(other?.whys.at(-1)).toBe(
    'For 20/06/2025: NI letter A on £896.56: 8 % of £654.56 above £242 is £52.36, of which £13.09 was taken before; £26.18 waits for later pay, as no more is taken besides the £52.36 due on this pay',
  )
})

test('the person who entered a correction does not approve the run that takes it', async () => {
  const [run] = await sql<{ prepared_by: string[] }>(
    'select prepared_by from transaction.pay_run where id = $1',
    open_run,
  )
  expect(run?.prepared_by).toContain(provider.operations.user_id)
  // Taken back before a run took it, and entered again by the approver.
  await correct(young, { letter: 'A' })
  await steps.calculate(open_run)
  expect(await slipOf(open_run, young)).toMatchObject({ employer_ni: '120.08', whys: [] })
  await act(world, provider.admin, 'business.ni_category.correct', asked(young))
  await steps.calculate(open_run)
  await steps.answerAll(open_run)
  const { content_hash } = await steps.check(open_run)
  expect(await refusalOf(steps.approve(open_run, content_hash, provider.admin))).toEqual({
    code: 'not_allowed',
    message: 'Someone else must approve what you checked',
  })
})

test('the run is paid: books, payments and stored payslips agree, and HMRC takes the return', async () => {
  const before = await p32()
  await steps.calculate(open_run)
  const ids = await approved(open_run)
  world.clock.set(instant('2025-06-27T12:00:00.000Z'))
  await operate('transaction.payslip.confirm_paid', { ids })
  expect(await broken()).toEqual([])
  const after = await p32()
  // The employer: 120.08 of this week, and 240.16 back. Workers: 52.36 and 104.72.
  const added = (field: 'employee_ni' | 'employer_ni') =>
    Number(after.months[2]?.[field]) - Number(before.months[2]?.[field])
  expect(added('employer_ni')).toBeCloseTo(-120.08, 2)
  expect(added('employee_ni')).toBeCloseTo(157.08, 2)
  expect(
    await sql(`select amount from transaction.payroll_payment where kind = 'relief' and status = 'due'`),
  ).toEqual([{ amount: '240.16' }])
})

judging(
  'the Full Payment Submission states figures to date by letter: the wrong one goes down to nothing',
  async () => {
    const built = await operate<{ id: string; status: string }>('transaction.rti_submission.build_fps', {
      pay_run_id: open_run,
    })
    expect(built.status).toBe('validated')
    const [row] = await sql<{ content: string }>(
      'select content from transaction.rti_submission where id = $1',
      built.id,
    )
    const content = row?.content ?? ''
    expect(content).toMatch(
      /<NIletter>A<\/NIletter><GrossEarningsForNICsInPd>-1793.12<.*?<GrossEarningsForNICsYTD>0.00<.*?<TotalEmpNICInPd>-240.16<.*?<TotalEmpNICYTD>0.00</,
    )
    expect(content).toMatch(
      /<NIletter>M<\/NIletter><GrossEarningsForNICsInPd>2689.68<.*?<GrossEarningsForNICsYTD>2689.68</,
    )
    expect(brokenRules(content, { kind: 'fps', tax_year: 2025 })).toEqual([])
  },
)

test('the next pay takes the rest, and computes nothing else again', async () => {
  world.clock.set(instant('2025-06-29T12:00:00.000Z'))
  for (const { placement } of [young, deferred]) await steps.week(placement, fourth)
  const run = await paid('2025-07-04')
  expect(await slipOf(run, deferred)).toMatchObject({ employee_ni: '78.54', employer_ni: '120.08' })
  expect(await slipOf(run, young)).toMatchObject({ employee_ni: '52.36', employer_ni: '0.00', whys: [] })
  expect(await broken()).toEqual([])
})

test('money back: the worker has it with the next pay, and a corrected week that changes keeps its letter', async () => {
  await correct(deferred, {
    letter: 'C',
    evidence: 'Letter of the Pension Service',
    from_pay_day: '2025-06-20',
  })
  world.clock.set(instant('2025-07-06T12:00:00.000Z'))
  for (const { placement } of [young, deferred]) await steps.week(placement, fifth)
  const run = await paid('2025-07-11')
  // Three weeks of 52.36 go back, and nothing is due on this one.
  expect(await slipOf(run, deferred)).toMatchObject({ employee_ni: '-157.08', employer_ni: '120.08' })
  expect(await broken()).toEqual([])
  const year = await operate<{ workers: { amounts: Record<string, string> }[]; against_p32: string[] }>(
    'transaction.payroll.year_to_date',
    { paye_scheme_id, tax_year: '2025-26' },
  )
  expect(year.against_p32).toEqual(['Tax, National Insurance and loans agree with the P32'])
  expect(year.workers.map(({ amounts }) => [amounts.employee_ni, amounts.employer_ni]).toSorted()).toEqual([
    ['261.80', '0.00'],
    ['52.36', '600.40'],
  ])
})

test('a leaver has no next pay run', async () => {
  await act(world, provider.admin, 'business.employment.leave', {
    id: young.employment_id,
    leave_date: '2025-07-06',
  })
  expect((await refusalOf(correct(young, { letter: 'A' }))).message).toBe(
    'The employment ended on 06/07/2025, so no pay run takes the correction: correct the letter once the tax year is locked',
  )
})
