/** Returns of a pay run and of a month: built from issued payslips, put right, downloaded and filed once. */
import { afterAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { instant } from '#kernel/instant.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { inTransaction } from '#server/tx.ts'
import { hoursOf, seedPayePlacement } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { makeReportable } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedProvider, seedTimesheets } from '#test/fixtures/world.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { bodyToMark, irmarkOf } from './irmark.server.ts'
import { taxFormPdf } from './tax-form-pdf.server.ts'

const { database, world } = await freshWorld()
afterAll(stopPdf)
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
const client = await seedClient(world, agency)

const { sql } = database
const operate = <T>(verb: string, input: object, by: Viewer = provider.operations) =>
  act<T>(world, by, verb, input)

const { id: paye_scheme_id } = await operate<{ id: string }>(
  'business.paye_scheme.create',
  {
    employer_reference: '123/AB45678',
    accounts_office_reference: '123PA00012345',
    payment_frequency: 'monthly',
    levy_charge: 'per_timesheet',
  },
  agency.admin,
)
await operate('business.paye_scheme.set_source', { id: paye_scheme_id, source: 'engine' })

const placement = await seedPayePlacement(world, { agency, client })
const { id: contractor_id } = placement.contractor
const { id: employment_id } = await operate<{ id: string }>(
  'business.employment.start',
  {
    contractor_id,
    paye_scheme_id,
    payroll_id: 'W1',
    start_date: '2025-06-02',
    pay_frequency: 'week',
    starter_declaration: 'B',
  },
  agency.admin,
)
await operate(
  'business.ni_category.add',
  { employment_id, letter: 'A', effective_from: '2025-06-02' },
  agency.admin,
)
const sheets = await seedTimesheets(world, placement)

type Run = { id: string; content_hash: string }

/** A run of one approved week, as far as its approval. */
async function checkedRun(pay_day: string, days: readonly string[]): Promise<Run> {
  const [first = ''] = days
  const start = present(
    sheets.find(({ start_date, end_date }) => start_date <= first && first <= end_date),
    'the week',
  )
  await operate(
    'transaction.timesheet.submit',
    { id: start.id, details: hoursOf(placement, days, '8') },
    placement.contractor.viewer,
  )
  await operate('transaction.timesheet.approve', { ids: [start.id] }, client.approver)
  const { id } = await operate<{ id: string }>('transaction.pay_run.open', {
    paye_scheme_id,
    frequency: 'week',
    pay_day,
  })
  await operate('transaction.pay_run.calculate', { id })
  const warnings = await sql<{ id: string }>(
    `select id from transaction.pay_run_check where pay_run_id = $1 and level = 'warning'`,
    id,
  )
  await operate('transaction.pay_run_check.answer', {
    ids: warnings.map((one) => one.id),
    reason: 'Looked into it, it is right',
  })
  return operate<Run>('transaction.pay_run.check', { id })
}

type Built = { id: string; human_id: string; status: string; faults: { name: string; sentence: string }[] }
const build = (pay_run_id: string) => operate<Built>('transaction.rti_submission.build_fps', { pay_run_id })

