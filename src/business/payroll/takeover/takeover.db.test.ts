/** A scheme that is taken over in mid-year by a file: its figures to date count in pay, return and P45. */
import { expect, test } from 'vitest'
import { validationText } from '#kernel/messages.ts'
import { freshDatabase } from '#test/database.ts'
import { seedPayePlacement } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'
import { csv, importing } from '#test/imports/run.ts'

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
  expect(undone.message).toMatch(/is employed now: import the right figures, or end the employment/)

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
  })
  const refused = act(world, agency.admin, 'platform.import.apply', { id: checked.id, mode: 'all' })
  expect((await refusalOf(refused)).code).toBe('precondition')
})
