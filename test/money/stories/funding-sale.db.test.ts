/**
 * The agency's sale is settled by what went out for it (money.md §1.4, identity 4): by what is owed back it is not, and the
 * same money never settles two sales.
 */
import { expect } from 'vitest'
import type { TestDatabase } from '../../database.ts'
import { seedPaid } from '../../fixtures/cash.ts'
import { act, seedWeek } from '../../fixtures/world.ts'
import { cashStory } from './cash-tell.ts'
import { fundedWeek, storyTeller } from './funded-tell.ts'

const story = await storyTeller(3)

async function sales(database: TestDatabase, agency: { id: string }): Promise<string[]> {
  const { rows } = await database.owner.query<{ told: string }>(
    `select format('%s of %s', outstanding_balance, total_amount) as told from transaction.invoice
     where agency_id = $1 and type = 'agency-provider' order by created_at, id`,
    [agency.id],
  )
  return rows.map((row) => row.told)
}

story(
  'earnings that were recovered and are given back: their sale is open until they are paid',
  async (database) => {
    const { story: told, placed, bill, pays, pay_out, works } = await fundedWeek(database)
    const { agency } = placed
    expect(await sales(database, agency)).toEqual(['0.00 of 1125.00'])
    await pays('1.00')
    // Part-paid yesterday: all that went out on it is owed back.
    await told.morning('2025-06-26')
    await works()
    await told.morning('2025-07-03')
    await pay_out('2025-07-03')
    expect(await sales(database, agency)).toEqual(['0.00 of 1125.00', '0.00 of 1125.00'])
    // Paid in full: what was recovered goes back, and the second week's earnings are open again.
    await pays('1124.00', bill)
    expect(await sales(database, agency)).toEqual(['0.00 of 1125.00', '191.24 of 1125.00'])
    await told.morning('2025-07-09')
    await pay_out('2025-07-09')
    expect(await sales(database, agency)).toEqual(['0.00 of 1125.00', '0.00 of 1125.00'])
  },
)

story('a receipt that bounces after the agency was paid, and money that comes again', async (database) => {
  const told = cashStory(database)
  const placed = await seedWeek(told, { placement: { funding_type: 'partly_funded' } })
  const { agency } = placed
  const { provider } = agency
  const first = (await told.week(placed))['provider-client']
  if (!first) throw new Error('no bill to the client')
  const { receipt } = await seedPaid(told, placed, first)
  await told.payRun(provider, '2025-06-18')
  // 191.24 to the agency and the fee of 33.76; the contractor is not due yet.
  expect(await sales(database, agency)).toEqual(['900.00 of 1125.00'])
  await act(told, provider.operations, 'transaction.payment_receipt.reverse', {
    id: receipt.id,
    reason: 'Bounced',
  })
  expect(await sales(database, agency)).toEqual(['1091.24 of 1125.00'])
  // The next week's earnings pay what is owed: theirs is the sale that is settled by it.
  const second = (await told.week(placed))['provider-client']
  if (!second) throw new Error('no bill to the client')
  await seedPaid(told, placed, second)
  await told.payRun(provider, '2025-06-22')
  expect(await sales(database, agency)).toEqual(['191.24 of 1125.00', '900.00 of 1125.00'])
  // The client pays the first week after all.
  await seedPaid(told, placed, first)
  await told.payRun(provider, '2025-06-25')
  expect(await sales(database, agency)).toEqual(['0.00 of 1125.00', '0.00 of 1125.00'])
})

story('money that comes again before anything was recovered pays what it paid at first', async (database) => {
  const told = cashStory(database)
  const placed = await seedWeek(told, { placement: { funding_type: 'partly_funded' } })
  const { agency } = placed
  const { provider } = agency
  const bill = (await told.week(placed))['provider-client']
  if (!bill) throw new Error('no bill to the client')
  const { receipt } = await seedPaid(told, placed, bill)
  await told.payRun(provider, '2025-06-18')
  await act(told, provider.operations, 'transaction.payment_receipt.reverse', {
    id: receipt.id,
    reason: 'Bounced',
  })
  await seedPaid(told, placed, bill)
  expect(await sales(database, agency)).toEqual(['900.00 of 1125.00'])
  await told.payRun(provider, '2025-06-25')
  expect(await sales(database, agency)).toEqual(['0.00 of 1125.00'])
})
