/** Pay of a run besides work: its days are paid once, taxed with the rest, and documents and books say so. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { hoursOf, seedPayePlacement } from '#test/fixtures/documents.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedAgency,
  seedClient,
  seedProvider,
  seedTimesheets,
  worldOn,
} from '#test/fixtures/world.ts'
import { invariants } from '../../ledger/invariants.server.ts'

const database = await freshDatabase()
const world = worldOn(database)
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
const client = await seedClient(world, agency)

const sql = async <R>(text: string, ...params: unknown[]): Promise<R[]> =>
  (await database.owner.query(text, params)).rows as R[] // The test names the row of its own SQL.
const broken = async () => (await Promise.all(invariants.map((one) => sql<{ what: string }>(one.sql)))).flat()

const weeks = {
  first: ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06'],
} as const

const { id: paye_scheme_id } = await act<{ id: string }>(world, agency.admin, 'business.paye_scheme.create', {
  employer_reference: '123/AB45678',
  accounts_office_reference: '123PA00012345',
  payment_frequency: 'monthly',
  levy_charge: 'per_timesheet',
})
await act(world, provider.admin, 'business.paye_scheme.set_source', { id: paye_scheme_id, source: 'engine' })

let count = 0

/** A PAYE worker with an employment, born in 1990. */
async function employed(change: { letter?: string; born?: string | null } = {}) {
  count += 1
  const placement = await seedPayePlacement(world, { agency, client })
  const { id: contractor_id } = placement.contractor
  await sql(
    `update business.individual set date_of_birth = $2 where id = (select individual_id from business.business where id = $1)`,
    contractor_id,
    change.born === undefined ? '1990-05-01' : change.born,
  )
  const { id: employment_id } = await act<{ id: string }>(world, agency.admin, 'business.employment.start', {
    contractor_id,
    paye_scheme_id,
    payroll_id: `W${count}`,
    start_date: '2025-06-02',
    pay_frequency: 'week',
    starter_declaration: 'B',
  })
  if (change.letter !== '')
    await act(world, agency.admin, 'business.ni_category.add', {
      employment_id,
      letter: change.letter ?? 'A',
      effective_from: '2025-06-02',
      reason: 'Certificate seen',
    })
  return { placement, employment_id, contractor_id }
}

/** An approved week that waits for its pay. */
async function week(placement: SeededPlacement, days: readonly string[], units = '8') {
  const sheets = await seedTimesheets(world, placement)
  const rows = await sql<{ id: string; start_date: string }>(
    `select id, start_date::text from transaction.timesheet where contract_id = $1 and status = 'draft'
       and $2::date between start_date and end_date`,
    placement.id,
    days[0],
  )
  const sheet = present(
    sheets.find(({ id }) => id === rows[0]?.id),
    'the week',
  )
  await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', {
    id: sheet.id,
    details: hoursOf(placement, days, units),
  })
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
  return sheet
}

/** The first week loses an hour a day. It stands next to other work, so that the payslip is not below nothing. */
async function shorten(placement: SeededPlacement, sheet: { readonly id: string }) {
  await act(world, agency.user, 'transaction.timesheet.refine', {
    id: sheet.id,
    mode: 'full',
    details: hoursOf(placement, weeks.first, '7'),
    reason: 'An hour a day was lunch',
  })
  await week(placement, ['2025-06-09', '2025-06-10', '2025-06-11', '2025-06-12', '2025-06-13'])
}

type Opened = { id: string; human_id: string }
const open = (pay_day: string, by: Viewer = provider.operations) =>
  act<Opened>(world, by, 'transaction.pay_run.open', { paye_scheme_id, frequency: 'week', pay_day })
const calculate = (id: string) =>
  act<{ payslips: number; stops: number; warnings: number }>(
    world,
    provider.operations,
    'transaction.pay_run.calculate',
    { id },
  )
const answerAll = async (id: string) => {
  const ids = await sql<{ id: string }>(
    `select id from transaction.pay_run_check where pay_run_id = $1 and level = 'warning' and reason is null`,
    id,
  )
  if (ids.length > 0)
    await act(world, provider.operations, 'transaction.pay_run_check.answer', {
      ids: ids.map((one) => one.id),
      reason: 'Looked into it, it is right',
    })
}
const check = (id: string, by: Viewer = provider.operations) =>
  act<{ content_hash: string }>(world, by, 'transaction.pay_run.check', { id })
const approve = (id: string, content_hash: string, by: Viewer = provider.approver) =>
  act<{ payslips: { id: string; human_id: string; net_pay: string }[] }>(
    world,
    by,
    'transaction.pay_run.approve',
    {
      id,
      content_hash,
    },
  )
