/** The life of a pay run: computed from facts, checked, approved by another person, issued once, and paid. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { sterling } from '#test/fixtures/cash.ts'
import { example_4, hoursOf, seedPayePlacement } from '#test/fixtures/documents.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedAccount,
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
const broken = async () =>
  (
    await Promise.all(
      invariants.filter(({ is_note }) => !is_note).map(({ sql: text }) => sql<{ what: string }>(text)),
    )
  ).flat()

const weeks = {
  first: ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06'],
  second: ['2025-06-09', '2025-06-10', '2025-06-11', '2025-06-12', '2025-06-13'],
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
const cancel = (id: string) =>
  act(world, provider.operations, 'transaction.pay_run.cancel', { id, reason: 'Only tried' })

const owed = () =>
  sql(
    `select kind, status, amount, due_date::text from transaction.payroll_payment order by due_date, human_id`,
  )
const submit = (id: string) => act(world, provider.operations, 'payment.payment_batch.submit', { id })
/** A batch that is under review where it has something to pay. */
const batch = async (run_date: string) =>
  (
    await act<{ id: string }>(world, provider.operations, 'payment.payment_batch.create', {
      run_date,
      currency_id: sterling,
    })
  ).id
async function complete(id: string) {
  const [{ status } = { status: '' }] = await sql<{ status: string }>(
    'select status from payment.payment_batch where id = $1',
    id,
  )
  if (status === 'hold') {
    await submit(id)
    await act(world, provider.approver, 'payment.payment_batch.review', { id })
  }
  return act(world, provider.approver, 'payment.payment_batch.complete', { id })
}

