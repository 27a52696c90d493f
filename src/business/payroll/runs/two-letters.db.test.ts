/** Two payments of one pay period under two NI letters, both taken back to half an hour: the next run pays, and leaves nothing under either letter. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { hoursOf } from '#test/fixtures/documents.ts'
import { makeReportable, payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act } from '#test/fixtures/world.ts'
import { verifyReturns } from '../returns/verify-returns.server.ts'

const database = await freshDatabase()
const { world, agency, provider, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
/** The fixture writes addresses by itself. */
const by_hand = 'R12'
const operate = <T>(verb: string, input: object) => act<T>(world, provider.operations, verb, input)
const noon = (day: string) => world.clock.set(instant(`${day}T12:00:00.000Z`))

async function pay(pay_day: string): Promise<string> {
  const { id } = await operate<{ id: string }>('transaction.pay_run.open', {
    ...{ paye_scheme_id, frequency: 'fortnight', pay_day },
  })
  await steps.calculate(id)
  expect(
    await sql(`select sentence from transaction.pay_run_check where pay_run_id = $1 and level = 'stop'`, id),
  ).toEqual([])
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  noon(pay_day)
  await operate('transaction.payslip.confirm_paid', { ids: payslips.map((slip) => slip.id) })
  return id
}

test('taken back, they give contributions of both letters back, and the return is complete', async () => {
  const { placement, employment_id, contractor_id } = await steps.employed({ born: '2005-05-01' })
  await makeReportable(sql, contractor_id)
  await act(world, agency.admin, 'business.employment.change', {
    id: employment_id,
    pay_frequency: 'fortnight',
  })
  const first = await steps.week(placement, weeks.first)
  await pay('2025-06-20')
  await act(world, agency.admin, 'business.ni_category.add', {
    ...{ employment_id, letter: 'M', effective_from: '2025-06-27', reason: 'Under 21' },
  })
  const second = await steps.week(placement, weeks.second)
  await pay('2025-06-27')
  noon('2025-06-30')
  for (const [sheet, days] of [
    [first, weeks.first],
    [second, weeks.second],
  ] as const)
    await act(world, agency.user, 'transaction.timesheet.refine', {
      ...{ id: sheet.id, mode: 'full', reason: 'The worker was away' },
      details: hoursOf(placement, days, '0.1'),
    })
  await steps.week(placement, ['2025-06-16', '2025-06-17', '2025-06-18', '2025-06-19', '2025-06-20'])
  const id = await pay('2025-07-04')
  const [slip] = await sql(
    `select gross_pay, employee_ni, employer_ni from transaction.pay_run_payslip where pay_run_id = $1`,
    id,
  )
  // A fortnight has thresholds of £484 and £193: 33.00 and 105.53 under A, then 8 % of 1,309.12 less that, 71.73, under M.
  // The week that is left bears 33.00 under M in a fortnight of its own.
  expect(slip).toEqual({ gross_pay: '-874.14', employee_ni: '-71.73', employer_ni: '-105.53' })
  const built = await operate<{ faults: unknown[] }>('transaction.rti_submission.build_fps', {
    pay_run_id: id,
  })
  expect(built.faults).toEqual([])
  expect(await inTransaction(database, (tx) => verifyReturns(tx, 5))).toEqual([])
  expect(
    (await verifyDatabase(database)).filter((one) => one.id !== by_hand && one.broken.length > 0),
  ).toEqual([])
})
