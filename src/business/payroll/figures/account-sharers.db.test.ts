import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { agency, world, sql, employed, week, open, calculate } = await payRunsOn(database)

const shared = async (pay_run_id: string) =>
  (
    await sql<{ sentence: string }>(
      `select sentence from transaction.pay_run_check where pay_run_id = $1 and code = 'N06' order by sentence`,
      pay_run_id,
    )
  ).map(({ sentence }) => sentence)

test('one account for a weekly and a monthly worker: warned of in the run of one of them, until the other leaves', async () => {
  const weekly = await employed()
  const monthly = await employed()
  await act(world, agency.admin, 'business.employment.change', {
    id: monthly.employment_id,
    pay_frequency: 'month',
  })
  await week(weekly.placement, weeks.first)
  const { id } = await open('2025-06-20')
  await calculate(id)
  expect(await shared(id)).toEqual([])

  // An account is entered anew in the product; the pay of both is the same to this test.
  await database.owner.query(
    `set session_replication_role = replica;
     update business.bank_account b set sort_code = o.sort_code, account_number = o.account_number
     from business.bank_account o where o.business_id = '${weekly.contractor_id}' and b.business_id = '${monthly.contractor_id}'
       and o.purpose = 'payout' and b.purpose = 'payout';
     set session_replication_role = origin`,
  )
  const [other] = await sql<{ name: string }>(
    'select name from business.business where id = $1',
    monthly.contractor_id,
  )
  await calculate(id)
  expect(await shared(id)).toEqual([`Paid into the account of ${other?.name}`])

  await act(world, agency.admin, 'business.employment.leave', {
    id: monthly.employment_id,
    leave_date: '2025-06-13',
  })
  await calculate(id)
  expect(await shared(id)).toEqual([])
})