const findings = (id: string) =>
  sql<{ code: string; level: string; sentence: string }>(
    'select code, level, sentence from transaction.pay_run_check where pay_run_id = $1 order by level, code, sentence',
    id,
  )
const pay = async (pay_day: string) => {
  const { id } = await open(pay_day)
  await calculate(id)
  expect((await findings(id)).filter(({ level }) => level === 'stop')).toEqual([])
  await answerAll(id)
  const { payslips } = await approve(id, (await check(id)).content_hash)
  return { id, payslips }
}

test('statutory pay: its days are paid once with documents of the agency, and a withdrawn absence is taken back', async () => {
  const worked = await employed()
  const away = await employed()
  const sick = (employment_id: string, change: object = {}) =>
    act<{ id: string }>(world, agency.admin, 'transaction.statutory_absence.record', {
      employment_id,
      kind: 'ssp',
      first_day: '2025-07-28',
      last_day: '2025-08-22',
      qualifying_days: 'Mon Tue Wed Thu Fri',
      average_weekly_earnings: '400.00',
      evidence: 'Fit note',
      ...change,
    })
  await week(worked.placement, weeks.first)
  await sick(worked.employment_id, { last_day: '2025-08-03', evidence: undefined })
  const { id: absence } = await sick(away.employment_id)
  const slips = async (id: string, employment_id: string) => {
    const [row] = await sql<{ gross: string; net: string; lines: { name: string; why: string }[] }>(
      `select gross_pay as gross, net_pay as net, lines from transaction.pay_run_payslip where pay_run_id = $1 and employment_id = $2`,
      id,
      employment_id,
    )
    return row
  }
  const first = await pay('2025-08-08')
  // Three waiting days: two days of the first week, and the whole of the second.
  expect(await slips(first.id, away.employment_id)).toMatchObject({ gross: '166.25', net: '166.25' })
  expect((await slips(first.id, worked.employment_id))?.lines.slice(0, 2)).toMatchObject([
    { name: 'Pay', why: 'Pay: 40 hours at £22.414 is £896.56' },
    { name: 'Statutory Sick Pay', why: 'Statutory Sick Pay: 2 of 5 days at £118.75 a week is £47.50' },
  ])
  expect(
    await sql(
      `select s.contractor_gross, s.agency_gross, s.on_costs from transaction.invoice_set s
       join transaction.pay_run_payslip p on p.invoice_set_id = s.id where p.pay_run_id = $1 and p.employment_id = $2`,
      first.id,
      away.employment_id,
    ),
  ).toEqual([{ contractor_gross: '166.25', agency_gross: '-177.62', on_costs: '11.37' }])
  expect(await broken()).toEqual([])
  world.clock.set(instant('2025-08-08T09:00:00.000Z'))
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', {
    ids: first.payslips.map((one) => one.id),
  })
  expect(await broken()).toEqual([])

  const second = await pay('2025-08-15')
  expect(await slips(second.id, away.employment_id)).toMatchObject({ gross: '118.75' })
  expect(await slips(second.id, worked.employment_id)).toBeUndefined()
  // The absence ended a week earlier: all of it is taken back from the pay that is due again, and the rest waits.
  await act(world, agency.admin, 'transaction.statutory_absence.withdraw', { id: absence, reason: 'Shorter' })
  await sick(away.employment_id, { last_day: '2025-08-08', first_day: '2025-07-28' })
  const { id } = await open('2025-08-22')
  await calculate(id)
  expect(await findings(id)).toContainEqual({
    code: 'N09',
    level: 'warning',
    sentence: `${away.placement.contractor.name}: Statutory pay of £118.75 was paid too much, and waits for later statutory pay`,
  })
  expect(await slips(id, away.employment_id)).toMatchObject({ gross: '0.00' })
  expect((await slips(id, away.employment_id))?.lines.map(({ why }) => why)).toContain(
    'Statutory Sick Pay: paid for 28/07/2025 to 15/08/2025 before, taken back: -£166.25',
  )
  await answerAll(id)
  await approve(id, (await check(id)).content_hash)
  expect(await broken()).toEqual([])
  expect(
    await sql(
      `select sum(amount)::text as paid, sum(recovered)::text as recovered from transaction.statutory_payment where employment_id = $1`,
      away.employment_id,
    ),
  ).toEqual([{ paid: '285.00', recovered: '0.00' }])
})

