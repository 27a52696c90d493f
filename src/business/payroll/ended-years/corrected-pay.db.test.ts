/**
 * Pay of a locked year that was wrong. Expected amounts are by hand, from the published rules of 2025-26: 1257L frees £241.92 a week;
 * NI is 8 % of £242 to £967 and 2 % above, and 15 % above £96; a Plan 2 loan 9 % above £547.50 in whole pounds; pension of qualifying
 * earnings of £120 to £967 a week.
 */
import { afterAll, expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { makeReportable, payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAccount } from '#test/fixtures/world.ts'
import { judging } from '#test/payroll/hmrc-judge.ts'
import { brokenRules } from '#test/payroll/hmrc-tools.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { taxFormPdf } from '../returns/tax-form-pdf.server.ts'
import { verifyReturns } from '../returns/verify-returns.server.ts'

const database = await freshDatabase()
afterAll(stopPdf)
const { world, provider, agency, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
/** The fixture writes addresses by itself. */
const by_hand = 'R12'
const operate = <T>(verb: string, input: object) => act<T>(world, provider.operations, verb, input)
const verified = async () =>
  expect(
    (await verifyDatabase(database)).filter(({ id, broken }) => id !== by_hand && broken.length > 0),
  ).toEqual([])

/** Under 1257L on week 1. */
const worker = await steps.employed()
/** Under a cumulative code, with a loan and a pension. */
const member = await steps.employed()
for (const { contractor_id } of [worker, member]) await makeReportable(sql, contractor_id)
const of_member = { employment_id: member.employment_id, effective_from: '2025-06-02' }
await act(world, agency.admin, 'business.tax_code.add', {
  ...of_member,
  ...{ code: '1257L', source: 'p6', notice_date: '2025-06-02' },
  ...{ previous_pay: '8000.00', previous_tax: '1000.00' },
})
await act(world, agency.admin, 'business.student_loan.start', {
  ...of_member,
  ...{ plan: 'plan_2', source: 'sl1' },
})
const { id: pension_scheme_id } = await act<{ id: string }>(
  world,
  agency.admin,
  'business.pension_scheme.add',
  {
    ...{ paye_scheme_id, name: 'Workplace pension', provider: 'Nest', employer_reference: 'EMP1' },
    ...{ relief: 'at_source', basis: 'qualifying', employee_percent: '5', employer_percent: '3' },
  },
)
await act(world, agency.admin, 'business.pension_membership.enrol', {
  ...of_member,
  ...{ pension_scheme_id, entry: 'automatic', informed_on: '2025-06-02' },
})

type Made = { id: string; gross_pay: string; net_pay: string }
const correct = ({ employment_id }: typeof worker, change: object = {}) =>
  operate<Made>('transaction.year_correction.correct_pay', {
    ...{ employment_id, pay_day: '2025-06-20', pay_kind: 'basic', was: 'too_much', amount: '224.14' },
    reason: '30 hours were worked, not 40',
    ...change,
  })
const too_little = {
  was: 'too_little',
  amount: '100.00',
  pay_kind: 'bonus',
  reason: 'The bonus was left out',
}
const build = (year_correction_id: string) =>
  operate<{ id: string; status: string; faults: unknown[] }>('transaction.rti_submission.build_correction', {
    year_correction_id,
  })
const file = ({ id }: { id: string }) =>
  operate('transaction.rti_submission.file_outside', { id, receipt: `Receipt ${id}` })
const contentOf = async ({ id }: { id: string }) =>
  (await sql<{ content: string }>('select content from transaction.rti_submission where id = $1', id))[0]
    ?.content ?? ''
/** The entry of a correction, by account. */
const bookedOf = ({ id }: Made) =>
  sql(
    `select a.kind, (-sum(g.amount))::numeric(15,2)::text as owed from ledger.transaction t
     join ledger.posting g on g.transaction_id = t.id join ledger.account a on a.id = g.account_id
     where t.source_id = $1 group by 1 having sum(g.amount) <> 0 order by 1`,
    id,
  )
const p32 = () =>
  operate<{ totals: Record<string, string>; not_in_books: string }>('transaction.tax_month.p32', {
    ...{ paye_scheme_id, tax_year: '2025-26' },
  })
const toDate = async (payroll_id: string) => {
  const year = await operate<{
    workers: { payroll_id: string; amounts: Record<string, string> }[]
    against_p32: string[]
  }>('transaction.payroll.year_to_date', { paye_scheme_id, tax_year: '2025-26' })
  expect(year.against_p32).toEqual(['Tax, National Insurance and loans agree with the P32'])
  return year.workers.find((one) => one.payroll_id === payroll_id)?.amounts
}
const p60 = async ({ employment_id }: typeof worker) => {
  const form = await operate<{ id: string; is_copy: boolean }>('transaction.tax_form.issue', {
    ...{ employment_id, kind: 'p60', tax_year: '2025-26' },
  })
  const page = await inTransaction(database, (tx) => taxFormPdf(tx, provider.operations, form.id))
  return pdfText((await page.print()).bytes)
}

async function paidWeek(pay_day: string, days: readonly string[]): Promise<void> {
  for (const { placement } of [worker, member]) await steps.week(placement, days)
  const { id } = await steps.open(pay_day)
  await steps.calculate(id)
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  await file(await operate<{ id: string }>('transaction.rti_submission.build_fps', { pay_run_id: id }))
  await operate('transaction.payslip.confirm_paid', { ids: payslips.map((slip) => slip.id) })
}

test('two weeks of £896.56 in a year that is locked', async () => {
  world.clock.set(instant('2025-06-27T09:00:00.000Z'))
  await paidWeek('2025-06-20', weeks.first)
  await paidWeek('2025-06-27', weeks.second)
  expect((await refusalOf(correct(worker))).message).toBe(
    'The tax year 2025-26 is open: close its last month first',
  )
  world.clock.set(instant('2026-04-20T09:00:00.000Z'))
  for (const tax_month of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    await operate('transaction.tax_month.close', { paye_scheme_id, tax_year: '2025-26', tax_month })
  expect(await toDate('W1')).toMatchObject({ gross_pay: '1793.12', income_tax: '261.60' })
  // 8,000.00 + 1,793.12 − 12 × 241.92 leaves 6,890.08: 20 % of 6,890 less the 1,000.00 of the job before.
  expect(await toDate('W2')).toMatchObject({
    ...{ income_tax: '378.00', student_loan: '62.00', employee_pension: '62.12', employee_ni: '104.72' },
  })
  expect(await p60(worker)).not.toContain('Replacement')
  await verified()
})

test('pay that was too much: HMRC and employer have their part back, and the worker owes the net pay', async () => {
  const asked = { employment_id: worker.employment_id, pay_day: '2025-06-20', pay_kind: 'basic' }
  const shown = await operate<{ lines: { name: string; amount: string; why: string }[] }>(
    'transaction.year_correction.preview_pay',
    { ...asked, was: 'too_much', amount: '224.14' },
  )
  // £672.42: 20 % of 430 is 86.00, 8 % of 430.42 is 34.43, 15 % of 576.42 is 86.46, 0.5 % is 3.36.
  expect(shown).toMatchObject({ net_pay: '-161.41', hmrc: '-96.35', pension: '0.00', relief: '257.76' })
  expect(shown.lines.map(({ name, amount }) => [name, amount])).toEqual([
    ['Pay', '-224.14'],
    ['Income tax', '44.80'],
    ['Employee NI', '17.93'],
    ['Employer NI', '-33.62'],
    ['Apprenticeship levy', '-1.12'],
  ])
  const made = await correct(worker)
  expect(made).toMatchObject({ gross_pay: '-224.14', net_pay: '-161.41' })
  expect(await bookedOf(made)).toEqual([
    { kind: 'hmrc_payable', owed: '-96.35' },
    { kind: 'relief_payable', owed: '257.76' },
    { kind: 'worker_overpayment', owed: '-161.41' },
  ])
  expect(await sql('select kind, amount::text, pay_day::text, reason from transaction.overpayment')).toEqual([
    {
      ...{ kind: 'carried', amount: '161.41', pay_day: '2025-06-20' },
      reason: 'Correction of 2025-26, pay of 20/06/2025: 30 hours were worked, not 40',
    },
  ])
  expect(await toDate('W1')).toMatchObject({
    ...{ gross_pay: '1568.98', income_tax: '216.80', employee_ni: '86.79', employer_ni: '206.54' },
    ...{ apprenticeship_levy: '7.84', net_pay: '1265.39' },
  })
  expect((await p32()).not_in_books).toBe('0.00')
  await verified()

  const built = await build(made.id)
  expect(built).toMatchObject({ status: 'validated', faults: [] })
  const content = await contentOf(built)
  expect(content).toContain('<PmtDate>2025-06-27</PmtDate><LateReason>H</LateReason><WeekNo>12</WeekNo>')
  expect(content).toContain('<TaxablePay>1568.98</TaxablePay><TotalTax>216.80</TotalTax>')
  expect(content).toContain('<TaxablePay>-224.14</TaxablePay>')
  expect(content).toContain('<PayAfterStatDedns>-161.41</PayAfterStatDedns>')
  expect(content).toContain('<TaxDeductedOrRefunded>-44.80</TaxDeductedOrRefunded>')
  expect(content).toMatch(
    /<GrossEarningsForNICsYTD>1568.98<.*<TotalEmpNICYTD>206.54<.*<EmpeeContribnsYTD>86.79</,
  )
  expect((await refusalOf(correct(worker, too_little))).message).toMatch(/is not filed: file it first$/)
  await file(built)
  const text = await p60(worker)
  expect(text).toContain('Replacement')
  expect(text).toMatch(/1,568\.98/)
})

test('pay that was too little: a batch pays the worker the net pay, after loan and pension', async () => {
  const made = await correct(member, too_little)
  // Tax 20 % of 100; NI to £967 at 8 %, then 2 %; the loan from £31 to £40; pension from £31.06 to £33.88, and £23.30 to £25.41.
  expect(made).toMatchObject({ gross_pay: '100.00', net_pay: '61.95' })
  expect(await bookedOf(made)).toEqual([
    { kind: 'hmrc_payable', owed: '50.23' },
    { kind: 'net_pay_payable', owed: '61.95' },
    { kind: 'pension_payable', owed: '4.93' },
    { kind: 'relief_payable', owed: '-117.11' },
  ])
  expect(await toDate('W2')).toMatchObject({
    ...{ gross_pay: '1893.12', income_tax: '398.00', employee_ni: '110.95', employer_ni: '255.16' },
    ...{ student_loan: '71.00', employee_pension: '64.94', employer_pension: '48.71' },
  })
  expect((await p32()).not_in_books).toBe('0.00')
  await verified()
  const built = await build(made.id)
  expect(built).toMatchObject({ status: 'validated', faults: [] })
  const content = await contentOf(built)
  expect(content).toContain('<StudentLoansTD>71.00</StudentLoansTD>')
  expect(content).toContain('<StudentLoanRecovered PlanType="02">9.00</StudentLoanRecovered>')
  expect(content).toContain('<EmpeePenContribnsNotPaidYTD>64.94</EmpeePenContribnsNotPaidYTD>')
  await file(built)
  expect(await inTransaction(database, (tx) => verifyReturns(tx, 5))).toEqual([])

  await seedAccount(world, provider.operations, member.contractor_id, 'payout')
  const [{ currency_id } = { currency_id: '' }] = await sql<{ currency_id: string }>(
    'select currency_id from transaction.year_correction limit 1',
  )
  world.clock.set(instant('2026-04-22T09:00:00.000Z'))
  const { id: batch } = await operate<{ id: string }>('payment.payment_batch.create', {
    ...{ run_date: '2026-04-22', currency_id },
  })
  await operate('payment.payment_batch.submit', { id: batch })
  for (const verb of ['review', 'complete'])
    await act(world, provider.approver, `payment.payment_batch.${verb}`, { id: batch })
  expect(
    await sql(
      'select status, amount::text from transaction.payroll_payment where year_correction_id = $1',
      made.id,
    ),
  ).toEqual([{ status: 'paid', amount: '61.95' }])
  await verified()
})

test('the file of the pension has the contributions of a correction, with the days of its entry', async () => {
  const fileOf = (from_pay_day: string, to_pay_day: string) =>
    operate<{ content: string; row_count: number }>('business.pension_scheme.make_file', {
      ...{ id: pension_scheme_id, from_pay_day, to_pay_day },
    })
  const { content, row_count } = await fileOf('2026-04-01', '2026-04-30')
  expect(row_count).toBe(1)
  // Of the corrected pay day: £2.82 from pay and £2.11 of the employer on £100.00 more, of which £70.44 are qualifying.
  const line = content.split(/\r?\n/)[1]
  expect(line).toMatch(/20\/06\/2025/)
  expect(line).toMatch(/100\.00,2\.82,2\.11/)
  expect((await fileOf('2025-06-01', '2025-06-30')).row_count).toBe(2)
})

test('the worker reads each correction on the payslip of its day, without the costs of the employer', async () => {
  const statementOf = async (of: typeof worker, by: Parameters<typeof act>[1]) => {
    const [slip] = await sql<{ id: string }>(
      `select id from transaction.payslip where contractor_id = $1 and pay_date = '2025-06-20'`,
      of.contractor_id,
    )
    return act<{ corrections: { id: string; lines: { name: string; amount: string }[] }[] }>(
      world,
      by,
      'transaction.year_correction.statement',
      { payslip_id: slip?.id },
    )
  }
  const own = worker.placement.contractor.viewer
  const { corrections } = await statementOf(worker, own)
  expect(corrections).toMatchObject([
    { corrected_on: '2026-04-20', gross_pay: '-224.14', net_pay: '-161.41', is_paid: false },
  ])
  expect(corrections[0]?.lines.map(({ name, amount }) => [name, amount])).toEqual([
    ['Pay', '-224.14'],
    ['Income tax', '44.80'],
    ['Employee NI', '17.93'],
  ])
  expect(await statementOf(member, member.placement.contractor.viewer)).toMatchObject({
    corrections: [{ gross_pay: '100.00', net_pay: '61.95', is_paid: true }],
  })
  expect((await refusalOf(statementOf(member, own))).message).toBe('Payslip not found')
  const [second] = await sql<{ id: string }>(
    `select id from transaction.payslip where contractor_id = $1 and pay_date = '2025-06-27'`,
    worker.contractor_id,
  )
  expect(await act(world, own, 'transaction.year_correction.statement', { payslip_id: second?.id })).toEqual({
    corrections: [],
  })
})

test('the opposite correction leaves nothing of the first', async () => {
  const back = await correct(worker, { ...too_little, pay_kind: 'basic', amount: '224.14' })
  expect(back).toMatchObject({ gross_pay: '224.14', net_pay: '161.41' })
  expect(await toDate('W1')).toMatchObject({
    ...{ gross_pay: '1793.12', income_tax: '261.60', employee_ni: '104.72', employer_ni: '240.16' },
    ...{ apprenticeship_levy: '8.96' },
  })
  await file(await build(back.id))
  await verified()
})

test('an NI letter is corrected on the corrected pay, and pay under the corrected letter', async () => {
  const letter = await operate<{ id: string; employer_ni: string }>('transaction.year_correction.enter', {
    ...{ employment_id: worker.employment_id, tax_year: '2025-26', letter: 'M', from_pay_day: '2025-06-20' },
    reason: 'The birth date was wrong',
  })
  expect(letter).toMatchObject({ employer_ni: '-240.16' })
  await file(await build(letter.id))
  // Nothing of the employer is due under letter M.
  const made = await correct(worker, { amount: '100.00' })
  // 796.56 − 241.92 is 554.64: 110.80 of tax; 8 % of 554.56 is 44.36.
  expect(made).toMatchObject({ gross_pay: '-100.00', net_pay: '-72.00' })
  expect(await toDate('W1')).toMatchObject({
    employer_ni: '0.00',
    income_tax: '241.60',
    employee_ni: '96.72',
  })
  const built = await build(made.id)
  expect(await contentOf(built)).toMatch(/<NIletter>M<\/NIletter><GrossEarningsForNICsInPd>-100.00</)
  await file(built)
  await verified()
})

test('cases that are not corrected have their sentence', async () => {
  const refused = async (of: typeof worker, change: object) => (await refusalOf(correct(of, change))).message
  expect(await refused(worker, { pay_day: '2025-06-21' })).toBe(
    'No pay run paid this employment on 21/06/2025',
  )
  expect(await refused(worker, { amount: '796.57' })).toBe(
    'Only £796.56 of taxable pay was paid for the pay period of 20/06/2025',
  )
  expect((await refusalOf(correct(worker, { amount: '0' }))).errors).toHaveProperty('amount')
  const code = act(world, agency.admin, 'business.tax_code.add', {
    ...{ employment_id: worker.employment_id, code: '1000L', source: 'p6' },
    ...{ effective_from: '2025-06-20', notice_date: '2026-04-20' },
  })
  expect((await refusalOf(code)).errors).toEqual({
    effective_from:
      'Tax of 2025-26 stays as it was deducted: HMRC settles a wrong code of an ended year with the worker (P800), or asks the employer where its notice was not used',
  })
  await act(world, agency.admin, 'business.attachment_order.add', {
    ...{ employment_id: worker.employment_id, kind: 'dea', authority: 'DWP', reference: 'D1' },
    ...{ order_date: '2025-06-02', received_on: '2025-06-05', rate: 'standard' },
  })
  expect(await refused(worker, too_little)).toMatch(/^An attachment order was in force on 20\/06\/2025/)
})

judging('HMRC’s schema and rules of that year take the returns', async () => {
  const built = await sql<{ content: string }>(
    'select content from transaction.rti_submission where year_correction_id is not null order by human_id',
  )
  expect(built).toHaveLength(5)
  for (const { content } of built) expect(brokenRules(content, { kind: 'fps', tax_year: 2025 })).toEqual([])
})
