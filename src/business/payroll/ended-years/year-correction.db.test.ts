/** A wrong NI letter of a locked year: owed to HMRC or back, reported with a return of that year, and a P60 in place of the first. */
import { afterAll, expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '#test/database.ts'
import { makeReportable, payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAccount } from '#test/fixtures/world.ts'
import { judging } from '#test/payroll/hmrc-judge.ts'
import { brokenRules } from '#test/payroll/hmrc-tools.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { books_invariants } from '../../ledger/invariants-books.server.ts'
import { cash_invariants } from '../../ledger/invariants-cash.server.ts'
import { payroll_invariants } from '../../ledger/invariants-payroll.server.ts'
import { taxFormPdf } from '../returns/tax-form-pdf.server.ts'
import { verifyReturns } from '../returns/verify-returns.server.ts'

const database = await freshDatabase()
afterAll(stopPdf)
const { world, provider, agency, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const operate = <T>(verb: string, input: object) => act<T>(world, provider.operations, verb, input)

const checks = [...books_invariants, ...cash_invariants, ...payroll_invariants].filter(
  ({ is_note }) => !is_note,
)
const broken = async () =>
  (await Promise.all(checks.map((one) => sql<{ what: string }>(one.sql)))).flat().map(({ what }) => what)

const { placement, employment_id, contractor_id } = await steps.employed()
await makeReportable(sql, contractor_id)

type Built = { id: string; status: string; faults: { sentence: string }[] }
const enter = (change: object = {}) =>
  operate<{ id: string; period_count: number; employee_ni: string; employer_ni: string }>(
    'transaction.year_correction.enter',
    {
      ...{ employment_id, tax_year: '2025-26', letter: 'M', from_pay_day: '2025-06-27' },
      reason: 'The birth date was wrong',
      ...change,
    },
  )
const build = (year_correction_id: string) =>
  operate<Built>('transaction.rti_submission.build_correction', { year_correction_id })
const file = (id: string) =>
  operate('transaction.rti_submission.file_outside', { id, receipt: `Receipt ${id}` })
const contentOf = async (id: string) =>
  (await sql<{ content: string }>('select content from transaction.rti_submission where id = $1', id))[0]
    ?.content ?? ''
const due = () =>
  sql(
    `select kind, amount, due_date::text, year_correction_id is not null as is_of_correction from transaction.payroll_payment
     where status = 'due' order by due_date, kind, amount`,
  )

/** A week that is paid and reported. */
async function paidWeek(pay_day: string, days: readonly string[]): Promise<void> {
  await steps.week(placement, days)
  const { id } = await steps.open(pay_day)
  await steps.calculate(id)
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  const { id: return_id } = await operate<Built>('transaction.rti_submission.build_fps', { pay_run_id: id })
  await operate('transaction.payslip.confirm_paid', { ids: payslips.map((slip) => slip.id) })
  if (pay_day < '2025-06-27') await file(return_id)
}

test('two weeks under letter A of a worker who was under 21', async () => {
  world.clock.set(instant('2025-06-27T09:00:00.000Z'))
  await paidWeek('2025-06-20', weeks.first)
  await paidWeek('2025-06-27', weeks.second)
  expect((await refusalOf(enter())).message).toBe('The tax year 2025-26 is open: close its last month first')

  world.clock.set(instant('2026-04-20T09:00:00.000Z'))
  for (const tax_month of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    await operate('transaction.tax_month.close', { paye_scheme_id, tax_year: '2025-26', tax_month })
  expect((await refusalOf(enter())).message).toMatch(
    /^The Full Payment Submission of pay run RUN\d+ is not filed/,
  )
  const [last] = await sql<{ id: string }>(
    `select id from transaction.rti_submission where status = 'validated'`,
  )
  await file(last?.id ?? '')
  await operate('transaction.tax_form.issue', { employment_id, kind: 'p60', tax_year: '2025-26' })
  const p32 = () =>
    operate<{
      months: { due: string; employer_ni: string; lines: { name: string; why: string }[] }[]
      in_books: string
      not_in_books: string
    }>('transaction.tax_month.p32', { paye_scheme_id, tax_year: '2025-26' })
  const before = await p32()
  const workers = async () =>
    (
      await operate<{
        workers: { payslip_count: number; correction_count: number; amounts: Record<string, string> }[]
        against_p32: string[]
      }>('transaction.payroll.year_to_date', { paye_scheme_id, tax_year: '2025-26' })
    ).workers[0]
  const paid = await workers()
  expect(paid).toMatchObject({ payslip_count: 2, correction_count: 0, amounts: { employer_ni: '240.16' } })
  expect((await refusalOf(enter({ from_pay_day: '2026-04-10' }))).errors).toEqual({
    from_pay_day: 'The tax year 2025-26 is from 06/04/2025 to 05/04/2026',
  })
  expect((await refusalOf(enter({ letter: 'F' }))).errors).toMatchObject({
    letter: expect.stringMatching(/postcode/),
  })

  const first = await enter()
  expect(first).toMatchObject({ period_count: 1, employee_ni: '0.00', employer_ni: '-120.08' })
  expect(await broken()).toEqual([])
  // HMRC gets the amount of the year back, and the employer the overpayment.
  expect(await due()).toEqual(
    expect.arrayContaining([
      { kind: 'hmrc', amount: '-120.08', due_date: '2026-04-22', is_of_correction: false },
      { kind: 'relief', amount: '120.08', due_date: '2026-05-22', is_of_correction: false },
    ]),
  )
  const after = await p32()
  expect(after.not_in_books).toBe('0.00')
  expect(Number(before.in_books) - Number(after.in_books)).toBeCloseTo(120.08, 2)
  expect(after.months[11]).toMatchObject({ due: '-120.08', employer_ni: '-120.08' })
  expect(after.months[11]?.lines.at(-1)).toMatchObject({ name: 'Corrections after the year' })

  const { amounts = {} } = paid ?? {}
  expect(await workers()).toEqual({
    ...paid,
    correction_count: 1,
    amounts: { ...amounts, employer_ni: '120.08' },
  })

  const made = await build(first.id)
  expect(made).toMatchObject({ status: 'validated', faults: [] })
  const content = await contentOf(made.id)
  expect(content).toContain('<PmtDate>2025-06-27</PmtDate><LateReason>H</LateReason><WeekNo>12</WeekNo>')
  expect(content).toContain('<TaxablePay>1793.12</TaxablePay><TotalTax>261.60</TotalTax>')
  expect(content).toMatch(
    /<NIletter>A<\/NIletter><GrossEarningsForNICsInPd>-896.56<.*<GrossEarningsForNICsYTD>896.56</,
  )
  expect(content).toMatch(/<NIletter>M<\/NIletter>.*<TotalEmpNICInPd>0.00<.*<EmpeeContribnsYTD>52.36</)
  expect(content).not.toContain('<Starter>')
  expect(content).not.toContain('FinalSubmission')
})

test('a second correction waits for the return of the first; the worker has their contributions back', async () => {
  const pensioner = { letter: 'C', evidence: 'Letter of the Pension Service', from_pay_day: '2025-06-20' }
  expect((await refusalOf(enter(pensioner))).message).toBe(
    'The return of the correction of 20/04/2026 is not filed: file it first',
  )
  const [open] = await sql<{ id: string }>(
    `select id from transaction.rti_submission where year_correction_id is not null`,
  )
  await file(open?.id ?? '')
  const second = await act<Awaited<ReturnType<typeof enter>>>(
    world,
    provider.admin,
    'transaction.year_correction.enter',
    { ...{ employment_id, tax_year: '2025-26', reason: 'The birth date was wrong' }, ...pensioner },
  )
  expect(second).toMatchObject({ period_count: 2, employee_ni: '-104.72', employer_ni: '120.08' })
  expect(await broken()).toEqual([])
  expect(await due()).toEqual(
    expect.arrayContaining([
      { kind: 'net_pay', amount: '104.72', due_date: '2026-04-20', is_of_correction: true },
    ]),
  )
  const year = await operate<{ workers: { amounts: Record<string, string> }[]; against_p32: string[] }>(
    'transaction.payroll.year_to_date',
    { paye_scheme_id, tax_year: '2025-26' },
  )
  expect(year.workers[0]?.amounts).toMatchObject({ employee_ni: '0.00', employer_ni: '240.16' })
  expect(year.against_p32).toEqual(['Tax, National Insurance and loans agree with the P32'])
  const made = await build(second.id)
  await file(made.id)
  expect(await inTransaction(database, (tx) => verifyReturns(tx, 5))).toEqual([])

  // A batch pays the worker, as it pays net pay.
  await seedAccount(world, provider.operations, contractor_id, 'payout')
  world.clock.set(instant('2026-04-22T09:00:00.000Z'))
  const [{ currency_id } = { currency_id: '' }] = await sql<{ currency_id: string }>(
    'select currency_id from transaction.year_correction limit 1',
  )
  const { id: batch } = await operate<{ id: string }>('payment.payment_batch.create', {
    run_date: '2026-04-22',
    currency_id,
  })
  await operate('payment.payment_batch.submit', { id: batch })
  const refused = await refusalOf(act(world, provider.admin, 'payment.payment_batch.review', { id: batch }))
  expect(refused).toEqual({
    code: 'not_allowed',
    message: 'You asked for a payment of this batch, so it is reviewed by somebody else',
  })
  for (const verb of ['review', 'complete'])
    await act(world, provider.approver, `payment.payment_batch.${verb}`, { id: batch })
  expect(
    await sql(
      `select w.status, s.contractor_id = $1 as is_worker from transaction.payroll_payment w
       join transaction.payment_receipt_summary s on s.id = w.payment_id where w.year_correction_id = $2`,
      contractor_id,
      second.id,
    ),
  ).toEqual([{ status: 'paid', is_worker: true }])
  expect(await broken()).toEqual([])
})

judging('HMRC’s schema and rules of that year take both returns', async () => {
  const built = await sql<{ id: string }>(
    'select id from transaction.rti_submission where year_correction_id is not null order by human_id',
  )
  expect(built).toHaveLength(2)
  for (const { id } of built)
    expect(brokenRules(await contentOf(id), { kind: 'fps', tax_year: 2025 })).toEqual([])
})

test('the P60 after a correction replaces the first, and a third is its copy', async () => {
  const issue = () =>
    operate<{ id: string; is_copy: boolean }>('transaction.tax_form.issue', {
      employment_id,
      kind: 'p60',
      tax_year: '2025-26',
    })
  const textOf = async (id: string) =>
    pdfText(
      (await (await inTransaction(database, (tx) => taxFormPdf(tx, provider.operations, id))).print()).bytes,
    )
  const replacement = await issue()
  expect(replacement.is_copy).toBe(false)
  const text = await textOf(replacement.id)
  expect(text).toContain('Replacement')
  expect(text).toMatch(/C\s*£250\.00\s*£234\.00\s*£1,309\.12\s*£0\.00/)
  const copy = await issue()
  expect(copy.is_copy).toBe(true)
  expect(await textOf(copy.id)).toContain('Copy')
})