test('rolled-up holiday: a line of its own within the rate, in figures, payslip and corrections', async () => {
  const { placement, employment_id } = await employed()
  const change = (rolled_up_percent: string, is_irregular_hours = true) =>
    act(world, agency.admin, 'business.employment.change', {
      id: employment_id,
      pay_frequency: 'week',
      is_irregular_hours,
      rolled_up_percent,
    })
  expect((await refusalOf(change('12.06'))).errors).toEqual({
    rolled_up_percent: 'Value must be 12.07% or higher to meet legal statutory holiday entitlement.',
  })
  expect((await refusalOf(change('12.07', false))).errors).toEqual({
    rolled_up_percent: 'Holiday pay is rolled up only for workers with irregular hours',
  })
  await change('12.07')
  const sheet = await week(placement, weeks.first)
  const first = await pay('2025-08-29')
  const [slip] = await sql<{ lines: unknown[] }>(
    'select gross_pay, holiday_pay, lines from transaction.pay_run_payslip where pay_run_id = $1',
    first.id,
  )
  expect(slip).toMatchObject({ gross_pay: '896.56', holiday_pay: '96.56' })
  expect(slip?.lines.slice(0, 2)).toMatchObject([
    { name: 'Pay', amount: '800.00', why: 'Pay: 40 hours at £20.00 is £800.00' },
    { name: 'Holiday pay', amount: '96.56', why: 'Holiday pay: rolled up, 12.07% of £800.00: £96.56' },
  ])
  await shorten(placement, sheet)
  await pay('2025-09-05')
  expect(
    await sql(
      'select version, gross_pay, holiday_pay from transaction.payroll_figure where timesheet_id = $1 order by version',
      sheet.id,
    ),
  ).toEqual([
    { version: 1, gross_pay: '896.56', holiday_pay: '96.56' },
    { version: 2, gross_pay: '784.49', holiday_pay: '84.49' },
  ])
  expect(await broken()).toEqual([])
})

test('retained holiday: accrued with the work, corrected, and what is left paid at leaving out of the fund', async () => {
  const { placement, employment_id } = await employed()
  const change = (input: object) =>
    act(world, agency.admin, 'business.employment.change', {
      id: employment_id,
      pay_frequency: 'week',
      is_irregular_hours: true,
      ...input,
    })
  expect((await refusalOf(change({ retained_percent: '12.06' }))).errors).toEqual({
    retained_percent: 'Value must be 12.07% or higher to meet legal statutory holiday entitlement.',
  })
  expect((await refusalOf(change({ retained_percent: '13', rolled_up_percent: '13' }))).errors).toEqual({
    retained_percent: 'Holiday pay is rolled up or retained, not both',
  })
  await change({ retained_percent: '12.07' })
  const movements = () =>
    sql<{ kind: string; hours: string; amount: string; paid: string; sentence: string }>(
      `select kind, hours::float8 as hours, amount, paid, sentence from transaction.holiday_movement
       where employment_id = $1 order by pay_day, created_at, id`,
      employment_id,
    )
  const sheet = await week(placement, weeks.first)
  const first = await pay('2025-09-12')
  // Gross pay of 896.56 stays, and 12.07 % of it is held besides.
  expect(await movements()).toEqual([
    {
      kind: 'accrued',
      hours: 5,
      amount: '108.22',
      paid: '0.00',
      sentence: '12.07% of £896.56 is £108.22, and of 40 hours 4.828, in whole hours 5',
    },
  ])
  expect(
    await sql(
      'select gross_pay, holiday_pay, holiday_pay_retained from transaction.payroll_figure where timesheet_id = $1',
      sheet.id,
    ),
  ).toEqual([{ gross_pay: '896.56', holiday_pay: '0.00', holiday_pay_retained: '108.22' }])
  expect(await broken()).toEqual([])
  world.clock.set(instant('2025-09-12T09:00:00.000Z'))
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', {
    ids: first.payslips.map((one) => one.id),
  })
  expect(await broken()).toEqual([])
  await shorten(placement, sheet)
  await pay('2025-09-19')
  expect((await movements()).slice(1)).toMatchObject([
    { kind: 'accrued', hours: 5, amount: '108.22' },
    {
      kind: 'corrected',
      hours: -1,
      amount: '-13.53',
      sentence:
        'Work from 02/06/2025 was corrected: £108.22 was held for pay of £896.56, which changed by -£112.07: -£13.53, and -5 hours of work change the hours by -1',
    },
  ])
  expect(await broken()).toEqual([])
  world.clock.set(instant('2025-09-22T09:00:00.000Z'))
  const worker = placement.contractor.viewer
  const days = { employment_id, first_day: '2025-09-15', last_day: '2025-09-15' }
  const ask = (by: Viewer, input: object) =>
    act<{ id: string; expected_pay: string }>(world, by, 'transaction.holiday.ask', { ...days, ...input })
  expect((await refusalOf(ask(worker, { hours: '10' }))).errors).toEqual({ hours: 'Only 9 hours are held' })
  expect(
    (await refusalOf(ask(worker, { hours: '1', first_day: '2025-06-10', last_day: '2025-06-10' }))).errors,
  ).toEqual({ first_day: 'There is work on 10/06/2025' })
  const { id: holiday, expected_pay } = await ask(worker, { hours: '4' })
  expect(expected_pay).toBe('89.66')
  expect((await refusalOf(ask(worker, { hours: '4' }))).errors).toEqual({
    first_day: 'Cannot reuse this date',
  })
  const later = { first_day: '2025-09-16', last_day: '2025-09-16' }
  expect((await refusalOf(ask(agency.admin, { hours: '6', ...later }))).errors).toEqual({
    hours: 'Only 5 hours are held',
  })
  const decide = (by: Viewer, verb: string, input: object) =>
    act(world, by, `transaction.holiday.${verb}`, input)
  const { id: entered } = await ask(agency.admin, { hours: '1', ...later })
  expect((await refusalOf(decide(agency.admin, 'approve', { id: entered }))).message).toBe(
    'Someone else must approve a holiday that you asked for',
  )
  await decide(provider.operations, 'refuse', { id: entered, reason: 'Not that day' })
  await decide(agency.admin, 'approve', { id: holiday })
  const adjust = (hours: string) =>
    act<{ hours: string }>(world, agency.admin, 'transaction.holiday_movement.adjust', {
      employment_id,
      hours,
      reason: 'Held before the takeover',
    })
  expect((await refusalOf(adjust('-5.5'))).errors).toEqual({ hours: 'Only 5 hours are held' })
  expect(await adjust('2')).toMatchObject({ hours: '11' })
  await act(world, agency.admin, 'business.employment.leave', { id: employment_id, leave_date: '2025-09-20' })
  const last = await pay('2025-09-26')
  // 4 hours at the average of 22.414; then 7 hours at it are more than is held.
  expect((await movements()).slice(3)).toMatchObject([
    {
      kind: 'taken',
      hours: -4,
      amount: '-89.66',
      paid: '89.66',
      sentence: '15/09/2025, 4 hours at the average of £1,681.05 for 75 hours: £89.66',
    },
    {
      kind: 'paid_on_leaving',
      hours: -7,
      amount: '-113.25',
      paid: '156.90',
      sentence:
        'Holiday left at leaving, 7 hours at the average of £1,681.05 for 75 hours: £156.90; £43.65 more than is held, which the agency bears',
    },
    { kind: 'adjusted', hours: 2, amount: '0.00' },
  ])
  expect(
    await sql(
      `select s.contractor_gross, s.agency_gross, s.on_costs from transaction.invoice_set s
       join transaction.pay_run_payslip p on p.invoice_set_id = s.id where p.pay_run_id = $1`,
      last.id,
    ),
  ).toEqual([{ contractor_gross: '246.56', agency_gross: '-67.46', on_costs: '-179.10' }])
  expect(await broken()).toEqual([])
})

