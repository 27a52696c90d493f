/** A correction that is larger than the pay: carried, taken back by later pay, withdrawn with its run, and left by a leaver. */
import { afterAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { instant } from '#kernel/instant.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { hoursOf } from '#test/fixtures/documents.ts'
import { makeReportable, payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement } from '#test/fixtures/world.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { payslipPdf } from '../payslips/payslip-pdf.server.ts'

const database = await freshDatabase()
const { world, agency, client, provider, sql, ...steps } = await payRunsOn(database)

afterAll(stopPdf)
const textOf = async (viewer: Viewer, id: string) =>
  pdfText((await (await inTransaction(database, (tx) => payslipPdf(tx, viewer, id))).print()).bytes)

const days_of = {
  third: ['2025-06-16', '2025-06-17', '2025-06-18', '2025-06-19', '2025-06-20'],
  fourth: ['2025-06-23', '2025-06-24', '2025-06-25', '2025-06-26', '2025-06-27'],
  fifth: ['2025-06-30', '2025-07-01', '2025-07-02', '2025-07-03', '2025-07-04'],
} as const
const july = {
  first: ['2025-07-07', '2025-07-08', '2025-07-09', '2025-07-10', '2025-07-11'],
  second: ['2025-07-14', '2025-07-15', '2025-07-16', '2025-07-17', '2025-07-18'],
  third: ['2025-07-21', '2025-07-22', '2025-07-23', '2025-07-24', '2025-07-25'],
} as const
const august = { first: ['2025-07-28', '2025-07-29', '2025-07-30', '2025-07-31', '2025-08-01'] } as const
/** Every check of `npm run verify`. */
const verified = async () =>
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
/** The books owe the worker nothing besides. */
const payable = async (contractor_id: string) =>
  (
    await sql<{ amount: string }>(
      `select coalesce(sum(g.amount), 0)::numeric(15,2)::text as amount from ledger.posting g join ledger.account a on a.id = g.account_id
       where a.kind = 'contractor_payable' and a.business_id = $1`,
      contractor_id,
    )
  )[0]?.amount
const noon = (day: string) => world.clock.set(instant(`${day}T12:00:00.000Z`))

async function approved(pay_day: string) {
  const run = await steps.open(pay_day)
  expect(await steps.calculate(run.id)).toMatchObject({ stops: 0 })
  return { ...run, ...(await approveAgain(run.id)) }
}
async function approveAgain(id: string) {
  await steps.answerAll(id)
  return steps.approve(id, (await steps.check(id)).content_hash)
}
async function pay(pay_day: string) {
  const run = await approved(pay_day)
  noon(pay_day)
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', {
    ids: run.payslips.map((one) => one.id),
  })
  return run
}
/** The agency takes a paid week down to hours of a day. */
const shorten = (id: string, placement: SeededPlacement, days: readonly string[], units: string) =>
  act(world, agency.user, 'transaction.timesheet.refine', {
    ...{ id, mode: 'full', reason: 'The worker was away' },
    details: hoursOf(placement, days, units),
  })

type Slip = {
  gross_pay: string
  income_tax: string
  employee_ni: string
  other_deductions: string
  net_pay: string
}
const slipOf = async (run_id: string) =>
  present(
    (
      await sql<Slip & { why: string[] }>(
        `select gross_pay, income_tax, employee_ni, other_deductions, net_pay,
           array(select l ->> 'why' from jsonb_array_elements(lines) l where l ->> 'name' = 'Overpayment') as why
         from transaction.pay_run_payslip where pay_run_id = $1 and withdrawn_as is null`,
        run_id,
      )
    )[0],
    'a payslip',
  )
const told = async (run_id: string) =>
  (
    await sql<{ sentence: string }>(
      `select sentence from transaction.pay_run_check where pay_run_id = $1 and code = 'N13' order by sentence`,
      run_id,
    )
  ).map(({ sentence }) => sentence)
const owed = async (employment_id: string) =>
  (
    await sql<{ left: string; booked: string }>(
      `select (select coalesce(sum(amount), 0)::text from transaction.overpayment
           where employment_id = $1 and status = 'done' and deleted_at is null) as left,
         (select coalesce(sum(g.amount), 0)::text from ledger.posting g join ledger.account a on a.id = g.account_id
           where a.kind = 'worker_overpayment' and a.business_id = e.contractor_id) as booked
       from business.employment e where e.id = $1`,
      employment_id,
    )
  )[0]

async function employedWorker() {
  const worker = await steps.employed()
  // As the product writes, so that the rows keep their seals.
  await makeReportable((text, ...params) => database.app.query(text, params), worker.contractor_id)
  const [row] = await sql<{ name: string }>(
    'select name from business.business where id = $1',
    worker.contractor_id,
  )
  return { ...worker, name: row?.name ?? '' }
}
const ada = await employedWorker()

