/** Nobody checks a payment that they asked for, also in a batch that another person made. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { seedBatch, seedReceipt } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededProvider, seedAccount, seedWeek } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()

const refused = (done: 'reviewed' | 'completed') => ({
  code: 'not_allowed',
  message: `You asked for a payment of this batch, so it is ${done} by somebody else`,
})

/** Made and submitted by operations; the approver has no part in it, the asker may neither review nor complete. */
async function expectOthersPay(asker: Viewer, { approver, operations }: SeededProvider, id: string) {
  const step = (by: Viewer, action: 'submit' | 'review' | 'complete') =>
    act(world, by, `payment.payment_batch.${action}`, { id })
  const tasks = async () =>
    (
      await database.sql<{ user_id: string }>(
        `select user_id from log.notification_log where entity_id = $1 and state = 'open' order by user_id`,
        id,
      )
    ).map(({ user_id }) => user_id)
  await step(operations, 'submit')
  expect(await tasks()).toEqual([approver.user_id])
  expect(await refusalOf(step(asker, 'review'))).toMatchObject(refused('reviewed'))
  await step(approver, 'review')
  expect(await tasks()).toEqual([approver.user_id])
  expect(await refusalOf(step(asker, 'complete'))).toMatchObject(refused('completed'))
  await step(approver, 'complete')
}

test('a refund: its requester neither reviews nor completes the batch of a colleague', async () => {
  const placement = await seedWeek(world)
  const { provider } = placement.agency
  await seedAccount(world, provider.admin, placement.client.id, 'payout')
  const receipt = await seedReceipt(world, placement, '375.00')
  const refund = { id: receipt.id, amount: '375.00', reason: 'Paid twice' }
  await act(world, provider.admin, 'transaction.payment_receipt.refund', refund)
  await expectOthersPay(provider.admin, provider, (await seedBatch(world, provider)).id)
})

test.each(['themselves', 'as an agency’s administrator'])(
  'a supplier’s bill: the person who entered it, %s, neither reviews nor completes its batch',
  async (how) => {
    const { agency, contractor } = await seedWeek(world)
    const { provider } = agency
    const asker =
      how === 'themselves'
        ? provider.admin
        : { ...agency.admin, impersonator_user_id: provider.admin.user_id }
    const { id } = await act<{ id: string }>(world, asker, 'contract.purchase_ledger.create', {
      ...(how === 'themselves' ? { agency_id: agency.id } : {}),
      title: 'Scaffolding',
      description: 'Scaffolding for a week',
      amount: '100.00',
      supplier_id: contractor.payment_company_id,
      reference: 'B-17',
      payment_terms: 0,
    })
    await act(world, provider.operations, 'contract.purchase_ledger.raise', { id })
    await expectOthersPay(provider.admin, provider, (await seedBatch(world, provider)).id)
  },
)
