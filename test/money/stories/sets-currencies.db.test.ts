/** Work in other currencies: documents, books, receipts and runs each in their own (money.md §1.5; spec §9). */
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../database.ts'
import { euro } from '../../fixtures/cash.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedAccount,
  seedAgency,
  seedApprovedTimesheet,
  seedClient,
  seedContractor,
  seedPlacement,
  seedProvider,
} from '../../fixtures/world.ts'
import { type SetsStory, setsStories } from './sets-tell.ts'
import { everythingHolds } from './tell.ts'

const database = await freshDatabase()
const tell = setsStories(database)

afterAll(() => everythingHolds(database))

/** A client in France, worked for and billed in euro; all parties have accounts in euro. */
async function euroWeek(story: SetsStory, change: Record<string, unknown> = {}): Promise<SeededPlacement> {
  const provider = await seedProvider(story)
  const in_euro = { currency: 'EUR' }
  await seedAccount(story, provider.admin, provider.id, 'trust', in_euro)
  const agency = await seedAgency(story, provider)
  await seedAccount(story, provider.admin, agency.id, 'payout', in_euro)
  const client = await seedClient(story, agency, { country_code: 'FR' })
  const contractor = await seedContractor(story, agency)
  await seedAccount(story, provider.admin, contractor.payment_company_id, 'payout', in_euro)
  const placement = await seedPlacement(
    story,
    { agency, client, contractor },
    {
      currency: 'EUR',
      rates: [{ name: 'Standard', contractor_rate: '20.00', client_rate: '30.00' }],
      ...change,
    },
  )
  await seedApprovedTimesheet(story, placement)
  return placement
}

describe('in euro', () => {
  test('funded: the run in euro pays it, the run in sterling does not', async () => {
    const story = tell()
    const placement = await euroWeek(story)
    const { agency } = placement
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 1125.00 + 225.00 = 1350.00 EUR, due 2025-06-18 (run_date), pending, open 1350.00
        agency_earnings P→A 416.24 + 0.00 = 416.24 EUR, due 2025-06-18 (run_date), pending, open 416.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 EUR, due 2025-06-22 (due_date), self-billed, open 900.00
        provider-agency P→A 28.13 + 5.63 = 33.76 EUR, due 2025-06-15 (set_off), open 33.76
        provider-client P→L 1125.00 + 0.00 = 1125.00 EUR, due 2025-07-15 (none), pending, open 1125.00
      books
        agency_earnings_payable -416.24
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -28.13
        input_vat 225.00
        output_vat -5.63
        purchases 1125.00
        sales -1125.00
      cash
      work
        timesheet approved
      mails"
    `)
    const sterling_run = act(story, agency.provider.operations, 'payment.payment_batch.create', {
      run_date: '2025-06-18',
      currency_id: '00000000-0000-7000-8000-000000000826',
    })
    expect((await refusalOf(sterling_run)).message).toBe(
      'Nothing is due for payment on 18/06/2025. Please choose a later day once work is approved, or its client has paid',
    )
    expect(await story.payRun(placement, '2025-06-18')).toMatchInlineSnapshot(`"416.24 in 1 payments"`)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(`"900.00 in 1 payments"`)
    await story.morning('2025-07-15')
    await story.pays(placement, '1125.00')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 1125.00 + 225.00 = 1350.00 EUR, due 2025-06-18 (run_date), funded, closed
        agency_earnings P→A 416.24 + 0.00 = 416.24 EUR, due 2025-06-18 (run_date), funded, closed
        contractor-agency C→A 750.00 + 150.00 = 900.00 EUR, due 2025-06-22 (due_date), self-billed, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 EUR, due 2025-06-15 (set_off), closed
        provider-client P→L 1125.00 + 0.00 = 1125.00 EUR, due 2025-07-15 (none), funded, closed
      books
        bank -191.24
        fee_income -28.13
        input_vat 225.00
        output_vat -5.63
        purchases 1125.00
        sales -1125.00
      cash
        payment 416.24, matched
        payment 483.76 without cash, matched
        payment 900.00, matched
        payment 900.00 without cash, matched
        receipt 1125.00, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of €416.24 from Provider
        accounts: Payment PAY… of €900.00 from Provider
        alice: Payment PAY… of €416.24 from Provider
        carla: Payment PAY… of €900.00 from Provider"
    `)
  })

  test('a receipt in sterling settles none of it', async () => {
    const story = tell()
    const placement = await euroWeek(story, { funding_type: 'partly_funded' })
    const { provider } = placement.agency
    const receipt = await act<{ id: string }>(
      story,
      provider.operations,
      'transaction.payment_receipt.record',
      {
        bank_account_id: provider.trust_account_id,
        transaction_date: '2025-06-15',
        amount: '1125.00',
        for_business_id: placement.client.id,
      },
    )
    const { rows } = await database.owner.query<{ id: string }>(
      `select id from transaction.invoice where agency_id = $1 and type = 'provider-client' and currency_id = $2`,
      [placement.agency.id, euro],
    )
    const matches = [{ invoice_id: rows[0]?.id, amount: '1.00' }]
    const matched = act(story, provider.operations, 'transaction.payment_receipt.match', {
      id: receipt.id,
      matches,
    })
    expect(Object.values((await refusalOf(matched)).errors ?? {}).join()).toContain(
      'A receipt in GBP cannot pay an invoice in EUR',
    )
    expect(await story.told(placement.agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 1125.00 + 225.00 = 1350.00 EUR, due 2025-07-15 (client_receipt), pending, open 1350.00
        agency_earnings P→A 416.24 + 0.00 = 416.24 EUR, due 2025-07-15 (client_receipt), pending, open 416.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 EUR, due 2025-06-22 (due_date), self-billed, open 900.00
        provider-agency P→A 28.13 + 5.63 = 33.76 EUR, due 2025-06-15 (set_off), open 33.76
        provider-client P→L 1125.00 + 0.00 = 1125.00 EUR, due 2025-07-15 (none), pending, open 1125.00
      books
        agency_earnings_payable -416.24
        bank 1125.00
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -28.13
        input_vat 225.00
        output_vat -5.63
        purchases 1125.00
        sales -1125.00
        unallocated_receipt -1125.00
      cash
        receipt 1125.00, allocated
      work
        timesheet approved
      mails"
    `)
  })
})
