/** Corrections of timesheets that cannot hold their share of the payslip: the run goes on, and the rest is of no timesheet. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { instant } from '#kernel/instant.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { hoursOf } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act, type SeededPlacement } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, agency, provider, sql, ...steps } = await payRunsOn(database)
const days_of = {
  ...weeks,
  third: ['2025-06-16', '2025-06-17', '2025-06-18', '2025-06-19', '2025-06-20'],
  fourth: ['2025-06-23', '2025-06-24', '2025-06-25', '2025-06-26', '2025-06-27'],
} as const
const noon = (day: string) => world.clock.set(instant(`${day}T12:00:00.000Z`))
const verified = async () =>
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])

async function approved(pay_day: string) {
  const run = await steps.open(pay_day)
  const stops = await steps.calculate(run.id)
  expect(
    await sql(
      `select sentence from transaction.pay_run_check where pay_run_id = $1 and level = 'stop'`,
      run.id,
    ),
  ).toEqual([])
  expect(stops).toMatchObject({ stops: 0 })
  return { ...run, ...(await approveAgain(run.id)) }
}
async function approveAgain(id: string) {
  await steps.answerAll(id)
  return steps.approve(id, (await steps.check(id)).content_hash)
}
const confirm = (ids: readonly string[]) =>
  act(world, provider.operations, 'transaction.payslip.confirm_paid', { ids })
async function pay(pay_day: string) {
  const run = await approved(pay_day)
  noon(pay_day)
  await confirm(run.payslips.map(({ id }) => id))
  return run
}
const correct = (id: string, placement: SeededPlacement, days: readonly string[], units: string) =>
  act(world, agency.user, 'transaction.timesheet.refine', {
    ...{ id, mode: 'full', reason: 'The worker was away' },
    details: hoursOf(placement, days, units),
  })
/** The latest figures of a timesheet. */
const figuresOf = async (id: string) =>
  (
    await sql<Record<string, string>>(
      `select gross_pay, employee_ni, other_deductions, net_pay, employer_ni, apprenticeship_levy from transaction.payroll_figure
       where timesheet_id = $1 and deleted_at is null order by version desc limit 1`,
      id,
    )
  )[0]
const slipOf = async (run_id: string) =>
  present(
    (
      await sql<{ employee_ni: string; other_deductions: string; employer_ni: string; unbilled: unknown }>(
        `select employee_ni, other_deductions, employer_ni, besides -> 'unbilled' as unbilled
         from transaction.pay_run_payslip where pay_run_id = $1 and withdrawn_as is null`,
        run_id,
      )
    )[0],
    'a payslip',
  )
const reliefs = () =>
  sql(`select amount from transaction.payroll_payment where kind = 'relief' and amount <> 0 order by 1`)

test('an order by table: what a small week gives back of it is more than was taken of that week', async () => {
  const { placement, employment_id } = await steps.employed()
  await act(world, agency.admin, 'business.attachment_order.add', {
    ...{ employment_id, kind: 'council_tax', authority: 'Leeds City Council', reference: 'CT 1' },
    ...{
      order_date: '2025-06-01',
      received_on: '2025-06-03',
      rate: 'table',
      debt: '2000.00',
      charges_admin_fee: false,
    },
  })
  const small = await steps.week(placement, days_of.first, '2')
  await pay('2025-06-13')
  const before = await figuresOf(small.id)
  noon('2025-06-15')
  await correct(small.id, placement, days_of.first, '1')
  await steps.week(placement, days_of.second)
  const run = await pay('2025-06-20')
  const after = await figuresOf(small.id)
  // Half of the lower pay comes off the order, which took 7 % of this week.
  expect(Number(before?.other_deductions)).toBeGreaterThan(0)
  expect(after).toMatchObject({ gross_pay: '112.07', other_deductions: '0.00' })
  expect((await slipOf(run.id)).unbilled).toEqual({
    employer_ni: 0,
    employer_pension: 0,
    apprenticeship_levy: 0,
  })
  expect(await reliefs()).toEqual([])
  await verified()
})

test('two weeks of one pay day: the second week bore the insurance, and the first is corrected', async () => {
  noon('2025-06-16')
  const { placement } = await steps.employed()
  const first = await steps.week(placement, days_of.first, '2')
  const second = await steps.week(placement, days_of.second)
  noon('2025-06-17')
  await pay('2025-06-27')
  expect(await figuresOf(first.id)).toMatchObject({
    gross_pay: '224.14',
    employee_ni: '0.00',
    employer_ni: '19.22',
  })
  noon('2025-06-28')
  await correct(first.id, placement, days_of.first, '0.5')
  await steps.week(placement, days_of.third)
  const run = await approved('2025-07-04')
  expect(await figuresOf(first.id)).toEqual({
    ...{ gross_pay: '56.04', employee_ni: '0.00', other_deductions: '0.00', employer_ni: '0.00' },
    ...{ net_pay: (await figuresOf(first.id))?.net_pay, apprenticeship_levy: '0.28' },
  })
  const { unbilled, ...slip } = await slipOf(run.id)
  // 168.10 less bears 25.21 less, of which the documents of the first week give back their 19.22.
  expect(unbilled).toEqual({ employer_ni: -5_99, employer_pension: 0, apprenticeship_levy: 0 })
  await verified()

  await act(world, provider.approver, 'transaction.pay_run.reopen', {
    id: run.id,
    reason: 'The hours were right',
  })
  await verified()
  await steps.calculate(run.id)
  const again = await approveAgain(run.id)
  expect(await slipOf(run.id)).toEqual({ ...slip, unbilled })
  noon('2025-07-04')
  await confirm(again.payslips.map(({ id }) => id))
  // The employer has it back with the relief of the month.
  expect(await reliefs()).toEqual([{ amount: '5.99' }])
  await verified()

  // Then the second week: it bore the insurance of both, and holds as much as its pay can bear.
  noon('2025-07-06')
  await correct(second.id, placement, days_of.second, '0.2')
  await steps.week(placement, days_of.fourth)
  await pay('2025-07-11')
  expect(await figuresOf(second.id)).toMatchObject({
    gross_pay: '22.41',
    employee_ni: '1.80',
    employer_ni: '3.37',
  })
  await verified()
})
