/** A worker of two principals: pay in the books of one settles the debt in those of the other, through the employer. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { example_4_rates, hoursOf } from '#test/fixtures/documents.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act, seedFees, seedFunder, seedPlacement } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, agency, client, provider, sql, ...steps } = await payRunsOn(database)
const days_of = {
  third: ['2025-06-16', '2025-06-17', '2025-06-18', '2025-06-19', '2025-06-20'],
  fourth: ['2025-06-23', '2025-06-24', '2025-06-25', '2025-06-26', '2025-06-27'],
} as const
const noon = (day: string) => world.clock.set(instant(`${day}T12:00:00.000Z`))
const verified = async () =>
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])

async function approved(pay_day: string) {
  const run = await steps.open(pay_day)
  expect(await steps.calculate(run.id)).toMatchObject({ payslips: 1, stops: 0 })
  return { ...run, payslips: await approveAgain(run.id) }
}
async function approveAgain(id: string) {
  await steps.answerAll(id)
  return (await steps.approve(id, (await steps.check(id)).content_hash)).payslips
}
async function confirm(pay_day: string, ids: readonly string[]) {
  noon(pay_day)
  await act(world, provider.operations, 'transaction.payslip.confirm_paid', { ids })
}
async function pay(pay_day: string) {
  const { payslips } = await approved(pay_day)
  await confirm(
    pay_day,
    payslips.map(({ id }) => id),
  )
}

const ada = await steps.employed()
const funder = await seedFunder(world, provider)
/** Balances of the worker's debt and of the employer's relief, by principal. */
const books = async (kind: 'worker_overpayment' | 'relief_payable') =>
  Object.fromEntries(
    (
      await sql<{ principal_id: string; amount: string }>(
        `select a.principal_id, sum(g.amount)::numeric(15,2)::text as amount from ledger.account a join ledger.posting g on g.account_id = a.id
         where a.kind = $1 group by 1 having sum(g.amount) <> 0`,
        kind,
      )
    ).map(({ principal_id, amount }) => [principal_id === funder.id ? 'funder' : 'provider', amount]),
  )
const rows = () =>
  sql(
    `select kind, amount, principal_id = $1 as of_funder from transaction.overpayment where deleted_at is null order by created_at, amount`,
    funder.id,
  )

async function fundedPlacement() {
  await act(world, provider.admin, 'business.service.link_funder', {
    agency_id: agency.id,
    funder_id: funder.id,
  })
  await act(world, provider.admin, 'business.agency.set_funding_models', {
    ...{ agency_id: agency.id, funding_model: 'direct', funding_models: ['direct', 'indirect'] },
  })
  const funded = { ...agency, funder }
  await seedFees(world, funded, '2.5')
  const { contractor } = ada.placement
  return seedPlacement(
    world,
    // The provider places: it chooses the funding.
    { agency: { ...funded, has_no_fee: true }, client, contractor },
    { rates: example_4_rates, funding_model: 'indirect' },
  )
}

test('carried in the provider’s books, and taken back from pay in those of the funder', async () => {
  const first = await steps.week(ada.placement, weeks.first)
  await pay('2025-06-13')
  await act(world, agency.user, 'transaction.timesheet.refine', {
    ...{ id: first.id, mode: 'full', reason: 'The worker was away' },
    details: hoursOf(ada.placement, weeks.first, '1'),
  })
  await steps.week(ada.placement, weeks.second, '2')
  await pay('2025-06-20')
  expect(await books('worker_overpayment')).toEqual({ provider: '377.19' })

  const placement = await fundedPlacement()
  noon('2025-06-22')
  await steps.week(placement, days_of.third, '2')
  const run = await approved('2025-06-27')
  const carried = { kind: 'carried', amount: '377.19', of_funder: false }
  expect(await rows()).toEqual([carried, { kind: 'recovered', amount: '-224.14', of_funder: false }])
  await verified()
  await act(world, provider.approver, 'transaction.pay_run.reopen', {
    id: run.id,
    reason: 'The hours were wrong',
  })
  expect(await rows()).toEqual([carried])
  await steps.calculate(run.id)
  await confirm(
    '2025-06-27',
    (await approveAgain(run.id)).map(({ id }) => id),
  )
  expect(await books('worker_overpayment')).toEqual({ provider: '153.05' })
  // The funder's books owe the employer the pay that they kept, and the employer owes it to the provider's.
  expect(await books('relief_payable')).toEqual({ funder: '-224.14', provider: '224.14' })
  await verified()

  // The rest is repaid in the books that carried it.
  const asked = await act<{ id: string }>(world, agency.admin, 'transaction.overpayment.settle', {
    ...{
      employment_id: ada.employment_id,
      kind: 'repaid',
      amount: '53.05',
      reason: 'By transfer, bank line 7',
    },
  })
  await act(world, provider.approver, 'transaction.overpayment.approve', { id: asked.id })
  expect(await books('worker_overpayment')).toEqual({ provider: '100.00' })
  expect(await books('relief_payable')).toEqual({ funder: '-224.14', provider: '277.19' })
  noon('2025-06-29')
  await steps.week(placement, days_of.fourth)
  await pay('2025-07-04')
  expect(await books('worker_overpayment')).toEqual({})
  expect(await books('relief_payable')).toEqual({ funder: '-324.14', provider: '377.19' })
  await verified()
})
