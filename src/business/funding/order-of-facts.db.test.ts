/** A request reads its clock before it waits for its locks: the later of two then has the earlier time. */
import { expect, test } from 'vitest'
import { fixedClock } from '#kernel/clock.ts'
import { addDays } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { seedReceipt } from '#test/fixtures/cash.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { outcomesOf, refusalOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'
import { fundedWeek } from '#test/money/stories/funded-tell.ts'

const database = await freshDatabase()

test('clock of the later request behind the earlier one: the last entry is the last that was written', async () => {
  const one = await fundedWeek(database)
  const { clock } = one.story
  const { admin } = one.placed.agency.provider
  const today = addDays(clock.today(), 1)
  const step = (time: string, what: string) => {
    clock.set(instant(`${today}T${time}.000Z`))
    return act(one.story, admin, `transaction.invoice.${what}`, { id: one.bill.id, reason: 'By mistake' })
  }
  await step('09:00:02', 'reassign')
  await step('09:00:01', 'take_back')
  await expectVerified(database)
  await step('09:00:04', 'reassign')
  // The money comes after the reassignment, by a request that began before it: it is the agency's.
  clock.set(instant(`${today}T09:00:03.000Z`))
  await one.pays('100.00')
  await expectVerified(database)
  expect((await refusalOf(step('09:00:05', 'take_back'))).message).toMatch(/^£100.00 was received on/)
})

const rounds = process.env.STINT_NIGHTLY ? 200 : 5

test('reassigned, paid, credited and taken back at once, clocks in any order: every check holds after each round', async () => {
  const one = await fundedWeek(database)
  const { admin, operations } = one.placed.agency.provider
  const start = `${addDays(one.story.clock.today(), 1)}T09:00:00.000Z`
  one.story.clock.set(instant(start))
  for (let round = 0; round < rounds; round += 1) {
    const receipt = await seedReceipt(one.story, one.placed, '3.00')
    const steps: [typeof admin, string, object][] = [
      [admin, 'transaction.invoice.reassign', { id: one.bill.id, reason: 'At once' }],
      [admin, 'transaction.invoice.take_back', { id: one.bill.id, reason: 'At once' }],
      [operations, 'transaction.invoice.credit', { id: one.bill.id, reason: 'At once', amount: '1.20' }],
      [
        operations,
        'transaction.payment_receipt.match',
        { id: receipt.id, matches: [{ invoice_id: one.bill.id, amount: '3.00' }] },
      ],
    ]
    // Each request has read its own clock, the first to come the latest time.
    const asked = steps.map(([viewer, action_id, input], at) => {
      const clock = fixedClock(instant(start))
      clock.advance({ seconds: (round + 1) * 10 - at })
      return act({ database, clock }, viewer, action_id, input)
    })
    await outcomesOf(asked)
    await expectVerified(database)
  }
}, 600_000)
