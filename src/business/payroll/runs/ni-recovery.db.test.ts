/** A run that moves pay to an earlier week: National Insurance that its pay cannot bear is taken from the next pay. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { hoursOf } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act } from '#test/fixtures/world.ts'
import { invariants } from '../../ledger/invariants.server.ts'

const database = await freshDatabase()
const { world, agency, client, provider, sql, ...steps } = await payRunsOn(database)

const days_of = {
  third: ['2025-06-16', '2025-06-17', '2025-06-18', '2025-06-19', '2025-06-20'],
  fourth: ['2025-06-23', '2025-06-24', '2025-06-25', '2025-06-26', '2025-06-27'],
  fifth: ['2025-06-30', '2025-07-01', '2025-07-02', '2025-07-03', '2025-07-04'],
} as const

async function pay(pay_day: string) {
  const { id } = await steps.open(pay_day)
  expect(await steps.calculate(id)).toMatchObject({ payslips: 1, stops: 0 })
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  world.clock.set(instant(`${pay_day}T12:00:00.000Z`))
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', {
    ids: payslips.map((one) => one.id),
  })
  return id
}

const slipOf = async (run_id: string) =>
  (
    await sql<{ employee_ni: string; why: string[] }>(
      `select employee_ni, array(select l ->> 'why' from jsonb_array_elements(lines) l where l ->> 'name' = 'Employee NI') as why
       from transaction.pay_run_payslip where pay_run_id = $1`,
      run_id,
    )
  )[0]
const told = async (run_id: string) =>
  (
    await sql<{ sentence: string }>(
      `select sentence from transaction.pay_run_check where pay_run_id = $1 and code = 'N12'`,
      run_id,
    )
  ).map(({ sentence }) => sentence)

test('NI of pay that moved to an earlier week: within the limit now, the rest with the next pay', async () => {
  const { placement } = await steps.employed()
  const first = await steps.week(placement, weeks.first, '2')
  expect(await slipOf(await pay('2025-06-13'))).toMatchObject({ employee_ni: '0.00' })
  const second = await steps.week(placement, weeks.second)
  expect(await slipOf(await pay('2025-06-20'))).toMatchObject({ employee_ni: '52.36' })

  // An hour a day was of the second week.
  for (const [{ id }, days, units] of [
    [first, weeks.first, '1'],
    [second, weeks.second, '9'],
  ] as const)
    await act(world, agency.user, 'transaction.timesheet.refine', {
      ...{ id, mode: 'full', reason: 'Entered in the wrong week' },
      details: hoursOf(placement, days, units),
    })
  // Added hours are approved again.
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: [second.id] })
  world.clock.set(instant('2025-06-22T12:00:00.000Z'))
  await steps.week(placement, days_of.third, '2.2')
  const run_id = await pay('2025-06-27')
  // 1,008.63 of the second week bears 58.83, so 6.47 more; this week bears 0.36, and 0.36 is taken besides.
  const slip = await slipOf(run_id)
  expect(slip).toMatchObject({ employee_ni: '0.72' })
  expect(slip?.why.at(-1)).toMatch(
    /^For 20\/06\/2025: .*, of which £52\.36 was taken before; £6\.11 waits for later pay, as no more is taken besides the £0\.36 due on this pay$/,
  )
  expect(await told(run_id)).toEqual([
    'National Insurance of £6.11 for pay that was paid before waits for later pay: no more is taken of it than is due on this pay',
  ])

  world.clock.set(instant('2025-06-29T12:00:00.000Z'))
  await steps.week(placement, days_of.fourth)
  const next = await pay('2025-07-04')
  expect(await slipOf(next)).toMatchObject({ employee_ni: '58.47' })
  expect(await told(next)).toEqual([])

  world.clock.set(instant('2025-07-06T12:00:00.000Z'))
  await steps.week(placement, days_of.fifth)
  expect(await slipOf(await pay('2025-07-11'))).toMatchObject({ employee_ni: '52.36' })
  const broken = await Promise.all(invariants.map((one) => sql(one.sql)))
  expect(broken.flat()).toEqual([])
})