test('the FPS of a run: faults beside the worker, then a file with its mark, filed once by its receipt', async () => {
  await sql(
    `update business.individual set date_of_birth = '1990-05-01', gender = null, ni_number = null where id =
       (select individual_id from business.business where id = $1)`,
    contractor_id,
  )
  const run = await checkedRun('2025-06-20', [
    '2025-06-02',
    '2025-06-03',
    '2025-06-04',
    '2025-06-05',
    '2025-06-06',
  ])
  expect((await refusalOf(build(run.id))).message).toMatch(/its payments are reported once it is approved$/)
  await operate(
    'transaction.pay_run.approve',
    { id: run.id, content_hash: run.content_hash },
    provider.approver,
  )
  const first = await build(run.id)
  expect(first).toMatchObject({ status: 'built' })
  expect(first.faults.map(({ sentence }) => sentence)).toContain('Gender is missing')
  expect(
    (await refusalOf(operate('transaction.rti_submission.file_outside', { id: first.id, receipt: 'R1' })))
      .message,
  ).toBe(`Return ${first.human_id} has faults: put them right and build it again`)
  await makeReportable(sql, contractor_id)
  expect(await build(run.id)).toMatchObject({ id: first.id, status: 'validated', faults: [] })
  const [kept] = await sql<{ irmark: string; receipt_mark: string; content: string }>(
    'select irmark, receipt_mark, content from transaction.rti_submission where id = $1',
    first.id,
  )
  const { content, irmark, receipt_mark } = present(kept, 'the return')
  expect(irmarkOf(bodyToMark(content))).toEqual({ base64: irmark, base32: receipt_mark })
  expect(content).toContain('<PayAfterStatDedns>713.40</PayAfterStatDedns>')
  expect(content).toContain('<TotalEmpNICInPd>120.08</TotalEmpNICInPd>')
  expect(content).toContain('<StartDec>B</StartDec>')
  expect(content).not.toContain('UnpaidAbsence')
  expect(await operate<object>('transaction.rti_submission.download', { id: first.id })).toMatchObject({
    content,
  })
  const other = 'A'.repeat(32)
  expect(
    (await refusalOf(operate('transaction.rti_submission.file_outside', { id: first.id, receipt: other })))
      .errors,
  ).toEqual({
    receipt: 'This is the receipt of another file',
  })
  await operate('transaction.rti_submission.file_outside', { id: first.id, receipt: receipt_mark })
  expect((await refusalOf(build(run.id))).message).toBe(`Return ${first.human_id} is filed already`)
  await expect(
    sql('update transaction.rti_submission set receipt = null where id = $1', first.id),
  ).rejects.toThrow('a filed return is kept')

  // A new payroll id from the next pay day on.
  const renumber = (payroll_id: string, effective_from: string) =>
    operate('business.employment.renumber', { id: employment_id, payroll_id, effective_from }, agency.admin)
  expect((await refusalOf(renumber('W1', '2025-06-27'))).errors).toEqual({
    payroll_id: 'Already Existing',
  })
  expect((await refusalOf(renumber('W2', '2025-06-20'))).errors).toEqual({
    effective_from: 'Should be after 20/06/2025',
  })
  await renumber('W2', '2025-06-26')
  await renumber('W3', '2025-06-27')
  await operate(
    'business.employment.change',
    { id: employment_id, pay_frequency: 'week', is_irregularly_paid: true },
    agency.admin,
  )
  await operate(
    'transaction.statutory_absence.record',
    { employment_id, kind: 'unpaid', first_day: '2025-06-21', last_day: '2025-06-22' },
    agency.admin,
  )

  // The week after: figures to date hold both, and the start was told before.
  const next = await checkedRun('2025-06-27', [
    '2025-06-09',
    '2025-06-10',
    '2025-06-11',
    '2025-06-12',
    '2025-06-13',
  ])
  await operate(
    'transaction.pay_run.approve',
    { id: next.id, content_hash: next.content_hash },
    provider.approver,
  )
  const second = await build(next.id)
  const [later] = await sql<{ content: string }>(
    'select content from transaction.rti_submission where id = $1',
    second.id,
  )
  expect(later?.content).toContain(
    '<FiguresToDate><TaxablePay>1793.12</TaxablePay><TotalTax>261.60</TotalTax>',
  )
  expect(later?.content).not.toContain('<Starter>')
  expect(later?.content).toContain('<UnpaidAbsence>yes</UnpaidAbsence>')
  expect(later?.content).toContain(
    '<PayId>W3</PayId><PayIdChgd><PayrollIdChangedIndicator>yes</PayrollIdChangedIndicator><OldPayrollId>W1</OldPayrollId></PayIdChgd><IrrEmp>yes</IrrEmp>',
  )
})

