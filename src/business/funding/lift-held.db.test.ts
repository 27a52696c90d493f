/** Work that its client's limit held back is advanced once the debt fits the limit again (money.md §1.9). */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { auditOf, billOf, documentsOf, expectSound, seedPaid, seedPayout } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import {
  act,
  cutLimit,
  type SeededPlacement,
  seedApprovedTimesheet,
  seedApprovedTimesheets,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()

const limit = (placement: SeededPlacement, amount: string) => cutLimit(world, placement, amount)

/** Two weeks of £1,125.00 against a limit of £2,000.00: the second is held. */
async function atTheLimit() {
  const placement = await seedWeek(world)
  await limit(placement, '2000.00')
  const [one, two] = await seedApprovedTimesheets(world, placement)
  const [first, second] = [present(one, 'a week'), present(two, 'a week')]
  const bill = (sheet: typeof first) => billOf(database, sheet)
  const stands = async (sheet: typeof first) => {
    const documents = await documentsOf(database, sheet)
    return ['provider-client', 'agency-provider', 'agency_earnings'].map(
      (type) => documents[type]?.funding_status,
    )
  }
  expect(await stands(first)).toEqual(['pending', 'pending', 'pending'])
  expect(await stands(second)).toEqual(['held', 'held', 'held'])
  return { placement, first, second, bill, stands }
}

test('the debt before it is paid, as far as it must be: then it is advanced, and paid in the next run', async () => {
  const { placement, first, second, bill, stands } = await atTheLimit()
  await seedPaid(world, placement, await bill(first), '249.99')
  expect(await stands(second)).toEqual(['held', 'held', 'held'])
  await seedPaid(world, placement, await bill(first), '0.01')
  expect(await stands(second)).toEqual(['pending', 'pending', 'pending'])
  expect(await auditOf(database, (await bill(second)).id)).toContain('transaction.payment_receipt.match')
  await seedPayout(world, placement.agency.provider, '2025-06-30')
  expect((await documentsOf(database, second)).agency_earnings?.status).toBe('closed')
  await expectSound(database)
})

test('a limit that is raised lifts it; one that is not enough does not', async () => {
  const { placement, second, stands } = await atTheLimit()
  await limit(placement, '2249.99')
  expect(await stands(second)).toEqual(['held', 'held', 'held'])
  await limit(placement, '2250.00')
  expect(await stands(second)).toEqual(['pending', 'pending', 'pending'])
  // What is advanced stays so when the limit is lowered again: then it is disallowed.
  await limit(placement, '1000.00')
  expect(await stands(second)).toEqual(['pending', 'pending', 'pending'])
  await expectSound(database)
})

test('reassigned debt: uses up no limit, for old and new invoices', async () => {
  const { placement, first, second, bill, stands } = await atTheLimit()
  await act(world, placement.agency.provider.admin, 'transaction.invoice.reassign', {
    id: (await bill(first)).id,
    reason: 'Too old',
  })
  expect(await stands(second)).toEqual(['pending', 'pending', 'pending'])
  await limit(placement, '2250.00')
  world.clock.advance({ days: 7 })
  const third = await seedApprovedTimesheet(
    world,
    placement,
    present((await seedTimesheets(world, placement)).at(-1), 'a week'),
  )
  expect(await stands(third)).toEqual(['pending', 'pending', 'pending'])
  await expectSound(database)
})