test('a run: from approved work to paid payslips, by two people, with documents and books in balance', async () => {
  const { placement, employment_id } = await employed()
  const sheet = await week(placement, weeks.first)
  const { id } = await open('2025-06-20')
  expect((await refusalOf(open('2025-06-20'))).code).toBe('conflict')
  expect(await calculate(id)).toMatchObject({ payslips: 1, stops: 0 })
  const [slip] = await sql<Record<string, unknown>>(
    `select gross_pay, income_tax, employee_ni, net_pay, employer_ni, apprenticeship_levy, tax_code, hours, lines, last_net_pay
     from transaction.pay_run_payslip where pay_run_id = $1`,
    id,
  )
  expect(slip).toMatchObject({
    gross_pay: '896.56',
    income_tax: '130.80',
    employee_ni: '52.36',
    net_pay: '713.40',
    employer_ni: '120.08',
    apprenticeship_levy: '4.48',
    tax_code: '1257L W1/M1',
    hours: '40.0000',
    last_net_pay: null,
  })
  expect(slip?.lines).toContainEqual({
    part: 'pay',
    name: 'Pay',
    amount: '896.56',
    why: 'Pay: 40 hours at £22.414 is £896.56',
  })
  expect((await findings(id)).map(({ code }) => code)).toContain('N05')
  expect((await refusalOf(check(id))).message).toMatch(/without a reason$/)
  await answerAll(id)
  const { content_hash } = await check(id)
  const own = await refusalOf(approve(id, content_hash, provider.operations))
  expect(own.code).toBe('not_allowed')
  expect((await refusalOf(approve(id, 'another', provider.approver))).message).toBe(
    'The run changed since it was checked. Check it again',
  )
  const both = await Promise.allSettled([
    approve(id, content_hash),
    approve(id, content_hash, provider.admin),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const issued = await sql<{ id: string; net_pay: string; status: string }>(
    `select p.id, p.net_pay, p.status from transaction.payslip p
     join transaction.pay_run_payslip c on c.payslip_id = p.id where c.pay_run_id = $1`,
    id,
  )
  expect(issued).toEqual([{ id: expect.any(String), net_pay: '713.40', status: 'issued' }])
  expect(
    await sql(
      `select f.source, f.employer_ni, t.status, s.on_costs from transaction.payroll_figure f
       join transaction.timesheet t on t.id = f.timesheet_id
       join transaction.invoice_set s on s.timesheet_id = t.id and s.status = 'live' where t.id = $1`,
      sheet.id,
    ),
  ).toEqual([{ source: 'engine', employer_ni: '120.08', status: 'approved', on_costs: '124.56' }])
  expect(await broken()).toEqual([])
  world.clock.set(instant('2025-06-20T09:00:00.000Z'))
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', {
    ids: issued.map((one) => one.id),
  })
  expect(await sql('select status from transaction.pay_run where id = $1', id)).toEqual([{ status: 'paid' }])
  expect(await owed()).toEqual([
    { kind: 'net_pay', status: 'paid', amount: '713.40', due_date: '2025-06-20' },
    { kind: 'hmrc', status: 'due', amount: '307.72', due_date: '2025-07-22' },
  ])
  expect(await broken()).toEqual([])

  // The next week, on a year to date that now has this one, of which an hour a day was a mistake.
  await week(placement, weeks.second, '7')
  await act(world, agency.user, 'transaction.timesheet.refine', {
    id: sheet.id,
    mode: 'full',
    details: hoursOf(placement, weeks.first, '7'),
    reason: 'An hour a day was lunch',
  })
  await act(world, agency.admin, 'business.tax_code.add', {
    employment_id,
    code: '1257L',
    is_week1: false,
    source: 'p6',
    notice_date: '2025-06-19',
    effective_from: '2025-06-27',
  })
  const next = await open('2025-06-27')
  expect(await calculate(next.id)).toMatchObject({ payslips: 1, stops: 0 })
  const corrected = {
    gross_pay: '672.42',
    income_tax: '-130.80',
    employee_ni: '34.44',
    net_pay: '768.78',
    employer_ni: '86.46',
  }
  expect(
    await sql(
      `select gross_pay, income_tax, employee_ni, net_pay, employer_ni, last_net_pay, net_change
       from transaction.pay_run_payslip where pay_run_id = $1`,
      next.id,
    ),
  ).toEqual([{ ...corrected, last_net_pay: '713.40', net_change: '55.38' }])
  expect((await refusalOf(open('2025-06-13'))).errors).toEqual({ pay_day: 'Should be after 20/06/2025' })
  await answerAll(next.id)
  await approve(next.id, (await check(next.id)).content_hash)
  expect(
    await sql(
      `select f.version, f.gross_pay, f.employee_ni, f.gross_change from transaction.payroll_figure f
       where f.timesheet_id = $1 order by f.version`,
      sheet.id,
    ),
  ).toEqual([
    { version: 1, gross_pay: '896.56', employee_ni: '52.36', gross_change: null },
    { version: 2, gross_pay: '784.49', employee_ni: '43.40', gross_change: '-112.07' },
  ])
  expect(
    await sql("select gross_pay, net_pay from transaction.payslip where pay_date = '2025-06-27'"),
  ).toEqual([{ gross_pay: '672.42', net_pay: '768.78' }])
  expect(await broken()).toEqual([])

  // Net pay leaves with a batch, at most three bank days before the pay day, and the payslip is paid with it.
  const early = await batch('2025-06-27')
  expect(await complete(early)).toMatchObject({
    left_out: [{ reason: 'Net pay of 27/06/2025 leaves on 24/06/2025 at the earliest' }],
  })
  const [slip_2] = await sql<{ id: string }>(
    "select id from transaction.payslip where pay_date = '2025-06-27'",
  )
  world.clock.set(instant('2025-06-27T09:00:00.000Z'))
  const pay = await batch('2025-06-27')
  const by_hand = act(world, provider.operations, 'transaction.payslip.confirm_paid', { ids: [slip_2?.id] })
  expect((await refusalOf(by_hand)).message).toMatch(/^The net pay of PSL\d+ is in payment batch BAT\d+: /)
  expect(await complete(pay)).toMatchObject({ amount: '768.78', payments: 1, left_out: [] })
  expect(await sql('select status from transaction.pay_run where id = $1', next.id)).toEqual([
    { status: 'paid' },
  ])
  const month = { kind: 'hmrc', status: 'due', amount: '301.18', due_date: '2025-07-22' }
  expect((await owed()).slice(1)).toEqual([
    { kind: 'net_pay', status: 'paid', amount: '768.78', due_date: '2025-06-27' },
    month,
  ])
  expect(await broken()).toEqual([])

  // HMRC waits for an account that two people entered, and has its money on the 22nd.
  world.clock.set(instant('2025-07-22T09:00:00.000Z'))
  const [hmrc] = await sql<{ id: string }>("select id from business.business where type = 'creditor'")
  const first = await batch('2025-07-22')
  expect((await refusalOf(submit(first))).message).toMatch(/has nothing to pay$/)
  await act(world, provider.admin, 'payment.payment_batch.cancel', { id: first, reason: 'No account' })
  await seedAccount(world, provider.operations, hmrc?.id ?? '', 'payout')
  const paid = await batch('2025-07-22')
  expect(await complete(paid)).toMatchObject({ amount: '301.18', payments: 1 })
  expect(
    await sql(
      'select reference, amount from transaction.payment_receipt_summary where payment_batch_id = $1',
      paid,
    ),
  ).toEqual([{ reference: '123PA00012345', amount: '301.18' }])
  expect(
    await sql(
      `select a.kind, sum(p.amount) as left from ledger.posting p join ledger.account a on a.id = p.account_id
       where a.kind in ('net_pay_payable', 'hmrc_payable') group by 1 having sum(p.amount) <> 0`,
    ),
  ).toEqual([])
  expect(await broken()).toEqual([])
})

