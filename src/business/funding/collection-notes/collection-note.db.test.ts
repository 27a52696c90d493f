import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import { freshDatabase } from '#test/database.ts'
import { billOf, books, seedPaid, seedPayout } from '#test/fixtures/cash.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedTimesheets, seedWeek, worldOn } from '#test/fixtures/world.ts'
import { recoveredOf } from './collection-note.rules.ts'

const database = await freshDatabase()

type Note = {
  human_id: string
  source: string
  status: string
  amount: string
  recovered_amount: string
  outstanding_balance: string
}

async function notesOf(agency: { id: string }): Promise<Note[]> {
  const { rows } = await database.owner.query<Note>(
    `select human_id, source, status, amount, recovered_amount, outstanding_balance from transaction.collection_note
     where agency_id = $1 order by human_id`,
    [agency.id],
  )
  return rows
}

test('money that went back after pay-out is noted and recovered from the next earnings', async () => {
  const world = worldOn(database)
  const placement = await seedWeek(world, { placement: { funding_type: 'partly_funded' } })
  const { agency } = placement
  const [first, second] = await seedTimesheets(world, placement)
  const sheet = await seedApprovedTimesheet(world, placement, present(first, 'a week'))
  const bill = (of: { id: string }) => billOf(database, of)
  const { receipt } = await seedPaid(world, placement, await bill(sheet))
  await seedPayout(world, agency.provider, '2025-06-22')
  await act(world, agency.provider.operations, 'transaction.payment_receipt.reverse', {
    id: receipt.id,
    reason: 'Bounced',
  })
  expect(await notesOf(agency)).toMatchObject([
    { source: 'reversal', status: 'open', amount: '191.24', outstanding_balance: '191.24' },
  ])
  await expectVerified(database)
  const next = await seedApprovedTimesheet(world, placement, present(second, 'another week'))
  await seedPaid(world, placement, await bill(next), '1025.00')
  // 1125 less 100 that the client holds back: of the earnings of 191.24 the agency would have had 91.24.
  await seedPayout(world, agency.provider, '2025-06-22')
  expect(await notesOf(agency)).toMatchObject([
    { status: 'open', recovered_amount: '91.24', outstanding_balance: '100.00' },
  ])
  await expectVerified(database)
  // The first client pays after all: the payment pays its own earnings again.
  await seedPaid(world, placement, await bill(sheet))
  expect(await notesOf(agency)).toMatchObject([{ status: 'closed', outstanding_balance: '0.00' }])
  expect((await books(database, agency.provider)).agency_recourse).toBeUndefined()
  await expectVerified(database)
})

test('a cost noted by hand is taken from earnings, or taken back before that', async () => {
  const world = worldOn(database)
  const placement = await seedWeek(world)
  const { agency } = placement
  const create = (amount: string, reason = 'Bank charges') =>
    act<{ id: string; human_id: string }>(
      world,
      agency.provider.operations,
      'transaction.collection_note.create',
      { agency_id: agency.id, amount, reason },
    )
  expect(await refusalOf(create('0'))).toMatchObject({ errors: { amount: 'Needs Positive Number' } })
  expect(await refusalOf(create('5', ' '))).toMatchObject({ errors: { reason: 'Please specify the reason' } })
  const charges = await create('41.24')
  const mistake = await create('10.00')
  expect((await books(database, agency.provider)).agency_recourse).toBe('51.24')
  await act(world, agency.provider.operations, 'transaction.collection_note.cancel', {
    id: mistake.id,
    reason: 'Twice',
  })
  await expectVerified(database)
  await seedApprovedTimesheet(world, placement)
  expect((await seedPayout(world, agency.provider, '2025-07-30')).completed).toMatchObject({
    amount: '1050.00',
  })
  expect(await notesOf(agency)).toMatchObject([
    { human_id: charges.human_id, status: 'closed', outstanding_balance: '0.00' },
    { human_id: mistake.human_id, status: 'cancelled', outstanding_balance: '0.00' },
  ])
  expect(
    await refusalOf(
      act(world, agency.provider.operations, 'transaction.collection_note.cancel', {
        id: charges.id,
        reason: 'Late',
      }),
    ),
  ).toMatchObject({ message: `${charges.human_id} is closed and cannot be cancelled` })
  await expectVerified(database)
})

test('of several notes of one payment the oldest is recovered first', () => {
  const gbp = (text: string) => parseMoney(text, GBP)
  const notes = [
    { id: 'a', amount: gbp('30') },
    { id: 'b', amount: gbp('50') },
  ]
  const told = (unmatched: string) =>
    recoveredOf(GBP, notes, gbp(unmatched)).map((one) => [one.recovered_amount.minor, one.is_closed])
  expect(told('80')).toEqual([
    [0, false],
    [0, false],
  ])
  expect(told('45')).toEqual([
    [3000, true],
    [500, false],
  ])
  expect(told('0')).toEqual([
    [3000, true],
    [5000, true],
  ])
})
