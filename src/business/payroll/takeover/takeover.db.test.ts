/** A scheme that is taken over in mid-year by a file: its figures to date count in pay, return and P45. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { validationText } from '#kernel/messages.ts'
import { freshDatabase } from '#test/database.ts'
import { seedPayePlacement } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'
import { csv, importing } from '#test/imports/run.ts'
import { payroll_invariants } from '../../ledger/invariants-payroll.server.ts'

const database = await freshDatabase()
const { world, provider, agency, client, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const imports = importing({ ...world, database })
const scheme = 'employment.paye_scheme.employer_reference'
const take_over = 'business.employment.take_over'

/** Weekly on 1257L: £3,000.00 to 30/05/2025, eight weeks of the tax tables. */
const good: Record<string, string> = {
  'PAYE Scheme': '123/AB45678',
  'Start Date': '2024-09-02',
  Paid: 'Weekly',
  'Last Pay Day': '30/05/2025',
  Source: 'Other payroll, P11',
  'Tax Code': '1257L',
  'Gross Pay': '3,000.00',
  'Taxable Pay': '3,000.00',
  'Income Tax': '213.40',
  'NI Letter': 'A',
  'NI Earnings': '3000.00',
  'At the Lower Limit': '1000.00',
  'To the Primary Threshold': '936.00',
  'To the Upper Limit': '1064.00',
  'Employee NI': '85.12',
  'Employer NI': '300.00',
  'Student Loan Plan': 'Plan 2',
  'Student Loan Deductions': '12.00',
}
let count = 0

async function worker(change: Record<string, string> = {}) {
  count += 1
  const placement = await seedPayePlacement(world, { agency, client })
  const [party] = await sql<{ human_id: string }>(
    `select human_id from business.business where id = $1`,
    placement.contractor.id,
  )
  await sql(
    `update business.individual set date_of_birth = '1990-05-01', gender = 'F', ni_number = 'AB123456C'
     where id = (select individual_id from business.business where id = $1)`,
    placement.contractor.id,
  )
  const cells = { 'Worker Id': party?.human_id ?? '', 'Payroll Id': `T${count}`, ...good, ...change }
  return { placement, cells, payroll_id: cells['Payroll Id'] }
}

const fileOf = (...rows: readonly Record<string, string>[]) => {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return csv(headers, ...rows.map((row) => headers.map((header) => row[header] ?? '')))
}

