import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, formatDay } from '#kernel/day.ts'
import { formatMoney, GBP, money } from '#kernel/money.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedContractor, seedProvider } from '#test/fixtures/world.ts'
import { anyEmployment, anyPay, anyYear, payDayOf, periodOf } from '#test/payroll/random-employment.ts'
import { type PaymentCase, reaching_cases } from '#test/payroll/reaching-cases.ts'
import { pay, run } from '#test/payroll/sample-worker.ts'
import { type SecondCase, type SecondResult, second_computation } from '#test/payroll/second-computation.ts'
import { calculate } from '../engine/calculate.rules.ts'
import { partsOfYear, weeksOf } from '../engine/tax-period.rules.ts'

const { database, world } = await freshWorld()
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)

let count = 0

const references = () => {
  count += 1
  return {
    employer_reference: `123/ab${count}`,
    accounts_office_reference: '123pa00012345',
    payment_frequency: 'monthly',
    levy_charge: 'none',
  }
}

const newScheme = () =>
  act<{ id: string; employer_reference: string }>(
    world,
    agency.admin,
    'business.paye_scheme.create',
    references(),
  )

test('PAYE scheme: an agency enters its own, in HMRC’s spelling, once', async () => {
  const input = references()
  const { id, employer_reference } = await act<{ id: string; employer_reference: string }>(
    world,
    agency.admin,
    'business.paye_scheme.create',
    input,
  )
  expect(employer_reference).toBe(input.employer_reference.toUpperCase())
  const { rows } = await database.owner.query(
    'select business_id, agency_id, provider_id, accounts_office_reference from business.paye_scheme where id = $1',
    [id],
  )
  expect(rows).toEqual([
    {
      business_id: agency.id,
      agency_id: agency.id,
      provider_id: provider.id,
      accounts_office_reference: '123PA00012345',
    },
  ])
  const again = act(world, provider.admin, 'business.paye_scheme.create', {
    business_id: provider.id,
    ...input,
  })
  expect(await refusalOf(again)).toMatchObject({ errors: { employer_reference: 'Already Existing' } })
})

test('PAYE scheme: all faults of a form in one answer, in the words of the specification', async () => {
  const bad = act(world, agency.admin, 'business.paye_scheme.create', {
    employer_reference: '12/AB',
    accounts_office_reference: '',
    corporation_tax_reference: '1234567890',
    payment_frequency: 'monthly',
    levy_charge: 'none',
  })
  expect((await refusalOf(bad)).errors).toEqual({
    employer_reference: 'Please enter a valid Input',
    accounts_office_reference: 'Mandatory',
    corporation_tax_reference: 'Please enter a valid Input',
  })
})

test('PAYE scheme: another agency neither enters one for it, nor changes its scheme', async () => {
  const other = await seedAgency(world, provider)
  const { id } = await newScheme()
  const entered = act(world, other.admin, 'business.paye_scheme.create', {
    business_id: agency.id,
    ...references(),
  })
  expect((await refusalOf(entered)).errors).toEqual({ business_id: 'Employer not found' })
  const changed = act(world, other.admin, 'business.paye_scheme.update', { id, ...references() })
  expect(await refusalOf(changed)).toMatchObject({ code: 'not_found' })
})

test('tax years of a scheme: later years stay, the same year is replaced and kept as history', async () => {
  const { id: paye_scheme_id } = await newScheme()
  const set = (tax_year: string, levy_allowance: string) =>
    act(world, agency.admin, 'business.paye_scheme_year.set', { paye_scheme_id, tax_year, levy_allowance })
  await set('2026-27', '15000.00')
  await set('2025-26', '9000.00')
  await set('2025-26', '8000.00')
  const { rows } = await database.owner.query(
    `select effective_from::text as "from", effective_to::text as "to", levy_allowance as levy,
       deleted_at is not null as replaced
     from business.paye_scheme_year where paye_scheme_id = $1 order by effective_from, created_at, id`,
    [paye_scheme_id],
  )
  expect(rows).toEqual([
    { from: '2025-04-06', to: '2026-04-05', levy: '9000.00', replaced: true },
    { from: '2025-04-06', to: '2026-04-05', levy: '8000.00', replaced: false },
    { from: '2026-04-06', to: null, levy: '15000.00', replaced: false },
  ])
})