test('the EPS of a month: allowance once a year, and no month without pay that had some', async () => {
  const eps = (input: object) =>
    operate<Built>('transaction.rti_submission.build_eps', {
      paye_scheme_id,
      tax_year: '2025-26',
      tax_month: 3,
      ...input,
    })
  expect((await refusalOf(eps({ no_payment: true }))).errors).toEqual({
    no_payment: 'A payment was reported for this month',
  })
  expect((await refusalOf(eps({ tax_month: 12 }))).errors?.tax_month).toMatch(/^This month begins on/)
  await operate(
    'business.paye_scheme_year.set',
    {
      paye_scheme_id,
      tax_year: '2025-26',
      is_small_employer: false,
      claims_employment_allowance: true,
      allowance_declared_by: 'Director',
      levy_allowance: '15000.00',
    },
    agency.admin,
  )
  const made = await eps({ tax_month: 2, no_payment: true })
  const [kept] = await sql<{ content: string; claims_allowance: boolean }>(
    'select content, claims_allowance from transaction.rti_submission where id = $1',
    made.id,
  )
  expect(kept?.claims_allowance).toBe(true)
  expect(kept?.content).toContain(
    '<NoPaymentDates><From>2025-05-06</From><To>2025-06-05</To></NoPaymentDates><EmpAllceInd>yes</EmpAllceInd>',
  )
  const after = await eps({})
  expect(
    await sql('select claims_allowance from transaction.rti_submission where id = $1', after.id),
  ).toEqual([{ claims_allowance: false }])
})

test('P45 and P60: given once, a second one is a copy, and the worker reads their own alone', async () => {
  const issue = (kind: string, tax_year?: string) =>
    operate<{ id: string; is_copy: boolean }>('transaction.tax_form.issue', {
      employment_id,
      kind,
      ...(tax_year === undefined ? {} : { tax_year }),
    })
  const textOf = async (viewer: Viewer, id: string) =>
    pdfText((await (await inTransaction(database, (tx) => taxFormPdf(tx, viewer, id))).print()).bytes)
  expect((await refusalOf(issue('p45'))).message).toMatch(/has no leave date: end the employment first$/)
  expect((await refusalOf(issue('p60', '2025-26'))).message).toBe('The tax year 2025-26 is not over')
  world.clock.set(instant('2026-04-20T09:00:00.000Z'))
  await operate(
    'business.tax_code.add',
    {
      ...{
        employment_id,
        code: '1257L',
        source: 'p6',
        notice_date: '2026-03-20',
        effective_from: '2026-03-27',
      },
      ...{ previous_pay: '5000.00', previous_tax: '790.40' },
    },
    agency.admin,
  )
  const p60 = await issue('p60', '2025-26')
  const worker = placement.contractor.viewer
  const text = await textOf(worker, p60.id)
  for (const said of [
    'tax year to 05/04/2026',
    'AB123456A',
    'Pay in this employment £1,793.12',
    'Pay in previous employment £5,000.00',
    'Total tax for the year £1,052.00',
    'A £250.00 £234.00 £1,309.12 £104.72',
    '1d Employee’s contributions',
    'By law you must tell HM Revenue and Customs',
    '123/AB45678',
  ])
    expect(text).toContain(said)
  const stranger = (await seedPayePlacement(world, { agency, client })).contractor.viewer
  expect((await refusalOf(textOf(stranger, p60.id))).code).toBe('not_found')
  expect((await refusalOf(textOf(client.approver, p60.id))).code).toBe('not_found')

  await operate('business.employment.leave', { id: employment_id, leave_date: '2026-04-17' }, agency.admin)
  const p45 = await issue('p45')
  expect(p45.is_copy).toBe(false)
  const copy = await issue('p45')
  expect(copy.is_copy).toBe(true)
  const printed = await textOf(worker, copy.id)
  expect(printed).toContain('Copy')
  expect(printed).toContain('Part 3, for completion by new employer')
  expect(printed).toContain('4 Leaving date 17/04/2026')
  expect(printed).toContain('12 Employee’s private address')
  expect(printed).toContain('14 New employee’s job title')
  // The notice told of pay before 6 April.
  expect(printed).toContain('7 Total pay to date £0.00')
  expect(await textOf(worker, p45.id)).not.toContain('Copy ')
})
