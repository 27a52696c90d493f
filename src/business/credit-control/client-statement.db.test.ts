import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { formatMoney } from '#kernel/money.ts'
import { inTransaction } from '#server/tx.ts'
import { seedReceipt } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { seedWeek } from '#test/fixtures/world.ts'
import { readStatement } from './client-statement-pdf.server.ts'

const { database, world } = await freshWorld()

test('statement: unmatched receipts are in the order of their numbers, wherever their rows lie', async () => {
  const placement = await seedWeek(world)
  const receipts = []
  for (const amount of ['30.00', '10.00', '20.00'])
    receipts.push(await seedReceipt(world, placement, amount, 'BACS'))
  // A row that is written again moves in its table and in the index by its last change.
  await database.owner.query(
    `update transaction.payment_receipt_summary set updated_at = updated_at + interval '1 day' where id = $1`,
    [present(receipts[1], 'a receipt').id],
  )
  const { unallocated } = await inTransaction(database, (tx) =>
    readStatement({ tx, clock: world.clock }, placement.agency.id, placement.client.id),
  )
  expect(unallocated.map(formatMoney)).toEqual(['30.00', '10.00', '20.00'])
})