test('a takeover: a file of workers, a week of pay, its return and a P45 hold the figures to date', async () => {
  const { placement, cells, payroll_id } = await worker()
  const checked = await imports.check(agency.admin, take_over, fileOf(cells))
  expect(await imports.errors(checked.id)).toEqual({})
  expect(checked).toMatchObject({ template: 'payroll_takeovers', row_count: 1, faulty_count: 0 })
  expect(await imports.apply(agency.admin, checked.id, 'all')).toMatchObject({
    status: 'applied',
    applied_count: 1,
  })
  const [taken] = await sql<{ id: string; employment_id: string }>(
    `select t.id, t.employment_id, c.source, n.letter, l.plan from business.payroll_takeover t
     join business.employment e on e.id = t.employment_id and e.payroll_id = $1
     join business.tax_code c on c.employment_id = e.id join business.ni_category n on n.employment_id = e.id
     join business.student_loan l on l.employment_id = e.id
     where c.effective_from = '2025-05-31' and n.effective_from = '2025-05-31' and l.source = 'takeover'`,
    payroll_id,
  )
  expect(taken).toMatchObject({ source: 'takeover', letter: 'A', plan: 'plan_2' })
  const employment_id = taken?.employment_id ?? ''

  // The same row with other figures puts them right, as nothing was paid yet.
  const right = await imports.check(agency.admin, take_over, fileOf({ ...cells, 'Income Tax': '215.40' }))
  await imports.apply(agency.admin, right.id, 'all')
  expect(
    await sql(
      `select income_tax, deleted_at is null as stands from business.payroll_takeover where employment_id = $1 order by created_at, id`,
      employment_id,
    ),
  ).toEqual([
    { income_tax: '213.40', stands: false },
    { income_tax: '215.40', stands: true },
  ])
  const undone = await imports.undo(agency.admin, right.id)
  expect(undone.message).toMatch(
    /is employed now: import the right figures, or undo the takeover on its page/,
  )

  await steps.week(placement, weeks.first)
  const { id } = await steps.open('2025-06-20')
  expect(await steps.calculate(id)).toMatchObject({ payslips: 1, stops: 0 })
  const [slip] = await sql<{ income_tax: string; lines: { name: string; why: string }[] }>(
    `select income_tax, student_loan, lines from transaction.pay_run_payslip where pay_run_id = $1`,
    id,
  )
  // Week 11: £3,896.56 to date less 11 weeks of free pay at £241.92 is £1,235; 20 % is £247.00.
  expect(slip).toMatchObject({ income_tax: '31.60' })
  expect(slip?.lines.find(({ name }) => name === 'Income tax')?.why).toBe(
    'Tax code 1257L, week 11: £3,896.56 to date, £3,000.00 of it by Other payroll, P11, to 30/05/2025, less £2,661.12 free pay leaves £1,235; 20 % is £247.00, of which £215.40 was taken before',
  )
  await steps.answerAll(id)
  const { content_hash } = await steps.check(id)
  await steps.approve(id, content_hash)
  const late = act(world, agency.admin, take_over, { ...(await inputOf(cells)), last_pay_day: '2025-06-06' })
  expect((await refusalOf(late)).errors).toMatchObject({
    last_pay_day: 'Paid here on 20/06/2025: the figures before stay as they are',
  })
  const built = await act<{ id: string; faults: unknown[] }>(
    world,
    provider.operations,
    'transaction.rti_submission.build_fps',
    { pay_run_id: id },
  )
  expect(built.faults).toEqual([])
  const file = await act<{ content: string }>(
    world,
    provider.operations,
    'transaction.rti_submission.download',
    { id: built.id },
  )
  expect(file.content).toContain('<TaxablePay>3896.56</TaxablePay><TotalTax>247.00</TotalTax>')
  expect(file.content).not.toContain('<Starter>')
})

const inputOf = async (cells: Record<string, string>) => ({
  contractor_id: (
    await sql<{ id: string }>('select id from business.business where human_id = $1', cells['Worker Id'])
  )[0]?.id,
  paye_scheme_id,
  payroll_id: cells['Payroll Id'],
  start_date: '2024-09-02',
  pay_frequency: 'week',
  last_pay_day: '2025-05-30',
  source: 'Other payroll',
  tax_code: '1257L',
  gross_pay: '3000.00',
  taxable_pay: '3000.00',
  income_tax: '215.40',
  ni_letter: 'A',
  ni_earnings: '3000.00',
  employee_ni: '85.12',
  employer_ni: '300.00',
})