test('three runs: a correction larger than the pay is carried, then taken back by the plan and whole', async () => {
  const first = await steps.week(ada.placement, weeks.first)
  await pay('2025-06-13')
  noon('2025-06-15')
  await shorten(first.id, ada.placement, weeks.first, '1')
  await steps.week(ada.placement, weeks.second, '2')
  const second = await pay('2025-06-20')
  // 224.14 of the week, less 784.49 of the first one; tax and National Insurance of the year follow at once.
  expect(await slipOf(second.id)).toEqual({
    ...{ gross_pay: '-560.35', income_tax: '-130.80', employee_ni: '-52.36' },
    ...{ other_deductions: '-377.19', net_pay: '0.00' },
    why: ['Pay less deductions is £377.19 below zero; £377.19 is owed, and later pay takes it back'],
  })
  expect(await told(second.id)).toEqual([
    `${ada.name} was overpaid by £377.19 more than this pay takes back: it is carried, and £377.19 is owed`,
  ])
  expect(await owed(ada.employment_id)).toEqual({ left: '377.19', booked: '377.19' })
  expect(
    await sql(
      `select o.kind, o.status, o.amount, o.reason, o.pay_day::text, t.human_id is not null as names_work from transaction.overpayment o
       left join transaction.timesheet t on o.reason = 'Correction of ' || t.human_id where o.employment_id = $1`,
      ada.employment_id,
    ),
  ).toMatchObject([
    { kind: 'carried', status: 'done', amount: '377.19', pay_day: '2025-06-20', names_work: true },
  ])
  await verified()
  const [slip] = second.payslips
  const printed = await textOf(ada.placement.contractor.viewer, slip?.id ?? '')
  expect(printed).toContain('£377.19 is owed, and later pay takes it back')
  expect(printed).toContain('Tax code 1257L')
  expect(printed).toContain('NI letter A')

  // HMRC is told of the right figures to date.
  const built = await act<{ id: string; status: string; faults: unknown[] }>(
    world,
    provider.operations,
    'transaction.rti_submission.build_fps',
    { pay_run_id: second.id },
  )
  expect(built).toMatchObject({ status: 'validated', faults: [] })
  const [sent] = await sql<{ content: string }>(
    'select content from transaction.rti_submission where id = $1',
    built.id,
  )
  for (const element of [
    '<FiguresToDate><TaxablePay>336.21</TaxablePay><TotalTax>0.00</TotalTax>',
    '<TaxablePay>-560.35</TaxablePay><DednsFromNetPay>-377.19</DednsFromNetPay><PayAfterStatDedns>-377.19</PayAfterStatDedns>',
  ])
    expect(sent?.content.replace(/>\s+</g, '><')).toContain(element)

  const plan = (change: object, by: Viewer = agency.admin) =>
    act(world, by, 'business.employment.plan_recovery', { id: ada.employment_id, ...change })
  for (const [change, errors] of [
    [{ recovery_amount: '0.00' }, { recovery_amount: 'Needs Positive Number' }],
    [{ recovery_percent: 101 }, { recovery_percent: 'A share is from 1 to 100 percent' }],
    [
      { recovery_amount: '5.00', recovery_percent: 5 },
      { recovery_percent: 'A plan is an amount or a share, and not both' },
    ],
  ] as const)
    expect((await refusalOf(plan(change))).errors).toEqual(errors)
  expect((await refusalOf(plan({ recovery_percent: 10 }, client.approver))).code).toBe('not_allowed')
  await plan({ recovery_amount: '50.00' })
  noon('2025-06-22')
  await steps.week(ada.placement, days_of.third, '2')
  const third = await pay('2025-06-27')
  expect(await slipOf(third.id)).toMatchObject({
    ...{ gross_pay: '224.14', other_deductions: '50.00', net_pay: '174.14' },
    why: ['£377.19 was overpaid before; the plan takes £50.00 a pay day: £50.00; £327.19 is left'],
  })
  // A person decided it.
  expect(await told(third.id)).toEqual([])
  expect(await owed(ada.employment_id)).toEqual({ left: '327.19', booked: '327.19' })

  await plan({})
  noon('2025-06-29')
  await steps.week(ada.placement, days_of.fourth)
  const fourth = await pay('2025-07-04')
  expect(await slipOf(fourth.id)).toMatchObject({
    ...{ gross_pay: '896.56', other_deductions: '327.19', net_pay: '386.21' },
    why: ['£327.19 was overpaid before: £327.19'],
  })
  expect(await told(fourth.id)).toEqual([
    `${ada.name} was overpaid: this pay takes back £327.19, all that it bears, as the employment has no plan; £0.00 is left`,
  ])
  expect(await owed(ada.employment_id)).toEqual({ left: '0.00', booked: '0.00' })
  expect(await payable(ada.contractor_id)).toBe('0.00')
  expect(
    await sql(`select distinct kind from transaction.payroll_payment where kind = 'attachment'`),
  ).toEqual([])
  await verified()

  noon('2025-07-06')
  await steps.week(ada.placement, days_of.fifth)
  expect(await slipOf((await pay('2025-07-11')).id)).toMatchObject({ other_deductions: '0.00', why: [] })
})