test.each([
  [{ tax_year: '2027-28' }, { tax_year: 'There are no rates for the tax year 2027-28 yet' }],
  [{ claims_employment_allowance: true }, { allowance_declared_by: 'Mandatory' }],
  [{ levy_allowance: '15000.01' }, { levy_allowance: 'Max number is reached' }],
  [{ levy_allowance: '-1' }, { levy_allowance: 'Needs Positive Number' }],
])('tax years of a scheme: %j is refused', async (change, errors) => {
  const { id } = await newScheme()
  const input = { paye_scheme_id: id, tax_year: '2025-26', ...change }
  const call = act(world, agency.admin, 'business.paye_scheme_year.set', input)
  expect((await refusalOf(call)).errors).toEqual(errors)
})

async function starting(change: object = {}) {
  count += 1
  const { id: contractor_id } = await seedContractor(world, agency, { payment_type: 'paye' })
  const { id: paye_scheme_id } = await newScheme()
  return {
    contractor_id,
    paye_scheme_id,
    payroll_id: `W${count}`,
    start_date: '2025-06-02',
    pay_frequency: 'week',
    starter_declaration: 'B',
    ...change,
  }
}

async function start(change: object = {}) {
  const asked = await starting(change)
  const { id } = await act<{ id: string }>(world, agency.admin, 'business.employment.start', asked)
  return { id, ...asked }
}

const codesOf = async (employment_id: string) =>
  (
    await database.owner.query(
      `select code, is_week1, source, effective_from::text as "from", effective_to::text as "to",
         deleted_at is not null as replaced
       from business.tax_code where employment_id = $1 order by effective_from, created_at, id`,
      [employment_id],
    )
  ).rows

const code = (employment_id: string, text: string, effective_from: string, notice_date = '2025-06-10') =>
  act(world, agency.admin, 'business.tax_code.add', {
    employment_id,
    code: text,
    source: 'p6',
    notice_date,
    effective_from,
  })

