/** PAYE schemes, employments and their facts as files: every fault beside its row, all rows or none. */
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn } from '#test/fixtures/pay-runs.ts'
import { act, seedContractor } from '#test/fixtures/world.ts'
import { csv, importing } from './run.ts'

const database = await freshDatabase()
const { world, provider, agency, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const imports = importing({ ...world, database })
const { employment_id } = await steps.employed()
const own = ['123/ab45678', 'W1'] as const
const head = ['PAYE Scheme', 'Payroll Id'] as const

/** Days from 16 June 2025 on whose tax year has rates. */
const DAYS = 600

/** The faults of the file, by row; the rows are taken in when there are none. */
async function bring(action_id: string, ...lines: readonly (readonly string[])[]) {
  const checked = await imports.check(agency.admin, action_id, csv(...lines))
  const errors = await imports.errors(checked.id)
  if (checked.faulty_count > 0) return { checked, errors }
  return { checked, errors, done: await imports.apply(agency.admin, checked.id, 'all') }
}

test('PAYE schemes and employments: entered by a file, with the words of their forms', async () => {
  const columns = [
    'Employer Id',
    'PAYE Reference',
    'Accounts Office Reference',
    'Pays HMRC',
    'Apprenticeship Levy',
  ]
  const faulty = await bring(
    'business.paye_scheme.create',
    columns,
    ['', '12/AB', '123PA00012345', 'Monthly', 'None'],
    ['', '123/AB45678', '123P', 'Monthly', 'None'],
    ['AGY999', '124/A1', '123PA00012345', 'Weekly', 'None'],
    ['', '124/A2', '123PA00012345', 'Quarterly', 'None'],
    ['', '124/A2', '123PA00012345', 'Quarterly', 'None'],
  )
  expect(faulty.checked).toMatchObject({ template: 'paye_schemes', row_count: 5, faulty_count: 4 })
  expect(faulty.errors).toEqual({
    2: { employer_reference: validationText.matches },
    3: { accounts_office_reference: validationText.matches },
    4: { 'business.human_id': 'Employer not found', payment_frequency: validationText.matches },
    6: { employer_reference: expect.any(String) },
  })
  const { done } = await bring(
    'business.paye_scheme.create',
    columns,
    ['', '124/a2', '123PA00012345', 'Quarterly', 'None'],
    ['', '124/A3', '123PA00012345', 'Monthly', 'None'],
  )
  expect(done).toMatchObject({ status: 'applied', applied_count: 2 })

  const { id } = await seedContractor(world, agency, { payment_type: 'paye' })
  const [worker] = await sql<{ human_id: string }>('select human_id from business.business where id = $1', id)
  const start = ['Worker Id', ...head, 'Start Date', 'Paid', 'Starter Declaration']
  const wrong = await bring('business.employment.start', start, [
    'CON999',
    '124/A2',
    'X1',
    '2',
    'Weekly',
    'D',
  ])
  expect(wrong.errors).toEqual({
    2: {
      'contractor.human_id': 'Contractor not found',
      start_date: validationText.matches,
      starter_declaration: validationText.matches,
    },
  })
  const begun = await bring('business.employment.start', start, [
    ...[worker?.human_id ?? '', '124/A2', 'X1', '02/06/2025', 'Weekly', 'B'],
  ])
  expect(begun.done).toMatchObject({ status: 'applied', applied_count: 1 })
  expect(
    await sql(
      `select s.employer_reference, e.payroll_id, c.code, c.is_week1 from business.employment e
       join business.paye_scheme s on s.id = e.paye_scheme_id join business.tax_code c on c.employment_id = e.id
       where e.contractor_id = $1`,
      id,
    ),
  ).toEqual([{ employer_reference: '124/A2', payroll_id: 'X1', code: '1257L', is_week1: true }])
})

test('employments: a long file names every fault, and nothing of it is kept', async () => {
  const rows_count = Number(process.env.IMPORT_ROWS ?? 60)
  const isFaulty = (at: number) => at % 50 === 7
  const { id: of } = await seedContractor(world, agency, { payment_type: 'paye' })
  const workers = (
    await sql<{ human_id: string }>(
      `with copies as (
         insert into business.business select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
           'human_id', 'CON' || 900000 + nth, 'individual_id', null))).*
         from business.business b cross join generate_series(1, $2) nth where b.id = $1 returning id, human_id),
       here as (
         insert into business.service select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
           'from_business_id', c.id))).*
         from business.service s cross join copies c where s.from_business_id = $1)
       select human_id from copies order by human_id`,
      of,
      rows_count,
    )
  ).map(({ human_id }) => human_id)
  const columns = ['Worker Id', ...head, 'Start Date', 'Paid', 'Starter Declaration']
  const lines = workers.map((worker, at) => [
    isFaulty(at) && at % 100 === 7 ? 'CON999999' : worker,
    ...['123/AB45678', `L${at}`, '02/06/2025', 'Weekly'],
    isFaulty(at) && at % 100 !== 7 ? 'D' : 'B',
  ])
  const begun = () =>
    sql<{ count: number }>(
      `select count(*)::int as count from business.employment where payroll_id like 'L%'`,
    )
  const long = await bring('business.employment.start', columns, ...lines)
  const faults = lines.flatMap((_, at) => (isFaulty(at) ? [at] : []))
  expect(long.checked).toMatchObject({ row_count: rows_count, faulty_count: faults.length })
  expect(Object.keys(long.errors)).toEqual(faults.map((at) => String(at + 2)))
  const messages = Object.values(long.errors).flatMap((one) => Object.values(one))
  expect(messages.filter((text) => text === 'Contractor not found')).toHaveLength(
    faults.filter((at) => at % 100 === 7).length,
  )
  expect(messages.filter((text) => text === validationText.matches)).toHaveLength(
    faults.filter((at) => at % 100 !== 7).length,
  )
  await expect(imports.apply(agency.admin, long.checked.id, 'all')).rejects.toThrow()
  expect(await begun()).toEqual([{ count: 0 }])
  const right = lines.filter((_, at) => !isFaulty(at))
  expect((await bring('business.employment.start', columns, ...right)).done).toMatchObject({
    applied_count: rows_count - faults.length,
  })
  expect(await begun()).toEqual([{ count: rows_count - faults.length }])
})

test('tax codes: a long file names every fault, and nothing of it is kept', async () => {
  const rows_count = Number(process.env.IMPORT_ROWS ?? 60)
  const columns = [...head, 'Tax Code', 'Source', 'Notice Date', 'From']
  // Workers of the scheme, each with a code from another day on.
  for (let more = DAYS; more < rows_count; more += DAYS) await steps.employed()
  const is_faulty = (at: number) => at % 50 === 7
  const lines = Array.from({ length: rows_count }, (_, at) => [
    '123/AB45678',
    is_faulty(at) && at % 100 === 7 ? 'W999' : `W${1 + Math.floor(at / DAYS)}`,
    is_faulty(at) && at % 100 !== 7 ? '1257' : '1100L',
    ...['P6 notice', '2025-06-10', addDays(dayOf(2025, 6, 16), at % DAYS)],
  ])
  const long = await bring('business.tax_code.add', columns, ...lines)
  const faults = lines.flatMap((_, at) => (is_faulty(at) ? [at] : []))
  expect(long.checked).toMatchObject({ row_count: rows_count, faulty_count: faults.length })
  const messages = Object.values(long.errors).flatMap((one) => Object.values(one))
  expect(messages.filter((text) => text === 'Employment not found')).toHaveLength(
    faults.filter((at) => at % 100 === 7).length,
  )
  expect(messages.filter((text) => text === 'A tax code ends in a letter, such as 1257L')).toHaveLength(
    faults.filter((at) => at % 100 !== 7).length,
  )
  await expect(imports.apply(agency.admin, long.checked.id, 'all')).rejects.toThrow()
  const codes = () =>
    sql(
      `select code from business.tax_code where employment_id = $1 and deleted_at is null order by effective_from`,
      employment_id,
    )
  expect(await codes()).toEqual([{ code: '1257L' }])
  await bring('business.tax_code.add', columns, [...own, 'S1100L', 'P6 notice', '10/06/2025', '16/06/2025'])
  expect(await codes()).toEqual([{ code: '1257L' }, { code: 'S1100L' }])
})

test('two rows for one employment and day: both are marked, however far apart, and the file is not taken in', async () => {
  const columns = [...head, 'Tax Code', 'Source', 'Notice Date', 'From']
  const line = (code: string, day: string, reference: string = own[0]) => [
    ...[reference, own[1], code, 'P6 notice', '10/06/2025', day],
  ]
  const days = Array.from({ length: 520 }, (_, at) => addDays(dayOf(2025, 7, 1), at))
  const far = await bring(
    'business.tax_code.add',
    columns,
    ...days.map((day) => line('1100L', day)),
    line('900L', '01/07/2025', '123/ab 45678'),
  )
  expect(far.checked).toMatchObject({ status: 'checked', row_count: 521, faulty_count: 2 })
  expect(far.errors).toEqual({
    2: { effective_from: 'Row 522 has the same employment and day' },
    522: { effective_from: 'Row 2 has the same employment and day' },
  })
  await expect(imports.apply(agency.admin, far.checked.id, 'all')).rejects.toThrow()

  const loan = ['Plan 1', 'SL1 notice', '2025-06-16']
  const loans = await bring(
    'business.student_loan.start',
    [...head, 'Plan', 'Source', 'From'],
    [...own, ...loan],
    [...own, 'Postgraduate', 'SL1 notice', '2025-06-16'],
    [...own, ...loan],
  )
  expect(loans.errors).toEqual({
    2: { plan: 'Row 4 has the same employment and plan' },
    4: { plan: 'Row 2 has the same employment and plan' },
  })
  expect(
    await sql(`select 1 from business.tax_code where employment_id = $1 and code = '900L'`, employment_id),
  ).toEqual([])
})

test('NI categories, loans, orders and pension members: by their employment, with the words of their forms', async () => {
  await act(world, agency.admin, 'business.pension_scheme.add', {
    ...{ paye_scheme_id, name: 'Workplace pension', provider: 'Sky', employer_reference: 'SKY1' },
    ...{ relief: 'at_source', basis: 'qualifying', employee_percent: '5', employer_percent: '3' },
  })
  const files = {
    'business.ni_category.add': [
      [...head, 'NI Letter', 'From', 'Reason', 'Evidence'],
      [...own, 'j', '2025-06-16', 'Certificate', 'CA2700'],
      [...own, 'J', '2025-06-17', '', ''],
    ],
    'business.student_loan.start': [
      [...head, 'Plan', 'Source', 'From'],
      [...own, 'Plan 2', 'SL1 notice', '2025-06-16'],
      [...own, 'Plan 5', 'SL1 notice', '2025-06-16'],
    ],
    'business.attachment_order.add': [
      [...head, 'Kind', 'Authority', 'Reference', 'Order Date', 'Received On', 'Rate', 'Debt'],
      [...own, 'Direct earnings attachment', 'DWP', 'D1', '2025-06-01', '2025-06-02', 'Standard', '1,000.00'],
      [...own, 'Scottish arrestment', 'Court', 'S1', '2025-06-01', '2025-06-02', 'Table', ''],
    ],
    'business.pension_membership.enrol': [
      [...head, 'Pension Scheme', 'Entry', 'From', 'Informed On'],
      [...own, 'workplace pension', 'Automatic', '2025-06-16', '2025-06-13'],
      [...own, 'Other pension', 'Automatic', '2025-06-17', '2025-06-13'],
    ],
  } as const
  const faults: unknown[] = []
  for (const [action_id, [columns, good, bad]] of Object.entries(files)) {
    const both = await bring(action_id, columns, good, bad)
    faults.push(both.errors)
    expect((await bring(action_id, columns, good)).done).toMatchObject({
      status: 'applied',
      applied_count: 1,
    })
  }
  expect(faults).toEqual([
    { 3: { reason: 'Please specify the reason', evidence: validationText.required } },
    { 3: { plan: 'Plan 5 is not collected before 6 April 2026' } },
    {
      3: { kind: 'Scottish arrestment is not calculated in this version. Enter the deduction for each run' },
    },
    { 3: { 'pension_scheme.name': 'Pension scheme not found' } },
  ])
  expect(
    await sql(
      `select n.letter, l.plan, o.debt, m.state from business.employment e
       join business.ni_category n on n.employment_id = e.id and n.effective_to is null and n.deleted_at is null
       join business.student_loan l on l.employment_id = e.id join business.attachment_order o on o.employment_id = e.id
       join business.pension_membership m on m.employment_id = e.id where e.id = $1`,
      employment_id,
    ),
  ).toEqual([{ letter: 'J', plan: 'plan_2', debt: '1000.00', state: 'enrolled' }])
  const by_provider = await imports.check(
    provider.operations,
    'business.student_loan.start',
    csv(files['business.student_loan.start'][0], [...own, 'Plan 1', 'SL1 notice', '2025-06-16']),
  )
  expect(by_provider).toMatchObject({ row_count: 1, faulty_count: 0 })
})

test('stopped loans, pensions that are put off or end, and absences: by their employment, with the words of their forms', async () => {
  world.clock.advance({ days: 10 }) // Notices have come.
  const payrollId = async (id: string) =>
    (await sql<{ payroll_id: string }>('select payroll_id from business.employment where id = $1', id))[0]
      ?.payroll_id ?? ''
  const [later, out] = [await steps.employed(), await steps.employed()]
  const [later_id, out_id] = [await payrollId(later.employment_id), await payrollId(out.employment_id)]
  const enrolled = await bring(
    'business.pension_membership.enrol',
    [...head, 'Pension Scheme', 'Entry', 'From', 'Informed On'],
    [own[0], out_id, 'Workplace pension', 'Automatic', '2025-06-16', '2025-06-16'],
  )
  expect(enrolled.done).toMatchObject({ applied_count: 1 })
  const of = (payroll_id: string, ...cells: readonly string[]) => [own[0], payroll_id, ...cells]
  const files = {
    'business.student_loan.stop': [
      [...head, 'Plan', 'First Pay Day Without'],
      [...own, 'Plan 2', '2025-07-04'],
      of(later_id, 'Plan 2', '2025-07-04'),
    ],
    'business.pension_membership.postpone': [
      [...head, 'From', 'Assessed On', 'Informed On'],
      of(later_id, '2025-06-16', '2025-09-16', '2025-06-20'),
      [...own, '2025-06-20', '2025-09-16', '2025-06-20'],
    ],
    'business.pension_membership.opt_out': [
      [...head, 'Notice Received On'],
      of(out_id, '2025-06-23'),
      of(later_id, '2025-06-23'),
    ],
    'business.pension_membership.cease': [
      [...head, 'First Pay Day Without', 'Reason'],
      [...own, '2025-07-04', 'Asked in writing'],
      of('W999', '2025-07-04', 'Asked in writing'),
    ],
    'transaction.statutory_absence.record': [
      [...head, 'Kind', 'First Day', 'Last Day', 'Day of the Event', 'Qualifying Days', 'Evidence', 'AWE'],
      [...own, 'Sickness', '2025-06-16', '2025-06-27', '', 'Mon Tue Wed Thu Fri', 'Fit note', '400.00'],
      of(later_id, 'Maternity', '2025-06-16', '2025-06-29', '', '', 'MAT B1', '400.00'),
    ],
  } as const
  const faults: unknown[] = []
  for (const [action_id, [columns, good, bad]] of Object.entries(files)) {
    faults.push((await bring(action_id, columns, good, bad)).errors)
    faults.push((await bring(action_id, columns, good, good)).errors)
    expect((await bring(action_id, columns, good)).done).toMatchObject({
      status: 'applied',
      applied_count: 1,
    })
  }
  const twice = (field: string, words: string) => ({
    2: { [field]: `Row 3 has the same ${words}` },
    3: { [field]: `Row 2 has the same ${words}` },
  })
  const one = twice('employment.payroll_id', 'employment')
  expect(faults).toEqual([
    { 3: { plan: 'Student loan not found' } },
    twice('plan', 'employment and plan'),
    { 3: { effective_from: 'This worker is a member already' } },
    one,
    { 3: { informed_on: 'This worker is no member' } },
    one,
    { 3: { 'employment.payroll_id': 'Employment not found' } },
    one,
    { 3: { event_day: validationText.required } },
    twice('first_day', 'employment and first day'),
  ])
  expect(
    await sql(
      `select l.plan, l.effective_to::text as loan_to, a.kind, a.average_weekly_earnings as average
       from business.student_loan l join transaction.statutory_absence a using (employment_id) where employment_id = $1`,
      employment_id,
    ),
  ).toEqual([{ plan: 'plan_2', loan_to: '2025-07-03', kind: 'ssp', average: '400.00' }])
  expect(
    await sql(
      `select employment_id, state from business.pension_membership where effective_to is null and deleted_at is null
       order by array_position($1::uuid[], employment_id)`,
      [employment_id, later.employment_id, out.employment_id],
    ),
  ).toEqual([
    { employment_id, state: 'ceased' },
    { employment_id: later.employment_id, state: 'postponed' },
    { employment_id: out.employment_id, state: 'opted_out' },
  ])
})

test('leavers, ended orders, holidays and hours from before: by their employment, with the words of their forms', async () => {
  const leaver = await steps.employed()
  const [row] = await sql<{ payroll_id: string }>(
    'select payroll_id from business.employment where id = $1',
    leaver.employment_id,
  )
  const of = (...cells: readonly string[]) => [own[0], row?.payroll_id ?? '', ...cells]
  const files = {
    'transaction.holiday_movement.adjust': [
      [...head, 'Hours', 'Reason'],
      [...own, '40', 'Held before the pay runs'],
      of('-5', 'Held before the pay runs'),
    ],
    'transaction.holiday.ask': [
      [...head, 'First Day', 'Last Day', 'Hours'],
      [...own, '2025-07-14', '2025-07-15', '16'],
      of('2025-07-14', '2025-07-14', '8'),
    ],
    'business.attachment_order.end': [
      [...head, 'Reference', 'Ended On', 'Reason'],
      [...own, 'D1', '2025-07-01', 'Paid in full'],
      [...own, 'D9', '2025-07-01', 'Paid in full'],
    ],
    'business.employment.leave': [[...head, 'Leave Date'], of('2025-06-30'), [own[0], 'W999', '2025-06-30']],
  } as const
  const faults: unknown[] = []
  for (const [action_id, [columns, good, bad]] of Object.entries(files)) {
    faults.push((await bring(action_id, columns, good, bad)).errors)
    faults.push((await bring(action_id, columns, good, good)).errors)
    expect((await bring(action_id, columns, good)).done).toMatchObject({
      status: 'applied',
      applied_count: 1,
    })
  }
  const twice = (field: string, words: string) => ({
    2: { [field]: `Row 3 has the same ${words}` },
    3: { [field]: `Row 2 has the same ${words}` },
  })
  expect(faults).toEqual([
    { 3: { hours: 'Only 0 hours are held' } },
    twice('employment.payroll_id', 'employment'),
    { 3: { hours: 'Only 0 hours are held' } },
    twice('first_day', 'employment and first day'),
    { 3: { reference: 'Attachment order not found' } },
    twice('reference', 'employment and reference'),
    { 3: { payroll_id: 'Employment not found' } },
    twice('payroll_id', 'employment'),
  ])
  expect(
    await sql(
      `select h.status, h.hours, m.hours as adjusted, o.ended_on::text, o.end_reason from transaction.holiday h
       join transaction.holiday_movement m using (employment_id) join business.attachment_order o using (employment_id)
       where employment_id = $1`,
      employment_id,
    ),
  ).toEqual([
    {
      ...{ status: 'asked', hours: '16.0000', adjusted: '40.0000' },
      ...{ ended_on: '2025-07-01', end_reason: 'Paid in full' },
    },
  ])
  expect(
    await sql('select leave_date::text from business.employment where id = $1', leaver.employment_id),
  ).toEqual([{ leave_date: '2025-06-30' }])
})