test('one source: figures are refused for an employer of calculated pay, and runs for one of a bureau', async () => {
  const { placement } = await employed()
  const sheet = await week(placement, weeks.first)
  const typed = act(world, provider.operations, 'transaction.payroll_figure.record', {
    timesheet_id: sheet.id,
    ...example_4,
  })
  expect((await refusalOf(typed)).errors).toEqual({
    timesheet_id: `Timesheet ${sheet.human_id} is paid by a pay run of its employer, and not by figures`,
  })
  const { id, human_id } = await open('2025-07-04')
  const source = (to: string, by: Viewer = provider.admin) =>
    act(world, by, 'business.paye_scheme.set_source', { id: paye_scheme_id, source: to })
  expect((await refusalOf(source('bureau'))).message).toBe(
    `Pay run ${human_id} is under way: approve or cancel it first`,
  )
  expect((await refusalOf(source('bureau', agency.admin))).code).toBe('not_allowed')
  await cancel(id)
  await source('bureau')
  expect((await refusalOf(open('2025-07-04'))).message).toMatch(/is paid by a bureau’s figures/)
  await act(world, provider.operations, 'transaction.payroll_figure.record', {
    timesheet_id: sheet.id,
    ...example_4,
  })
  await source('engine')
})

test('facts that change after the check: the run is not approved, is calculated again, and can be returned', async () => {
  const { placement, employment_id } = await employed()
  await week(placement, weeks.first)
  const { id } = await open('2025-07-11')
  await calculate(id)
  await answerAll(id)
  const { content_hash } = await check(id)
  await act(world, provider.operations, 'transaction.pay_run.return', { id, reason: 'A notice came in' })
  await act(world, agency.admin, 'business.tax_code.add', {
    employment_id,
    code: 'BR',
    source: 'p6',
    is_week1: false,
    notice_date: '2025-06-19',
    effective_from: '2025-07-11',
  })
  await calculate(id)
  await answerAll(id)
  const again = await check(id)
  expect(again.content_hash).not.toBe(content_hash)
  const at = () =>
    sql<{ tax: string }>(
      'select income_tax as tax from transaction.pay_run_payslip where pay_run_id = $1 and employment_id = $2',
      id,
      employment_id,
    )
  expect(await at()).toEqual([{ tax: '179.20' }])
  await act(world, agency.admin, 'business.tax_code.add', {
    employment_id,
    code: 'NT',
    source: 'p6',
    is_week1: false,
    notice_date: '2025-06-20',
    effective_from: '2025-07-11',
  })
  expect((await refusalOf(approve(id, again.content_hash))).message).toBe(
    'The run changed since it was checked. Check it again',
  )
  await calculate(id)
  expect(await at()).toEqual([{ tax: '0.00' }])
  // Whoever calculated or answered does not approve, even with the role.
  await act(world, provider.admin, 'transaction.pay_run.calculate', { id })
  await answerAll(id)
  const latest = await check(id)
  expect(await refusalOf(approve(id, latest.content_hash, provider.admin))).toMatchObject({
    code: 'not_allowed',
    message: 'Someone else must approve what you prepared',
  })
  await cancel(id)
})