/** An issued payslip, as payroll leaves it. */
async function paid(contractor_id: string, on: string): Promise<void> {
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into transaction.payslip_period (human_id, period_number, tax_year, frequency, start_date, end_date, pay_date,
       provider_id, agency_id) values ($1, $2, 2025, 'week', $3, $3, $3, $4, $5) returning id`,
    [`PSP-${on}`, count % 50, on, provider.id, agency.id],
  )
  await database.owner.query(
    `insert into transaction.payslip (human_id, period_number, payslip_period_id, status, pay_date, provider_id, agency_id,
       contractor_id, currency_id, gross_pay, net_pay)
     select $1, 1, $2, 'issued', $3, $4, $5, $6, c.id, 1, 1 from platform.currency c where c.alpha_code = 'GBP'`,
    [`PSL-${on}`, rows[0]?.id, on, provider.id, agency.id, contractor_id],
  )
}

test('employment: a starter gets the code of the declaration, or of a P45 of this tax year', async () => {
  const { id } = await start()
  expect(await codesOf(id)).toEqual([
    { code: '1257L', is_week1: true, source: 'starter', from: '2025-06-02', to: null, replaced: false },
  ])
  const with_p45 = await start({
    starter_declaration: undefined,
    p45_leave_date: '2025-05-09',
    p45_tax_code: 's1100l',
    p45_pay_to_date: '2500.00',
    p45_tax_to_date: '150.20',
  })
  expect(await codesOf(with_p45.id)).toMatchObject([{ code: 'S1100L', is_week1: false, source: 'p45' }])
  const taken_over = await start({ start_date: '2023-01-09', starter_declaration: undefined })
  expect(await codesOf(taken_over.id)).toEqual([])
})

test('employment: a P45 and a notice of HMRC are of today or before', async () => {
  const tomorrow = addDays(world.clock.today(), 1)
  const to_come = `Should be before ${formatDay(tomorrow)}`
  const p45 = { starter_declaration: undefined, p45_leave_date: tomorrow, p45_tax_code: '1257L' }
  expect((await refusalOf(start(p45))).errors).toEqual({ p45_leave_date: to_come })
  const { id } = await start()
  expect((await refusalOf(code(id, '1100L', '2026-04-06', tomorrow))).errors).toEqual({
    notice_date: to_come,
  })
  expect(await codesOf(id)).toHaveLength(1)
})

test('employment: no second one at a time, and no payroll id twice', async () => {
  const { id, ...asked } = await start()
  const again = act(world, agency.admin, 'business.employment.start', { ...asked, start_date: '2025-06-09' })
  expect((await refusalOf(again)).errors).toEqual({
    payroll_id: 'Already Existing',
    contractor_id: 'This worker has an employment here at that time',
  })
  await act(world, agency.admin, 'business.employment.leave', { id, leave_date: '2025-06-06' })
  await act(world, agency.admin, 'business.employment.start', {
    ...asked,
    payroll_id: `${asked.payroll_id}-2`,
    start_date: '2025-06-09',
  })
  const longer = act(world, agency.admin, 'business.employment.leave', { id, leave_date: '2025-06-09' })
  expect((await refusalOf(longer)).errors).toEqual({ leave_date: 'Should be before 09/06/2025' })
})

test('employment: a worker of another agency, one not paid by PAYE, and a foreign scheme are refused', async () => {
  const other = await seedAgency(world, provider)
  const foreign = await starting({
    contractor_id: (await seedContractor(world, other, { payment_type: 'paye' })).id,
  })
  const limited = await starting({ contractor_id: (await seedContractor(world, agency)).id })
  const by_provider = act(world, provider.admin, 'business.employment.start', foreign)
  expect((await refusalOf(by_provider)).errors).toEqual({ contractor_id: 'Contractor not found' })
  const not_paye = act(world, agency.admin, 'business.employment.start', limited)
  expect((await refusalOf(not_paye)).errors).toEqual({ contractor_id: 'This contractor is not paid by PAYE' })
  const by_other = act(world, other.admin, 'business.employment.start', foreign)
  expect((await refusalOf(by_other)).errors).toEqual({ paye_scheme_id: 'PAYE scheme not found' })
})

test('tax codes: a notice keeps the later one, replaces that of its day, and changes no paid day', async () => {
  const { id, contractor_id } = await start()
  await code(id, '1100L', '2026-04-06')
  await code(id, '1185L', '2025-06-20')
  await code(id, '1190L', '2025-06-20')
  expect(await codesOf(id)).toMatchObject([
    { code: '1257L', from: '2025-06-02', to: '2025-06-19', replaced: false },
    { code: '1185L', from: '2025-06-20', replaced: true },
    { code: '1190L', from: '2025-06-20', to: '2026-04-05', replaced: false },
    { code: '1100L', from: '2026-04-06', to: null, replaced: false },
  ])
  await paid(contractor_id, '2025-06-27')
  expect((await refusalOf(code(id, '1200L', '2025-06-27'))).errors).toEqual({
    effective_from: 'Should be after 27/06/2025',
  })
  await code(id, '1200L', '2025-06-28')
})

test('tax codes and NI categories: faults are under their fields, and another agency finds nothing', async () => {
  const { id } = await start()
  expect((await refusalOf(code(id, '1257', '2025-06-01'))).errors).toEqual({
    code: 'A tax code ends in a letter, such as 1257L',
    effective_from: 'Should be after 01/06/2025',
  })
  const letter = (change: object) =>
    act(world, agency.admin, 'business.ni_category.add', {
      employment_id: id,
      letter: 'F',
      effective_from: '2025-06-20',
      ...change,
    })
  expect((await refusalOf(letter({}))).errors).toEqual({
    evidence: 'Mandatory',
    workplace_postcode: 'Mandatory',
  })
  await letter({ evidence: 'List of the site', workplace_postcode: 'ls1 4ap' })
  const { rows } = await database.owner.query(
    `select e.workplace_postcode, n.letter from business.employment e join business.ni_category n on n.employment_id = e.id
     where e.id = $1`,
    [id],
  )
  expect(rows).toEqual([{ workplace_postcode: 'LS1 4AP', letter: 'F' }])
  const other = await seedAgency(world, provider)
  for (const [action_id, input] of [
    [
      'business.tax_code.add',
      { employment_id: id, code: 'BR', source: 'starter', effective_from: '2025-06-20' },
    ],
    ['business.ni_category.add', { employment_id: id, letter: 'A', effective_from: '2025-06-20' }],
    ['business.employment.leave', { id, leave_date: '2025-06-20' }],
    ['business.employment.change', { id, pay_frequency: 'month' }],
  ] as const)
    expect(await refusalOf(act(world, other.admin, action_id, input))).toMatchObject({ code: 'not_found' })
})

test('directors: the method is named with the day, and one alone gives no employment allowance', async () => {
  const { id, paye_scheme_id } = await start()
  const change = (more: object) =>
    act(world, agency.admin, 'business.employment.change', { id, pay_frequency: 'month', ...more })
  expect((await refusalOf(change({ director_from: '2025-06-02' }))).errors).toEqual({
    director_method: 'Mandatory',
  })
  const claim = () =>
    act(world, agency.admin, 'business.paye_scheme_year.set', {
      paye_scheme_id,
      tax_year: '2025-26',
      claims_employment_allowance: true,
      allowance_declared_by: 'Ada Byron',
    })
  await claim()
  await change({ director_from: '2025-06-02', director_method: 'AN' })
  expect((await refusalOf(claim())).errors).toEqual({
    claims_employment_allowance: 'One director alone does not qualify for the employment allowance',
  })
})

test('student loan: one of a plan at a time, stopped from a pay day on', async () => {
  const { id: employment_id } = await start()
  const loan = (effective_from: string, plan = 'plan_2') =>
    act<{ id: string }>(world, agency.admin, 'business.student_loan.start', {
      employment_id,
      plan,
      source: 'sl1',
      effective_from,
    })
  const { id } = await loan('2025-06-13')
  await loan('2025-06-13', 'postgraduate')
  expect((await refusalOf(loan('2025-06-20'))).errors).toEqual({ plan: 'Already Existing' })
  expect((await refusalOf(loan('2025-06-01', 'plan_5'))).errors).toEqual({
    plan: 'Plan 5 is not collected before 6 April 2026',
    effective_from: 'Should be after 01/06/2025',
  })
  const stop = (effective_from: string) =>
    act(world, agency.admin, 'business.student_loan.stop', { id, effective_from })
  expect((await refusalOf(stop('2025-06-13'))).errors).toEqual({
    effective_from: 'Should be after 13/06/2025',
  })
  await stop('2025-07-04')
  await loan('2025-07-04')
})

test('attachment order: entered once, ended once with a reason, and not by another agency', async () => {
  const { id: employment_id } = await start()
  const order = {
    employment_id,
    kind: 'aeo_civil',
    authority: 'County Court at York',
    reference: 'F00YK123',
    order_date: '2025-06-02',
    received_on: '2025-06-05',
    rate: 'given',
    amount: '40.00',
    protected_earnings: '210.00',
  }
  const add = (change: object = {}) =>
    act<{ id: string }>(world, agency.admin, 'business.attachment_order.add', { ...order, ...change })
  const { id } = await add()
  expect((await refusalOf(add({ amount: '0', debt: '-1', protected_earnings: '-1' }))).errors).toEqual({
    amount: 'Needs Positive Number',
    debt: 'Needs Positive Number',
    protected_earnings: 'Needs Positive Number',
    reference: 'Already Existing',
  })
  const end = (by: typeof agency.admin, change: object = {}) =>
    act(world, by, 'business.attachment_order.end', { id, ended_on: '2025-06-12', reason: 'Paid', ...change })
  const other = await seedAgency(world, provider)
  expect(await refusalOf(end(other.admin))).toMatchObject({ code: 'not_found' })
  expect((await refusalOf(end(agency.admin, { reason: '' }))).errors).toEqual({
    reason: 'Please specify the reason',
  })
  expect((await refusalOf(end(agency.admin, { ended_on: '2025-06-04' }))).errors).toEqual({
    ended_on: 'Should be after 04/06/2025',
  })
  await end(agency.admin)
  expect(await refusalOf(end(agency.admin))).toMatchObject({ message: 'This order has ended' })
})

test('what if: the engine on stored facts and typed pay, to the agency that is the employer alone', async () => {
  const { id: employment_id, contractor_id } = await start({ starter_declaration: 'A' })
  const asked = { employment_id, pay_day: '2025-06-20', pay: '600.00', hours: '40' }
  const tried = (change: object = {}, by = agency.admin) =>
    act<{
      net: string
      costs: string
      lines: { name: string; amount: string; why: string }[]
      faults: string[]
    }>(world, by, 'business.employment.what_if', { ...asked, ...change })
  expect((await refusalOf(tried())).errors).toEqual({ pay_day: 'There is no NI category on this pay day' })
  await act(world, agency.admin, 'business.ni_category.add', {
    employment_id,
    letter: 'A',
    effective_from: '2025-06-02',
    reason: 'Certificate seen',
  })
  await act(world, agency.admin, 'business.student_loan.start', {
    employment_id,
    plan: 'plan_1',
    source: 'sl1',
    effective_from: '2025-06-13',
  })
  await act(world, agency.admin, 'business.attachment_order.add', {
    employment_id,
    kind: 'dea',
    authority: 'DWP',
    reference: 'D1',
    order_date: '2025-06-02',
    received_on: '2025-06-05',
    rate: 'standard',
  })
  // Week 11: nothing was paid before, so the free pay of eleven weeks is left.
  expect((await tried()).lines.map(({ name, amount }) => [name, amount])).toEqual([
    ['Pay', '600.00'],
    ['Income tax', '0.00'],
    ['Employee NI', '-28.64'],
    ['Student loan', '-8.00'],
    ['Attachment order', '-114.27'],
    ['Employer NI', '75.60'],
  ])
  await paid(contractor_id, '2025-06-13')
  const with_other = await tried({ other_pay: '100.00', hours: '60' })
  expect(with_other.lines.find(({ name }) => name === 'Income tax')?.why).toBe(
    'Tax code 1257L, week 11: £701.00 to date less £2,661.12 free pay leaves £0; 20 % is £0.00',
  )
  // The first 96.00 of the week are free of employer NI and went to the other pay.
  expect(with_other.costs).toBe('90.00')
  expect((await tried({ hours: '60' })).faults).toEqual([
    '£10.00 an hour is below the minimum wage of £12.21',
  ])
  expect((await refusalOf(tried({ pay_day: '2031-06-20' }))).errors).toEqual({
    pay_day: 'There are no rates for the tax year 2031-32 yet',
  })
  expect((await refusalOf(tried({ pay: '' }))).errors).toEqual({ pay: 'Mandatory' })
  const other = await seedAgency(world, provider)
  expect(await refusalOf(tried({}, other.admin))).toMatchObject({ code: 'not_found' })
})

/** Figures of each payment by the engine and in SQL, as pounds. */
async function bothWays(cases: readonly PaymentCase[]) {
  const dated = cases.map((one) => ({ ...one, pay_day: payDayOf(one.year, one.state, one.period) }))
  const asked = dated.map(({ state, amount, period, pay_day }, at): SecondCase => {
    const { text: _, ...tax_code } = state.code
    const { frequency, ni_letter: letter, loans: plans } = state
    return {
      ...{ at, ...tax_code, pay_day, period, letter, plans, pay: amount / 100 },
      ...{ ppy: partsOfYear(frequency), weeks: weeksOf(frequency) },
    }
  })
  const { rows } = await database.owner.query<SecondResult>(second_computation, [JSON.stringify(asked)])
  const in_sql = rows.map((row) =>
    [
      ...[row.tax, row.employee_ni, row.employer_ni, row.loan, row.postgraduate],
      ...[row.at_lel, row.lel_pt, row.pt_uel],
    ].map((amount) => Number(amount).toFixed(2)),
  )
  const engine = dated.map(({ year, state, amount, period, pay_day }) => {
    const slip = calculate(year, state, run(period, [{ ...pay(1), amount }], { pay_day }))
    const { deductions, employer, bands } = slip
    return [
      ...[deductions.income_tax, deductions.employee_ni, employer.ni],
      ...[deductions.student_loan, deductions.postgraduate_loan],
      ...[bands.at_lel, bands.lel_pt, bands.pt_uel],
    ].map((minor) => formatMoney(money(minor, GBP)))
  })
  return { engine, in_sql }
}

test('the engine: every band, letter and loan of both years is the same in SQL', async () => {
  const { engine, in_sql } = await bothWays(reaching_cases)
  expect(in_sql).toEqual(engine)
})

test('the engine: tax, National Insurance and loans of random employments of both years are the same in SQL', async () => {
  const any_case = fc
    .tuple(anyYear, anyEmployment, anyPay, fc.integer({ min: 1, max: 12 }))
    .map(([year, start, amount, nth]) => {
      const state = { ...start, pension: null, orders: [] }
      return { year, state, amount, period: periodOf(state, nth) }
    })
  const batches = process.env.STINT_NIGHTLY ? 10 : 1
  for (let done = 0; done < batches; done++) {
    const numRuns = process.env.STINT_NIGHTLY ? 10_000 : 300
    const { engine, in_sql } = await bothWays(fc.sample(any_case, { numRuns }))
    expect(in_sql).toEqual(engine)
  }
})
