/** The life of a pay run: computed from facts, checked, approved by another person, issued once, and paid. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { example_4, hoursOf } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedProvider } from '#test/fixtures/world.ts'
import { work_invariants } from '../../ledger/invariants-work.server.ts'

const database = await freshDatabase()
const { world, provider, agency, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const { employed, week, open, calculate, answerAll, check, approve } = steps
const broken = async () =>
  (await Promise.all(work_invariants.map((one) => sql<{ what: string }>(one.sql)))).flat()

const findings = (id: string) =>
  sql<{ code: string; level: string; sentence: string }>(
    'select code, level, sentence from transaction.pay_run_check where pay_run_id = $1 order by level, code, sentence',
    id,
  )
const cancel = (id: string) =>
  act(world, provider.operations, 'transaction.pay_run.cancel', { id, reason: 'Only tried' })

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
  expect(
    await sql(
      'select last_gross_pay, gross_change, last_net_pay, net_change from transaction.pay_run where id = any ($1) order by pay_day',
      [id, next.id],
    ),
  ).toEqual([
    { last_gross_pay: null, gross_change: null, last_net_pay: null, net_change: null },
    { last_gross_pay: '896.56', gross_change: '-224.14', last_net_pay: '713.40', net_change: '55.38' },
  ])
  const [told] = await sql<{ lines: { why: string }[] }>(
    'select lines from transaction.pay_run_payslip where pay_run_id = $1',
    next.id,
  )
  expect(told?.lines[0]?.why).toBe(
    'For 20/06/2025: Pay: 35 hours at £22.414 is £784.49, less £896.56 paid before: -£112.07',
  )
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
})

test('a timesheet is left out with its reason, and taken in again before the approval', async () => {
  const { placement } = await employed()
  const other = await employed()
  const sheet = await week(placement, weeks.first)
  await week(other.placement, weeks.first)
  const { id } = await open('2025-07-04')
  expect(await calculate(id)).toMatchObject({ payslips: 2 })
  const change = (verb: string, input: object) =>
    act(world, provider.operations, `transaction.pay_run.${verb}`, { id, timesheet_id: sheet.id, ...input })
  expect((await refusalOf(change('take_in', {}))).code).toBe('invalid')
  await change('leave_out', { reason: 'The rate is in doubt' })
  expect((await refusalOf(change('leave_out', { reason: 'Twice' }))).code).toBe('invalid')
  const stranger = { timesheet_id: paye_scheme_id, reason: 'Another' }
  expect((await refusalOf(change('leave_out', stranger))).errors).toEqual({
    timesheet_id: 'Timesheet not found',
  })
  expect(await sql('select status, left_out from transaction.pay_run where id = $1', id)).toMatchObject([
    { status: 'open', left_out: [{ human_id: sheet.human_id, reason: 'The rate is in doubt' }] },
  ])
  expect(await calculate(id)).toMatchObject({ payslips: 1 })
  await change('take_in', {})
  expect(await calculate(id)).toMatchObject({ payslips: 2 })
  await cancel(id)
  // Nothing of it waits for the tests below.
  for (const { placement: of } of [{ placement }, other])
    await sql(
      `update transaction.timesheet set deleted_at = now() where contract_id = $1 and status = 'suspense'`,
      of.id,
    )
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

test('work that cannot be raised is left out of the run with its reason, and others are paid', async () => {
  const paid = await employed()
  await week(paid.placement, weeks.first)
  const held = await employed()
  const sheet = await week(held.placement, weeks.first)
  await sql(
    'update contract.contract_entity set deleted_at = now() where contract_id = $1',
    held.placement.id,
  )
  const { id } = await open('2025-07-04')
  expect(await calculate(id)).toMatchObject({ payslips: 1, stops: 0 })
  expect((await findings(id)).filter(({ code }) => code === 'N10')).toEqual([
    {
      code: 'N10',
      level: 'warning',
      sentence: expect.stringMatching(`^Timesheet ${sheet.human_id} of .+ is left out of this run: `),
    },
  ])
  expect((await findings(id)).filter(({ sentence }) => /in no run/.test(sentence))).toEqual([])
  await answerAll(id)
  const { payslips } = await approve(id, (await check(id)).content_hash)
  expect(payslips).toHaveLength(1)
  expect(await sql('select status from transaction.timesheet where id = $1', sheet.id)).toEqual([
    { status: 'suspense' },
  ])
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
    message: 'Someone else must approve what you checked',
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
      sentence: `The NI category of ${placement.contractor.name} is missing`,
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

test('two schemes of one agency: each employment has a year to date of its own', async () => {
  const { placement, contractor_id, employment_id } = await employed()
  await week(placement, weeks.first)
  const first = await open('2025-08-01')
  await calculate(first.id)
  const others = await sql<{ timesheet_id: string }>(
    `select t.id as timesheet_id from transaction.timesheet t where t.status = 'suspense' and t.contractor_id <> $2
       and (exists (select from transaction.pay_run_check k
           where k.pay_run_id = $1 and k.level = 'stop' and k.contractor_id = t.contractor_id)
         or exists (select from transaction.pay_run_payslip p join business.employment e on e.id = p.employment_id
           where p.pay_run_id = $1 and e.contractor_id = t.contractor_id))`,
    first.id,
    contractor_id,
  )
  // Work that the tests before left.
  for (const { timesheet_id } of others)
    await act(world, provider.operations, 'transaction.pay_run.leave_out', {
      ...{ id: first.id, timesheet_id, reason: 'Not of this test' },
    })
  await calculate(first.id)
  await answerAll(first.id)
  await approve(first.id, (await check(first.id)).content_hash)
  const other = await act<{ id: string }>(world, agency.admin, 'business.paye_scheme.create', {
    ...{ employer_reference: '123/OTHER', accounts_office_reference: '123PA00012345' },
    ...{ payment_frequency: 'monthly', levy_charge: 'none' },
  })
  const second = await act<{ id: string }>(world, agency.admin, 'business.employment.start', {
    ...{ contractor_id, paye_scheme_id: other.id, payroll_id: 'O1', start_date: '2025-06-02' },
    ...{ pay_frequency: 'week', starter_declaration: 'B' },
  })
  for (const id of [employment_id, second.id])
    await act(world, agency.admin, 'business.tax_code.add', {
      ...{
        employment_id: id,
        code: 'BR',
        source: 'p6',
        notice_date: '2025-06-19',
        effective_from: '2025-08-08',
      },
    })
  const letter = { letter: 'A', effective_from: '2025-06-02' }
  await act(world, agency.admin, 'business.ni_category.add', { employment_id: second.id, ...letter })
  const tax = async (id: string) => {
    const { lines } = await act<{ lines: { name: string; why: string }[] }>(
      ...([world, agency.admin, 'business.employment.what_if'] as const),
      { employment_id: id, pay_day: '2025-08-08', pay: '100.00' },
    )
    return lines.find(({ name }) => name === 'Income tax')?.why
  }
  expect(await tax(employment_id)).toMatch(/£996\.56 to date/)
  expect(await tax(second.id)).toMatch(/£100\.00 to date/)
})

test('pay frequency: not changed while a run under way has the worker', async () => {
  const { placement, employment_id } = await employed()
  await week(placement, weeks.second)
  const { id, human_id } = await open('2025-09-05')
  await calculate(id)
  const change = (pay_frequency: string) =>
    act(world, agency.admin, 'business.employment.change', {
      ...{ id: employment_id, pay_frequency, is_irregular_hours: true },
    })
  expect((await refusalOf(change('month'))).errors).toEqual({
    pay_frequency: `Pay run ${human_id} pays this worker: approve or cancel it before the change`,
  })
  await change('week')
  await cancel(id)
  await change('month')
})
