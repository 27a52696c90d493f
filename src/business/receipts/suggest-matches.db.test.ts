import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { billOf, match, seedReceipt } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, type SeededPlacement, seedApprovedTimesheets, seedWeek } from '#test/fixtures/world.ts'
import type { SuggestedMatch } from './suggest.rules.ts'
import type { SuggestedConsolidated } from './suggest-consolidated.rules.ts'

const { database, world } = await freshWorld()

const bills = async (placement: SeededPlacement) =>
  Promise.all((await seedApprovedTimesheets(world, placement)).map((sheet) => billOf(database, sheet)))

const suggested = async (
  placement: SeededPlacement,
  receipt: { id: string },
  viewer = placement.agency.provider.operations,
) =>
  (
    await act<{ candidates: SuggestedMatch[] }>(world, viewer, 'transaction.payment_receipt.suggest', {
      id: receipt.id,
    })
  ).candidates

test("the payer's open invoices with reasons, the named one first, another client's when it is named", async () => {
  const placement = await seedWeek(world)
  const [first, second] = await bills(placement)
  const sister = await seedWeek(world, { provider: placement.agency.provider })
  const [other] = await bills(sister)
  const named = present(second, 'a second bill')
  const foreign = present(other, "the sister's bill")
  const receipt = await seedReceipt(world, placement, '1125.00', `${named.human_id} and ${foreign.human_id}`)
  const list = await suggested(placement, receipt)
  expect(list.map((one) => one.human_id)).toEqual([named.human_id, foreign.human_id, first?.human_id])
  expect(list[0]).toMatchObject({ is_certain: true, amount: '1125.00', outstanding_balance: '1125.00' })
  expect(list[1]?.reasons).not.toContain('The payer is this client')
})

test('suggests no more than is left, nothing once all is matched, and nothing of a reversed receipt', async () => {
  const placement = await seedWeek(world)
  const [first, second] = await bills(placement)
  const receipt = await seedReceipt(world, placement, '1200.00')
  const { operations } = placement.agency.provider
  await match(world, operations, receipt, present(first, 'a bill'), '1125.00')
  expect(await suggested(placement, receipt)).toMatchObject([{ human_id: second?.human_id, amount: '75.00' }])
  await match(world, operations, receipt, present(second, 'a bill'), '75.00')
  expect(await suggested(placement, receipt)).toEqual([])
  const bounced = await seedReceipt(world, placement, '10.00')
  await act(world, operations, 'transaction.payment_receipt.reverse', { id: bounced.id, reason: 'Bounced' })
  expect(await suggested(placement, bounced)).toEqual([])
})

test('is for the provider alone, and never across currencies', async () => {
  const placement = await seedWeek(world)
  await bills(placement)
  const receipt = await seedReceipt(world, placement, '5.00')
  await expect(suggested(placement, receipt, placement.agency.admin)).rejects.toMatchObject({
    code: 'not_allowed',
  })
  const stranger = await seedWeek(world)
  await expect(suggested(stranger, receipt)).rejects.toMatchObject({ code: 'not_found' })
  await database.owner.query(
    `update transaction.payment_receipt_summary set currency_id = (select id from platform.currency where alpha_code = 'EUR') where id = $1`,
    [receipt.id],
  )
  expect(await suggested(placement, receipt)).toEqual([])
})

test('a consolidated invoice is among them, as one: its members are matched by one call, and its credit notes first', async () => {
  const placement = await seedWeek(world)
  const { agency } = placement
  const { operations } = agency.provider
  const members = await bills(placement)
  const made = await act<{ consolidated_invoices: { id: string; human_id: string; total_amount: string }[] }>(
    world,
    agency.user,
    'transaction.consolidated_invoice.create',
    { client_id: placement.client.id, period_start: '2025-06-01', period_end: '2025-06-30' },
  )
  const together = present(made.consolidated_invoices[0], 'a consolidated invoice')
  const offered = async (receipt: { id: string }, more: object = {}) =>
    (
      await act<{ consolidated: SuggestedConsolidated[] }>(
        world,
        operations,
        'transaction.payment_receipt.suggest',
        { id: receipt.id, ...more },
      )
    ).consolidated
  const reference = together.human_id.replace(/^CIN0*/, 'cin ')
  const receipt = await seedReceipt(world, placement, together.total_amount, reference)
  // A draft is no document yet.
  expect(await offered(receipt)).toEqual([])
  await act(world, agency.user, 'transaction.consolidated_invoice.generate', { id: together.id })
  const [first] = await offered(receipt)
  expect(first).toMatchObject({
    human_id: together.human_id,
    members: members.length,
    outstanding_balance: together.total_amount,
    is_certain: true,
    reasons: [
      'Its number in the reference',
      'Amount is equal',
      'The only consolidated invoice of this amount',
      'The payer is this client',
    ],
  })
  const stranger = await seedWeek(world, { provider: agency.provider })
  const from_elsewhere = await seedReceipt(world, stranger, '10.00')
  expect(await offered(from_elsewhere)).toEqual([])
  expect(await offered(from_elsewhere, { search: together.human_id })).toMatchObject([
    { human_id: together.human_id, is_certain: false },
  ])
  const matched = await act<{ details: { id: string }[]; status: string }>(
    world,
    operations,
    'transaction.payment_receipt.match_consolidated',
    { id: receipt.id, consolidated_invoice_id: first?.consolidated_invoice_id },
  )
  expect(matched.status).toBe('matched')
  expect(matched.details).toHaveLength(members.length)
  expect(await offered(from_elsewhere, { search: together.human_id })).toEqual([])
  // One pair is taken back: only that is owed again.
  await act(world, operations, 'transaction.payment_receipt.unmatch', {
    detail_id: matched.details[0]?.id,
    reason: 'Taken back while matching',
  })
  expect(await offered(receipt)).toMatchObject([{ members: 1, outstanding_balance: '1125.00' }])
})