test('a takeover: each fault beside its row and column, and no row of a file with one is taken', async () => {
  const [one, two, three, four] = [
    await worker(),
    await worker({ 'Tax Code': '1257', 'Last Pay Day': '2025-05-30', 'Start Date': '2025-06-02' }),
    await worker({ 'Income Tax': '1,600.00', 'Employee NI': '260.00', 'Taxable Pay': '3100.00' }),
    await worker({ 'PAYE Scheme': '999/ZZ1' }),
  ]
  const checked = await imports.check(
    agency.admin,
    take_over,
    fileOf(
      ...[one.cells, two.cells, three.cells, four.cells, { ...one.cells, 'Worker Id': 'CON-0000' }],
      (await worker({ 'NI Letter': 'Q' })).cells,
      (await worker({ 'Pension Scheme': 'Nest', 'Student Loan Plan': 'Plan 5' })).cells,
      (await worker({ 'Director From': '01/05/2025', 'Director’s NI': 'Annual' })).cells,
    ),
  )
  expect(await imports.errors(checked.id)).toEqual({
    3: {
      last_pay_day: validationText.min_date('01/06/2025'),
      tax_code: 'A tax code ends in a letter, such as 1257L',
    },
    4: {
      employee_ni: 'Employee NI of £260.00 is more than the £240.00 that is possible on £3,000.00',
      income_tax: 'Tax of £1,600.00 is more than the £1,550.00 that is possible on £3,100.00',
      taxable_pay: 'Taxable pay cannot be more than gross pay',
    },
    5: { [scheme]: 'PAYE scheme not found' },
    6: { 'contractor.human_id': 'Contractor not found', 'employment.payroll_id': 'Duplicate Value' },
    7: { ni_letter: validationText.matches },
    8: {
      pension_scheme: 'Pension scheme not found',
      student_loan_plan: 'Plan 5 is not collected before 6 April 2026',
    },
    9: {
      since_employee_ni: validationText.required,
      since_employer_ni: validationText.required,
      since_ni_earnings: validationText.required,
    },
  })
  const refused = act(world, agency.admin, 'platform.import.apply', { id: checked.id, mode: 'all' })
  expect((await refusalOf(refused)).code).toBe('precondition')
})

test('a takeover is undone before the first payslip: its payroll id is free again, and a paid one stays', async () => {
  const { cells, payroll_id } = await worker()
  const asked = { ...(await inputOf(cells)), holiday_hours: '16' }
  const take = () => act<{ id: string }>(world, agency.admin, take_over, asked)
  const undo = (id: string, reason = 'The wrong scheme') =>
    act(world, agency.admin, 'business.employment.undo_takeover', { id, reason })
  const { id } = await take()
  expect((await refusalOf(undo(id, ' '))).errors).toEqual({ reason: validationText.specify_reason })
  await undo(id)
  expect(
    await sql(
      `select e.deleted_at is not null as undone, (select count(*)::int from business.payroll_takeover t
         where t.employment_id = e.id and t.deleted_at is null) as taken,
         (select sum(m.hours) from transaction.holiday_movement m where m.employment_id = e.id)::int as hours
       from business.employment e where e.id = $1`,
      id,
    ),
  ).toEqual([{ undone: true, taken: 0, hours: 0 }])
  expect((await refusalOf(undo(id))).code).toBe('not_found')
  expect((await take()).id).not.toBe(id)
  const [paid] = await sql<{ id: string }>(`select id from business.employment where payroll_id = 'T1'`)
  expect((await refusalOf(undo(paid?.id ?? ''))).message).toBe(
    'Paid here on 20/06/2025: the figures before stay as they are',
  )
  expect(payroll_id).not.toBe('T1')
})

