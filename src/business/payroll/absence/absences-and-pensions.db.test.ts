import { expect, test } from 'vitest'
import { addDays, formatDay } from '#kernel/day.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedContractor, seedProvider } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)

let count = 0

/** A weekly paid worker of a new PAYE scheme. */
async function start(change: object = {}) {
  count += 1
  const { id: contractor_id } = await seedContractor(world, agency, { payment_type: 'paye' })
  const { id: paye_scheme_id } = await act<{ id: string }>(
    world,
    agency.admin,
    'business.paye_scheme.create',
    {
      employer_reference: `123/ab${count}`,
      accounts_office_reference: '123pa00012345',
      payment_frequency: 'monthly',
      levy_charge: 'none',
    },
  )
  const { id } = await act<{ id: string }>(world, agency.admin, 'business.employment.start', {
    contractor_id,
    paye_scheme_id,
    payroll_id: `W${count}`,
    start_date: '2025-06-02',
    pay_frequency: 'week',
    starter_declaration: 'A',
    ...change,
  })
  return { id, contractor_id, paye_scheme_id }
}

/** An issued payslip, as payroll leaves it. */
async function paid(
  contractor_id: string,
  on: string,
  pension = { employee: '0', employer: '0' },
): Promise<void> {
  count += 1
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into transaction.payslip_period (human_id, period_number, tax_year, frequency, start_date, end_date, pay_date,
       provider_id, agency_id) values ($1, $2, 2025, 'week', $3, $3, $3, $4, $5) returning id`,
    [`PSP-${on}-${count}`, count % 50, on, provider.id, agency.id],
  )
  await database.owner.query(
    `insert into transaction.payslip (human_id, period_number, payslip_period_id, status, pay_date, provider_id, agency_id,
       contractor_id, currency_id, gross_pay, net_pay, employee_pension, employer_pension)
     select $1, 1, $2, 'issued', $3, $4, $5, $6, c.id, 1, 1, $7, $8 from platform.currency c where c.alpha_code = 'GBP'`,
    [
      `PSL-${on}-${count}`,
      rows[0]?.id,
      on,
      provider.id,
      agency.id,
      contractor_id,
      pension.employee,
      pension.employer,
    ],
  )
}

/** A pay day of 20 June 2025 with letter A, tried by the agency. */
async function tries(employment_id: string) {
  await act(world, agency.admin, 'business.ni_category.add', {
    employment_id,
    letter: 'A',
    effective_from: '2025-06-02',
    reason: 'Certificate seen',
  })
  return (pay_day = '2025-06-20', pay = '600.00') =>
    act<{
      recovered: string | null
      pension: string | null
      holiday: string | null
      lines: { name: string; amount: string; why: string }[]
    }>(world, agency.admin, 'business.employment.what_if', { employment_id, pay_day, pay })
}

test('absence: computed or stated earnings, refusals of the law by form, and lines of the next payslip', async () => {
  const { id: employment_id, contractor_id } = await start()
  const sick = (change: object = {}) =>
    act<{ id: string }>(world, agency.admin, 'transaction.statutory_absence.record', {
      employment_id,
      kind: 'ssp',
      first_day: '2025-06-09',
      last_day: '2025-06-15',
      qualifying_days: 'mon tue wed,Thursday fri',
      average_weekly_earnings: '400.00',
      ...change,
    })
  expect((await refusalOf(sick({ average_weekly_earnings: '' }))).errors).toEqual({
    average_weekly_earnings: 'Mandatory',
  })
  expect(
    (await refusalOf(sick({ average_weekly_earnings: '124.99', last_day: '2025-06-11' }))).errors,
  ).toEqual({
    average_weekly_earnings: 'Form SSP1: average earnings of £124.99 a week are below £125.00',
    last_day: 'Form SSP1: the sickness lasted less than 4 days in a row',
  })
  await paid(contractor_id, '2025-06-06')
  expect((await refusalOf(sick())).errors).toEqual({ average_reason: 'Please specify the reason' })
  const { id } = await sick({ average_reason: 'Paid by the earlier employer too' })
  expect((await refusalOf(sick({ average_reason: 'Again' }))).errors).toEqual({
    first_day: 'This worker has an absence here at that time',
  })
  const mother = { kind: 'smp', event_day: '2025-09-10', first_day: '2025-08-04', last_day: '2025-08-10' }
  expect((await refusalOf(sick({ ...mother, average_reason: 'Bonus', evidence: 'MAT B1' }))).errors).toEqual({
    first_day: 'Form SMP1: the worker was not employed for 26 weeks by 31/05/2025',
  })
  const tried = await tries(employment_id)
  const first = await tried()
  expect(first.lines.slice(0, 2).map(({ name, amount, why }) => [name, amount, why])).toEqual([
    ['Pay', '600.00', 'Pay: £600.00'],
    ['Statutory Sick Pay', '47.50', 'Statutory Sick Pay: 2 of 5 days at £118.75 a week is £47.50'],
  ])
  expect(first.recovered).toBeNull()
  const withdraw = () =>
    act(world, agency.admin, 'transaction.statutory_absence.withdraw', { id, reason: 'Wrong worker' })
  await paid(contractor_id, '2025-06-13')
  expect(await refusalOf(withdraw())).toMatchObject({ message: 'This absence was paid on 13/06/2025' })
  expect((await tried()).lines.map(({ name }) => name)).not.toContain('Statutory Sick Pay')
})

test('absence: HMRC gives back the pay of parents, and an absence that nothing has paid is withdrawn', async () => {
  const { id: employment_id } = await start({ start_date: '2024-09-02', starter_declaration: undefined })
  const asked = {
    employment_id,
    kind: 'spp',
    event_day: '2025-06-11',
    first_day: '2025-06-14',
    last_day: '2025-06-20',
    average_weekly_earnings: '400.00',
  }
  const record = (change: object) =>
    act<{ id: string }>(world, agency.admin, 'transaction.statutory_absence.record', { ...asked, ...change })
  expect((await refusalOf(record({ last_day: '2025-06-19' }))).errors).toEqual({
    evidence: 'Mandatory',
    last_day: 'Statutory pay of parents is paid for whole weeks',
  })
  const { id } = await record({ evidence: 'SC3' })
  await act(world, agency.admin, 'business.tax_code.add', {
    employment_id,
    code: '1257L',
    source: 'p6',
    notice_date: '2025-04-06',
    effective_from: '2025-04-06',
  })
  const tried = await tries(employment_id)
  const { recovered, lines } = await tried()
  expect(lines[1]?.why).toBe('Statutory Paternity Pay: 1 week at £187.18 a week is £187.18')
  expect(recovered).toBe('HMRC gives back £172.21 of £187.18 statutory pay')
  const withdraw = () =>
    act(world, agency.admin, 'transaction.statutory_absence.withdraw', { id, reason: 'Another week' })
  await withdraw()
  expect(await refusalOf(withdraw())).toMatchObject({ message: 'This absence was withdrawn' })
  expect((await tried()).recovered).toBeNull()
})

test('pension: enrolled by age and scheme, deducted, and given back to a worker who opts out in time', async () => {
  const { id: employment_id, contractor_id, paye_scheme_id } = await start()
  const scheme = (change: object = {}) =>
    act<{ id: string }>(world, agency.admin, 'business.pension_scheme.add', {
      paye_scheme_id,
      name: 'Workplace pension',
      provider: 'Nest',
      employer_reference: 'EMP1',
      relief: 'at_source',
      basis: 'qualifying',
      employee_percent: '5',
      employer_percent: '3',
      ...change,
    })
  const { id: pension_scheme_id } = await scheme()
  expect((await refusalOf(scheme({ employee_percent: '4' }))).errors).toEqual({
    name: 'Already Existing',
    employee_percent: 'Min number is reached',
  })
  const step = (verb: string, input: object) =>
    act(world, agency.admin, `business.pension_membership.${verb}`, { employment_id, ...input })
  const enrol = (change: object = {}) =>
    step('enrol', {
      pension_scheme_id,
      entry: 'automatic',
      effective_from: '2025-06-09',
      informed_on: '2025-06-09',
      ...change,
    })
  const postpone = (informed_on: string) =>
    step('postpone', { effective_from: '2025-06-02', postponed_to: '2025-06-09', informed_on })
  const tomorrow = addDays(world.clock.today(), 1)
  const to_come = { informed_on: `Should be before ${formatDay(tomorrow)}` }
  expect((await refusalOf(postpone(tomorrow))).errors).toEqual(to_come)
  await postpone('2025-06-02')
  const foreign = (await start()).paye_scheme_id
  const elsewhere = await scheme({ paye_scheme_id: foreign })
  expect((await refusalOf(enrol({ pension_scheme_id: elsewhere.id }))).errors).toEqual({
    pension_scheme_id: 'Pension scheme not found',
  })
  expect((await refusalOf(enrol({ informed_on: undefined }))).errors).toEqual({ informed_on: 'Mandatory' })
  expect((await refusalOf(enrol({ informed_on: tomorrow }))).errors).toEqual(to_come)
  await enrol()
  expect((await refusalOf(enrol({ effective_from: '2025-06-10' }))).errors).toEqual({
    effective_from: 'This worker is a member already',
  })
  const tried = await tries(employment_id)
  const pensions = (lines: { name: string; amount: string; why: string }[]) =>
    lines.filter(({ name }) => name.endsWith('pension')).map(({ name, amount }) => [name, amount])
  expect(pensions((await tried()).lines)).toEqual([
    ['Employee pension', '-19.20'],
    ['Employer pension', '14.40'],
  ])
  await paid(contractor_id, '2025-06-13', { employee: '19.20', employer: '14.40' })
  expect((await refusalOf(step('opt_out', { received_on: '2025-07-09' }))).errors).toEqual({
    received_on: 'The time to opt out ended on 08/07/2025. End the membership',
  })
  expect((await refusalOf(step('opt_out', { received_on: tomorrow }))).errors).toEqual({
    received_on: to_come.informed_on,
  })
  await step('opt_out', { received_on: '2025-06-12' })
  expect(pensions((await tried()).lines)).toEqual([
    ['Employee pension', '19.20'],
    ['Employer pension', '-14.40'],
  ])
  expect((await refusalOf(step('cease', { effective_from: '2025-06-20', reason: 'Left' }))).errors).toEqual({
    effective_from: 'This worker is no member',
  })
  const { rows } = await database.owner.query(
    `select state, effective_from::text as "from", effective_to::text as "to" from business.pension_membership
     where employment_id = $1 order by effective_from`,
    [employment_id],
  )
  expect(rows).toEqual([
    { state: 'postponed', from: '2025-06-02', to: '2025-06-08' },
    { state: 'enrolled', from: '2025-06-09', to: '2025-06-13' },
    { state: 'opted_out', from: '2025-06-14', to: null },
  ])
  await paid(contractor_id, '2025-06-14', { employee: '-19.20', employer: '-14.40' })
  expect(pensions((await tried()).lines)).toEqual([])
})

test('unpaid absence: within the employment, beside no other one, without evidence, and paid by no run', async () => {
  const { id: employment_id } = await start({ start_date: '2025-06-02' })
  const record = (first_day: string, last_day: string, more: object = {}) =>
    act<{ id: string; average_weekly_earnings: string }>(
      ...([world, agency.admin, 'transaction.statutory_absence.record'] as const),
      { employment_id, kind: 'unpaid', first_day, last_day, ...more },
    )
  expect((await refusalOf(record('2025-06-01', '2025-05-31'))).errors).toEqual({
    first_day: 'Should be after 01/06/2025',
    last_day: 'Should be after 31/05/2025',
  })
  const { id, average_weekly_earnings } = await record('2025-06-10', '2025-06-12')
  expect(average_weekly_earnings).toBe('0.00')
  expect((await refusalOf(record('2025-06-12', '2025-06-12'))).errors).toEqual({
    first_day: 'This worker has an absence here at that time',
  })
  const sick = { kind: 'ssp', qualifying_days: 'Mon Tue Wed Thu Fri', average_weekly_earnings: '400.00' }
  expect((await refusalOf(record('2025-06-09', '2025-06-13', sick))).errors).toMatchObject({
    first_day: 'This worker has an absence here at that time',
  })
  const { lines } = await (await tries(employment_id))()
  expect(lines.filter(({ name }) => /statutory/i.test(name))).toEqual([])
  await act(world, agency.admin, 'transaction.statutory_absence.withdraw', { id, reason: 'Worked after all' })
  await act(world, agency.admin, 'business.employment.leave', { id: employment_id, leave_date: '2025-06-12' })
  expect((await refusalOf(record('2025-06-10', '2025-06-13'))).errors).toEqual({
    last_day: 'Should be before 13/06/2025',
  })
})
