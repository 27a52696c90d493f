/**
 * An agency's sale is settled by what goes out on its behalf: the contractor's pay, the fee, its earnings. Whoever is not
 * shown those documents does not learn their amounts from the matches on the sale either (spec §6: commission; a funder's
 * types).
 */
import { describe, expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../database.ts'
import { reviewBatch, sterling } from '../fixtures/cash.ts'
import { act, seedApprovedTimesheet, seedWeek, worldOn } from '../fixtures/world.ts'

const database = await freshDatabase()

async function matchesSeen(world: ReturnType<typeof worldOn>, viewer: Viewer): Promise<string[]> {
  const endpoint = new DataEndpoint({ database, clock: world.clock })
  const query = `{ m: transaction_payment_receipt_detail(order_by: { amount: asc }) { amount invoice { type } }
    i: transaction_invoice { payment_receipt_details { amount } payment_receipt_details_aggregate { aggregate { sum { amount } } } type } }`
  const { data, errors } = JSON.parse(await endpoint.execute(viewer, { query }))
  expect(errors).toBeUndefined()
  const of_sales = data.i.filter(
    ({ type }: { type: string }) => type === 'agency-provider' || type === 'agency-funder',
  )
  for (const sale of of_sales) {
    const sum = sale.payment_receipt_details_aggregate.aggregate.sum?.amount ?? null
    expect([sale.payment_receipt_details.length === 0, sum === null]).toEqual(
      data.m.some((one: { invoice: { type: string } }) => one.invoice.type === sale.type)
        ? [false, false]
        : [true, true],
    )
  }
  return data.m.map(
    (one: { amount: number; invoice: { type: string } }) => `${one.invoice.type} ${one.amount}`,
  )
}

describe.each(['direct', 'indirect'] as const)('%s', (funding_model) => {
  test('the parts of a sale are read by whoever reads what they paid', async () => {
    const world = worldOn(database)
    const placed = await seedWeek(world, { agency: { funding_model } })
    await seedApprovedTimesheet(world, placed)
    const { agency } = placed
    const { provider, funder } = agency
    // The agency first, the contractor when he is due.
    for (const run_date of ['2025-06-18', '2025-06-25']) {
      const principal_id = funder?.id ?? provider.id
      const run = { run_date, currency_id: sterling, principal_id }
      const batch = await act<{ id: string }>(world, provider.operations, 'payment.payment_batch.create', run)
      await reviewBatch(world, provider, batch)
      await act(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
    }
    const sale = funding_model === 'direct' ? 'agency-provider' : 'agency-funder'
    const of_sale = (told: string[]) => told.filter((one) => one.startsWith(sale))
    // What the contractor was paid is a match of its own there.
    expect(of_sale(await matchesSeen(world, agency.admin))).toContain(`${sale} 900`)
    expect(of_sale(await matchesSeen(world, provider.operations))).toContain(`${sale} 900`)
    const staff = await matchesSeen(world, agency.user)
    expect(staff).toEqual(['contractor-agency 900'])
    if (funding_model === 'direct') return
    const seen = await matchesSeen(world, present(funder, 'a funder').admin)
    expect(of_sale(seen)).toEqual([])
    expect(seen.some((one) => one.endsWith(' 900'))).toBe(false)
  })
})