test('HMRC before a takeover: its months count in P32, allowance and Employer Payment Summary, until the year is locked', async () => {
  const operate = <T>(verb: string, input: object) =>
    act<T>(world, provider.operations, `transaction.${verb}`, {
      paye_scheme_id,
      tax_year: '2025-26',
      ...input,
    })
  const former = (change: object = {}) =>
    operate<{ id: string; due: string }>('tax_month.take_over', {
      tax_month: 2,
      source: 'Other payroll, P32',
      income_tax: '200.00',
      employee_ni: '85.12',
      employer_ni: '10450.00',
      employment_allowance: '10450.00',
      smp: '92.00',
      smp_compensation: '8.00',
      paid: '100.00',
      ...change,
    })
  expect((await refusalOf(former({ levy_due: '1.00', smp_compensation: '92.01' }))).errors).toEqual({
    employment_allowance: 'The employer does not claim it in this year: set its allowances first',
    levy_due: 'The levy before the allowance is £0.00',
    smp_compensation: 'Compensation is less than the £92.00 recovered',
  })
  const set_year = {
    ...{ paye_scheme_id, tax_year: '2025-26', claims_employment_allowance: true },
    allowance_declared_by: 'Director',
  }
  const setYear = () => act(world, agency.admin, 'business.paye_scheme_year.set', set_year)
  await setYear()
  expect(
    (await refusalOf(former({ employer_ni: '20000.00', employment_allowance: '10500.01' }))).errors,
  ).toEqual({
    employment_allowance: '£10,500.01 to date is more than the £10,500.00 of a year',
  })
  await former({ income_tax: '999.00' })
  expect(await former()).toMatchObject({ due: '185.12' })
  type P32 = {
    months: {
      due: string
      paid: string
      balance: string
      employment_allowance: string
      lines: { why: string }[]
    }[]
    before: string
    not_in_books: string
    compared: { name: string; by_months: string; by_employments: string; difference: string }[]
  }
  const p32 = await operate<P32>('tax_month.p32', {})
  expect(p32.months[1]).toMatchObject({ due: '185.12', paid: '100.00', balance: '85.12' })
  // £50.00 of the year's £10,500.00 are left for the payslip of June.
  expect(p32.months[2]).toMatchObject({ employment_allowance: '50.00' })
  expect(p32.months[2]?.lines.map(({ why }) => why).join()).toContain(
    'less £10,450.00 used before (£10,450.00 of it by Other payroll, P32): £50.00',
  )
  expect(p32.before).toBe('85.12')
  const [sums] = await sql<{ tax: string }>(
    `select sum(t.income_tax)::text as tax from business.payroll_takeover t join business.employment e on e.id = t.employment_id
     where t.deleted_at is null and e.deleted_at is null and t.tax_year = 2025`,
  )
  expect(p32.compared[0]).toMatchObject({ by_months: '200.00', by_employments: sums?.tax })

  // The month is over and paid; its summary states the year.
  world.clock.set(instant('2025-07-08T09:00:00.000Z'))
  const [slip] = await sql<{ id: string }>(`select id from transaction.payslip where status = 'issued'`)
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', { ids: [slip?.id] })
  expect(
    (await refusalOf(operate('rti_submission.build_eps', { tax_month: 2, no_payment: true }))).errors,
  ).toEqual({
    no_payment: 'A payment was reported for this month',
  })
  const closed = await operate<{ id: string; relief: string }>('tax_month.close', { tax_month: 3 })
  expect(closed.relief).toBe('54.48')
  expect((await refusalOf(former())).errors).toEqual({
    tax_month: 'The tax month to 05/07/2025 is closed: correct it first',
  })
  const eps = await operate<{ id: string }>('rti_submission.build_eps', { tax_month: 3, is_final: true })
  const [kept] = await sql<{ content: string }>(
    'select content from transaction.rti_submission where id = $1',
    eps.id,
  )
  expect(kept?.content).toContain('<SMPRecovered>92.00</SMPRecovered>')
  expect(kept?.content).not.toContain('EmpAllceInd')
  expect((await Promise.all(payroll_invariants.map((one) => sql(one.sql)))).flat()).toEqual([])

  const file = { id: eps.id, receipt: 'Receipt 1' }
  await act(world, provider.operations, 'transaction.rti_submission.file_outside', file)
  const locked = 'The tax year 2025-26 is locked: its last return is filed'
  expect((await refusalOf(steps.open('2025-07-11'))).errors).toEqual({ pay_day: locked })
  expect((await refusalOf(setYear())).errors).toEqual({ tax_year: locked })
  const late = act(world, agency.admin, take_over, await inputOf((await worker()).cells))
  expect((await refusalOf(late)).errors).toMatchObject({ last_pay_day: locked })
  const reopen = act(world, provider.operations, 'transaction.tax_month.correct', {
    id: closed.id,
    reason: 'A late notice',
  })
  expect((await refusalOf(reopen)).message).toBe(locked)
})