test('reopening puts the sum back: carried or taken back, it counts no more', async () => {
  noon('2025-07-13')
  const bea = await employedWorker()
  const first = await steps.week(bea.placement, july.first)
  await pay('2025-07-18')
  noon('2025-07-20')
  await shorten(first.id, bea.placement, july.first, '1')
  await steps.week(bea.placement, july.second, '2')
  const run = await approved('2025-07-25')
  const before = await slipOf(run.id)
  const left = `${-Number(before.other_deductions)}`
  expect(await owed(bea.employment_id)).toEqual({ left, booked: '0' })
  const reopen = (id: string) =>
    act(world, provider.approver, 'transaction.pay_run.reopen', { id, reason: 'The hours were right' })
  await reopen(run.id)
  expect(await owed(bea.employment_id)).toEqual({ left: '0', booked: '0' })
  await verified()
  await steps.calculate(run.id)
  await approveAgain(run.id)
  expect(await slipOf(run.id)).toEqual(before)
  expect(await owed(bea.employment_id)).toEqual({ left, booked: '0' })

  noon('2025-07-27')
  await steps.week(bea.placement, july.third)
  const next = await approved('2025-08-01')
  expect(await owed(bea.employment_id)).toEqual({ left: '0.00', booked: '0' })
  expect((await refusalOf(reopen(run.id))).message).toMatch(/builds on it: open that again first$/)
  await reopen(next.id)
  expect(await owed(bea.employment_id)).toEqual({ left, booked: '0' })
  await steps.calculate(next.id)
  await approveAgain(next.id)
  expect(await owed(bea.employment_id)).toEqual({ left: '0.00', booked: '0' })
  await verified()
})

test('a leaver keeps owing: the employer bears it, or has it back, by two people', async () => {
  noon('2025-08-03')
  const cy = await employedWorker()
  const first = await steps.week(cy.placement, august.first)
  await pay('2025-08-08')
  noon('2025-08-10')
  await act(world, agency.admin, 'business.employment.leave', {
    id: cy.employment_id,
    leave_date: '2025-08-08',
  })
  await shorten(first.id, cy.placement, august.first, '1')
  const run = await approved('2025-08-15')
  const sum = -Number((await slipOf(run.id)).other_deductions)
  const text = `£${sum.toFixed(2)}`
  expect(await told(run.id)).toEqual([
    `${cy.name} left on 08/08/2025 and owes ${text}: claim it outside of payroll, or write it off`,
    `${cy.name} was overpaid by ${text} more than this pay takes back: it is carried, and ${text} is owed`,
  ])
  const ask = (change: object = {}, by: Viewer = agency.admin) =>
    act<{ id: string }>(world, by, 'transaction.overpayment.settle', {
      ...{ employment_id: cy.employment_id, kind: 'written_off', amount: '100.00' },
      ...{ reason: 'The worker moved abroad', ...change },
    })
  const answer = (
    step: string,
    { id, ...more }: { id: string; reason?: string },
    by: Viewer = provider.approver,
  ) => act(world, by, `transaction.overpayment.${step}`, { id, ...more })
  // Until it is paid, the run may be opened again.
  expect((await refusalOf(ask())).errors).toEqual({ amount: '£0.00 is owed of payslips that are paid' })
  noon('2025-08-15')
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', {
    ids: run.payslips.map((one) => one.id),
  })
  expect((await refusalOf(ask({ amount: (sum + 0.01).toFixed(2) }))).errors).toEqual({
    amount: `${text} is owed`,
  })
  expect((await refusalOf(ask({}, client.approver))).code).toBe('not_allowed')
  const written_off = { id: (await ask()).id }
  expect((await refusalOf(ask())).message).toMatch(/waits for another person: decide on it first$/)
  expect((await refusalOf(answer('approve', written_off, agency.admin))).message).toBe(
    'Someone else must decide on the request that you made',
  )
  const twice = await Promise.allSettled([answer('approve', written_off), answer('approve', written_off)])
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])

  const rest = (sum - 100).toFixed(2)
  const repaid = { kind: 'repaid', amount: rest, reason: 'By transfer on 14 August, bank line 7' }
  const refused = await ask(repaid)
  await answer('refuse', { id: refused.id, reason: 'There is no such line' })
  expect(await owed(cy.employment_id)).toEqual({ left: rest, booked: rest })
  // The author takes a request back.
  const mistaken = await ask(repaid)
  await answer('refuse', { id: mistaken.id, reason: 'Entered for another worker' }, agency.admin)
  await answer('approve', { id: (await ask(repaid)).id })
  expect(await owed(cy.employment_id)).toEqual({ left: '0.00', booked: '0.00' })
  expect(await payable(cy.contractor_id)).toBe('0.00')
  // The employer has the money, or bears it: the books that paid the worker are owed it.
  expect(await sql(`select amount from transaction.payroll_payment where kind = 'relief'`)).toEqual([
    { amount: `-${sum.toFixed(2)}` },
  ])
  await expect(
    sql(`update transaction.overpayment set amount = -1 where kind = 'repaid' and status = 'done'`),
  ).rejects.toThrow('overpayment is kept as it is')
  await verified()
})
