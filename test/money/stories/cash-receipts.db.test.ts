/** Stories of money that comes in: paid too much, paid for a whole group, given back. */
import { afterAll, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../../database.ts'
import {
  act,
  seedAccount,
  seedClient,
  seedContractor,
  seedPlacement,
  seedWeek,
} from '../../fixtures/world.ts'
import { cashStory } from './cash-tell.ts'
import { everythingHolds } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

async function billedWeek() {
  const story = cashStory(database)
  const placement = await seedWeek(story)
  const { provider } = placement.agency
  const bill = async () => present((await story.week(placement))['provider-client'], 'a bill')
  return { story, placement, provider, agency: placement.agency, bill }
}

describe('money in', () => {
  test('overpaid: the rest stays on the receipt and pays the next week', async () => {
    const { story, placement, provider, agency, bill } = await billedWeek()
    const first = await bill()
    const receipt = await story.receives(provider, placement.client.id, '1500.00', first.human_id)
    await story.matches(provider, receipt, [[first.id, '1125.00']])
    await story.morning('2025-06-23')
    const second = await bill()
    await story.matches(provider, receipt, [[second.id, '375.00']])
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider 1125.00, open 1125.00, pending
        agency_earnings 191.24, open 191.24, pending
        contractor-agency 900.00, open 900.00
        provider-agency 33.76, open 33.76
        provider-client 1125.00, closed, pending
        agency-provider 1125.00, open 1125.00, pending
        agency_earnings 191.24, open 191.24, pending
        contractor-agency 900.00, open 900.00
        provider-agency 33.76, open 33.76
        provider-client 1125.00, open 750.00, pending
      books
        agency_earnings_payable -382.48
        bank 1500.00
        client_receivable 750.00
        contractor_payable -1800.00
        fee_income -56.26
        input_vat 375.00
        output_vat -386.26
        purchases 1875.00
        sales -1875.00
      cash
        receipt 1500.00, matched"
    `)
  })

  test('overpaid: the rest is refunded by a batch that a second person reviews', async () => {
    const { story, placement, provider, agency, bill } = await billedWeek()
    const first = await bill()
    await seedAccount(story, provider.admin, placement.client.id, 'payout')
    const receipt = await story.receives(provider, placement.client.id, '1500.00', first.human_id)
    await story.matches(provider, receipt, [[first.id, '1125.00']])
    const asked = { id: receipt, amount: '375.00', reason: 'Paid too much' }
    await act(story, provider.operations, 'transaction.payment_receipt.refund', asked)
    expect(await story.payRun(provider, '2025-06-17')).toBe('375.00 in 1 payment')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider 1125.00, open 1125.00, pending
        agency_earnings 191.24, open 191.24, pending
        contractor-agency 900.00, open 900.00
        provider-agency 33.76, open 33.76
        provider-client 1125.00, closed, pending
      books
        agency_earnings_payable -191.24
        bank 1125.00
        contractor_payable -900.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        refund 375.00, paid
        receipt 1500.00, matched
        payment 375.00, matched
      batches
        paid 375.00
      mails
        accounts: Payment PAY… of £375.00 from Provider…
        ines: Payment PAY… of £375.00 from Provider…"
    `)
  })

  test('group payer: pays for two sisters at once; one match is undone, the other stays', async () => {
    const { story, placement, provider, agency, bill } = await billedWeek()
    const sister = await seedClient(story, agency)
    const contractor = await seedContractor(story, agency)
    const other = await seedPlacement(story, { agency, client: sister, contractor })
    const mine = await bill()
    const hers = present((await story.week(other))['provider-client'], 'the bill of the sister')
    const receipt = await story.receives(provider, placement.client.id, '2250.00', 'GROUP RUN 12')
    await story.matches(provider, receipt, [
      [mine.id, '1125.00'],
      [hers.id, '1125.00'],
    ])
    const { rows } = await database.owner.query<{ id: string }>(
      'select id from transaction.payment_receipt_detail where invoice_id = $1',
      [hers.id],
    )
    const wrong = { detail_id: rows[0]?.id, reason: 'Paid by herself' }
    await act(story, provider.operations, 'transaction.payment_receipt.unmatch', wrong)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider 1125.00, open 1125.00, pending
        agency-provider 1125.00, open 1125.00, pending
        agency_earnings 191.24, open 191.24, pending
        agency_earnings 191.24, open 191.24, pending
        contractor-agency 900.00, open 900.00
        contractor-agency 900.00, open 900.00
        provider-agency 33.76, open 33.76
        provider-agency 33.76, open 33.76
        provider-client 1125.00, closed, pending
        provider-client 1125.00, open 1125.00, pending
      books
        agency_earnings_payable -382.48
        bank 2250.00
        client_receivable 1125.00
        contractor_payable -1800.00
        fee_income -56.26
        input_vat 375.00
        output_vat -386.26
        purchases 1875.00
        sales -1875.00
        unallocated_receipt -1125.00
      cash
        receipt 2250.00, partially_matched"
    `)
  })
})
