/** Payslips without net pay are paid by nobody's hand: with the batch of their run, or by the closing of their tax month. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { sterling } from '#test/fixtures/cash.ts'
import { hoursOf } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedProvider } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const third = ['2025-06-16', '2025-06-17', '2025-06-18', '2025-06-19', '2025-06-20']
const noon = (day: string) => world.clock.set(instant(`${day}T12:00:00.000Z`))
const operate = <O>(action: string, input: object, by = provider.operations) =>
  act<O>(world, by, action, input)

async function approved(pay_day: string) {
  const { id } = await steps.open(pay_day)
  expect(await steps.calculate(id)).toMatchObject({ stops: 0 })
  await steps.answerAll(id)
  return { id, ...(await steps.approve(id, (await steps.check(id)).content_hash)) }
}
const statesOf = (id: string) =>
  sql<{ net_pay: string; payslip: string; run: string }>(
    `select p.net_pay, p.status as payslip, r.status as run from transaction.pay_run r join transaction.pay_run_payslip c on c.pay_run_id = r.id
     join transaction.payslip p on p.id = c.payslip_id where r.id = $1 order by p.net_pay`,
    id,
  )
const verified = async () =>
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
const close = (by = provider.operations) =>
  operate('transaction.tax_month.close', { paye_scheme_id, tax_year: '2025-26', tax_month: 3 }, by)

const ada = await steps.employed()
const bob = await steps.employed()

test('the batch that pays a colleague pays the payslip without net pay, and with it the run', async () => {
  const first = await steps.week(ada.placement, weeks.first)
  const run = await approved('2025-06-13')
  noon('2025-06-13')
  await operate('transaction.payslip.confirm_paid', { ids: run.payslips.map(({ id }) => id) })
  await act(world, agency.user, 'transaction.timesheet.refine', {
    ...{ id: first.id, mode: 'full', reason: 'The worker was away' },
    details: hoursOf(ada.placement, weeks.first, '1'),
  })
  await steps.week(ada.placement, weeks.second, '2')
  await steps.week(bob.placement, weeks.second)
  const { id } = await approved('2025-06-20')
  expect(await statesOf(id)).toMatchObject([
    { net_pay: '0.00', payslip: 'issued', run: 'approved' },
    { payslip: 'issued' },
  ])
  noon('2025-06-19')
  const batch = await operate<{ id: string }>('payment.payment_batch.create', {
    ...{ run_date: '2025-06-20', currency_id: sterling },
  })
  await operate('payment.payment_batch.submit', { id: batch.id })
  for (const step of ['review', 'complete'])
    await operate(`payment.payment_batch.${step}`, { id: batch.id }, provider.approver)
  expect(await statesOf(id)).toMatchObject([
    { net_pay: '0.00', payslip: 'paid', run: 'paid' },
    { payslip: 'paid' },
  ])
  await verified()
})

test('a run without net pay is paid by the closing of its tax month', async () => {
  noon('2025-06-22')
  await steps.week(ada.placement, third, '1')
  const { id } = await approved('2025-06-27')
  noon('2025-07-06')
  // Another provider does not close it, and pays nothing.
  const other = await seedProvider(world)
  await seedAgency(world, other)
  expect((await refusalOf(close(other.operations))).code).toBe('not_found')
  expect(await statesOf(id)).toEqual([{ net_pay: '0.00', payslip: 'issued', run: 'approved' }])
  await close()
  expect(await statesOf(id)).toEqual([{ net_pay: '0.00', payslip: 'paid', run: 'paid' }])
  await verified()
})