test('a pension by net pay: the next payslip counts taxable pay of the first, and not its gross pay', async () => {
  const { placement, employment_id } = await employed()
  await act(world, agency.admin, 'business.tax_code.add', {
    employment_id,
    code: 'BR',
    is_week1: false,
    source: 'p6',
    notice_date: '2025-09-12',
    effective_from: '2025-10-03',
  })
  const pension = await act<{ id: string }>(world, agency.admin, 'business.pension_scheme.add', {
    paye_scheme_id,
    name: 'Workplace pension',
    provider: 'Nest',
    employer_reference: 'EMP000123',
    relief: 'net_pay',
    basis: 'set_3',
    employee_percent: '5',
    employer_percent: '3',
  })
  await act(world, agency.admin, 'business.pension_membership.enrol', {
    employment_id,
    pension_scheme_id: pension.id,
    entry: 'opt_in',
    effective_from: '2025-10-03',
    informed_on: '2025-09-12',
  })
  await week(placement, weeks.first)
  await pay('2025-10-03')
  await week(placement, ['2025-06-09', '2025-06-10', '2025-06-11', '2025-06-12', '2025-06-13'])
  const { id } = await pay('2025-10-10')
  const [slip] = await sql<{ lines: { name: string; why: string }[] }>(
    'select gross_pay, income_tax, lines from transaction.pay_run_payslip where pay_run_id = $1',
    id,
  )
  expect(slip).toMatchObject({ gross_pay: '896.56', income_tax: '170.40' })
  expect(slip?.lines.find(({ name }) => name === 'Income tax')?.why).toMatch(
    /£1,703\.46 to date.*£170\.20 was taken before/,
  )
})
