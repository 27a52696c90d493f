/** A locked year of an employer with employment allowance and levy: another letter, letter X, and a director. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { makeReportable, payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act } from '#test/fixtures/world.ts'
import { judging } from '#test/payroll/hmrc-judge.ts'
import { brokenRules } from '#test/payroll/hmrc-tools.ts'
import { verifyReturns } from '../returns/verify-returns.server.ts'

const database = await freshDatabase()
const { world, provider, agency, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
/** The fixture writes addresses by itself. */
const by_hand = 'R12'
const operate = <T>(verb: string, input: object) => act<T>(world, provider.operations, verb, input)
const verified = async () =>
  expect(
    (await verifyDatabase(database)).filter(({ id, broken }) => id !== by_hand && broken.length > 0),
  ).toEqual([])

await act(world, agency.admin, 'business.paye_scheme_year.set', {
  ...{ paye_scheme_id, tax_year: '2025-26', claims_employment_allowance: true },
  ...{ allowance_declared_by: 'Director', levy_allowance: '5.00' },
})
const young = await steps.employed()
const abroad = await steps.employed()
const director = await steps.employed()
for (const { contractor_id } of [young, abroad, director]) await makeReportable(sql, contractor_id)
await act(world, provider.admin, 'business.employment.change', {
  id: director.employment_id,
  ...{ pay_frequency: 'week', director_from: '2025-06-02', director_method: 'AL' },
})

type Made = { id: string; period_count: number } & Record<
  'employee_ni' | 'employer_ni' | 'employment_allowance' | 'levy_due',
  string
>
const enter = ({ employment_id }: typeof young, letter: string) =>
  operate<Made>('transaction.year_correction.enter', {
    ...{ employment_id, tax_year: '2025-26', letter, from_pay_day: '2025-06-13' },
    ...{ reason: 'The letter was wrong', evidence: 'Certificate seen' },
  })
const file = async (built: { id: string }) =>
  operate('transaction.rti_submission.file_outside', { id: built.id, receipt: `Receipt ${built.id}` })
const build = (year_correction_id: string) =>
  operate<{ id: string; status: string; faults: unknown[] }>('transaction.rti_submission.build_correction', {
    year_correction_id,
  })
/** The entry of a correction, by account. */
const bookedOf = (id: string) =>
  sql(
    `select a.kind, (-sum(g.amount))::numeric(15,2)::text as owed from ledger.transaction t
     join ledger.posting g on g.transaction_id = t.id join ledger.account a on a.id = g.account_id
     where t.source_id = $1 group by 1 order by 1`,
    id,
  )
const p32 = () =>
  operate<{ months: Record<string, string>[]; totals: Record<string, string>; not_in_books: string }>(
    'transaction.tax_month.p32',
    { paye_scheme_id, tax_year: '2025-26' },
  )

test('a week of three workers: the allowance covers 360.24, and 8.44 of 13.44 levy is due', async () => {
  for (const { placement } of [young, abroad, director]) await steps.week(placement, weeks.first)
  const { id } = await steps.open('2025-06-13')
  await steps.calculate(id)
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  await file(await operate<{ id: string }>('transaction.rti_submission.build_fps', { pay_run_id: id }))
  await operate('transaction.payslip.confirm_paid', { ids: payslips.map((slip) => slip.id) })
  world.clock.set(instant('2026-04-20T09:00:00.000Z'))
  for (const tax_month of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    await operate('transaction.tax_month.close', { paye_scheme_id, tax_year: '2025-26', tax_month })
  expect((await p32()).totals).toMatchObject({ employment_allowance: '360.24', levy_due: '8.44' })
  await verified()
})

test('letter M: the employer’s contributions were covered, so that HMRC gives nothing back', async () => {
  const made = await enter(young, 'M')
  expect(made).toMatchObject({
    ...{ employee_ni: '0.00', employer_ni: '-120.08' },
    ...{ employment_allowance: '-120.08', levy_due: '0.00' },
  })
  expect(await bookedOf(made.id)).toEqual([])
  expect(await p32()).toMatchObject({
    totals: { employment_allowance: '240.16', employer_ni: '240.16' },
    not_in_books: '0.00',
  })
  expect(await build(made.id)).toMatchObject({ status: 'validated', faults: [] })
  await verified()
})

test('letter X: the worker has contributions back, HMRC the allowance, and the employer the levy', async () => {
  const made = await enter(abroad, 'X')
  expect(made).toMatchObject({
    ...{ employee_ni: '-52.36', employer_ni: '-120.08' },
    ...{ employment_allowance: '-120.08', levy_due: '-4.48' },
  })
  expect(await bookedOf(made.id)).toEqual([
    { kind: 'hmrc_payable', owed: '-56.84' },
    { kind: 'net_pay_payable', owed: '52.36' },
    { kind: 'relief_payable', owed: '4.48' },
  ])
  const year = await p32()
  expect(year).toMatchObject({ totals: { levy_due: '3.96', employee_ni: '104.72' }, not_in_books: '0.00' })
  expect(year.months[11]).toMatchObject({ employment_allowance: '-240.16' })
  const { workers } = await operate<{ workers: { payroll_id: string; amounts: Record<string, string> }[] }>(
    'transaction.payroll.year_to_date',
    { paye_scheme_id, tax_year: '2025-26' },
  )
  expect(workers[1]?.amounts).toMatchObject({ apprenticeship_levy: '0.00', employer_ni: '0.00' })
  // HMRC is told of the levy with the summary of the last month, in whole pounds.
  const { id } = await operate<{ id: string }>('transaction.rti_submission.build_eps', {
    ...{ paye_scheme_id, tax_year: '2025-26', tax_month: 12 },
  })
  const [eps] = await sql<{ content: string }>(
    'select content from transaction.rti_submission where id = $1',
    id,
  )
  expect(eps?.content).toContain('<LevyDueYTD>3.00</LevyDueYTD>')
  const built = await build(made.id)
  expect(built).toMatchObject({ status: 'validated', faults: [] })
  await file(built)
  await verified()
})

test('a director: the year is below its thresholds under the right letter', async () => {
  const made = await enter(director, 'C')
  expect(made).toMatchObject({
    ...{ period_count: 1, employee_ni: '-52.36', employer_ni: '-120.08' },
    ...{ employment_allowance: '-120.08', levy_due: '0.00' },
  })
  const [row] = await sql<{ working: { is_year: boolean }[] }>(
    'select working from transaction.year_correction where id = $1',
    made.id,
  )
  expect(row?.working).toMatchObject([{ is_year: true, from: ['A'] }])
  const built = await build(made.id)
  expect(built).toMatchObject({ status: 'validated', faults: [] })
  await file(built)
  expect(await inTransaction(database, (tx) => verifyReturns(tx, 5))).toEqual([])
  expect((await p32()).totals).toMatchObject({ employment_allowance: '0.00', employer_ni: '0.00' })
  await verified()
})

judging('HMRC’s schema and rules of that year take the returns', async () => {
  const built = await sql<{ content: string }>(
    'select content from transaction.rti_submission where year_correction_id is not null order by human_id',
  )
  expect(built).toHaveLength(3)
  for (const { content } of built) expect(brokenRules(content, { kind: 'fps', tax_year: 2025 })).toEqual([])
})