test('own pay: a worker who is the approver, too, does not approve the run that pays them', async () => {
  const { placement, contractor_id } = await employed()
  await week(placement, weeks.first)
  const { id } = await open('2025-07-18')
  await calculate(id)
  await answerAll(id)
  const { content_hash } = await check(id)
  await sql(
    `update business.business_contact set user_id = $2 where business_id = $1`,
    contractor_id,
    provider.approver.user_id,
  )
  expect((await refusalOf(approve(id, content_hash))).message).toMatch(
    /pays you, so somebody else approves it$/,
  )
  await cancel(id)
})

test('nonsense: a missing letter, an unknown birth date and no bank account stop the run', async () => {
  const { placement } = await employed({ letter: '' })
  await week(placement, weeks.first)
  const unknown = await employed({ born: null })
  await week(unknown.placement, weeks.first)
  await sql(
    `update business.bank_account set status = 'retired' where business_id = $1`,
    unknown.contractor_id,
  )
  const { id } = await open('2025-07-25')
  expect(await calculate(id)).toMatchObject({ stops: 3 })
  const stops = (await findings(id)).filter(({ level }) => level === 'stop')
  expect(stops).toEqual([
    {
      code: 'P07',
      level: 'stop',
      sentence: `${placement.contractor.name}: There is no NI category on this pay day`,
    },
    {
      code: 'P07',
      level: 'stop',
      sentence: `The birth date of ${unknown.placement.contractor.name} is missing`,
    },
    {
      code: 'P08',
      level: 'stop',
      sentence: `${unknown.placement.contractor.name}: The payee has no confirmed bank account`,
    },
  ])
  expect((await refusalOf(check(id))).message).toMatch(/has 3 stops: put them right and calculate again$/)
  const [stop] = await sql<{ id: string }>(
    `select id from transaction.pay_run_check where pay_run_id = $1 and level = 'stop' limit 1`,
    id,
  )
  const answer = act(world, provider.operations, 'transaction.pay_run_check.answer', {
    ids: [stop?.id],
    reason: 'Let it pass for once',
  })
  expect((await refusalOf(answer)).message).toMatch(/this stops the run, and no reason lets it pass$/)
  await cancel(id)
})

test('strangers: an agency does not run pay, and another provider finds no run', async () => {
  const { id } = await open('2025-08-01')
  const stranger = await seedProvider(world)
  expect((await refusalOf(open('2025-08-08', agency.admin))).code).toBe('not_allowed')
  expect(
    (await refusalOf(act(world, stranger.operations, 'transaction.pay_run.calculate', { id }))).code,
  ).toBe('not_found')
  await cancel(id)
  expect((await refusalOf(open('2027-06-25'))).errors).toEqual({
    pay_day: 'There are no rates for the tax year 2027-28 yet',
  })
})
