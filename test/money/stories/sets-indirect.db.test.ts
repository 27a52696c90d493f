/** A funder finances: its bank account, its books (money.md §1.5). */
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../database.ts'
import { seedApprovedTimesheet, seedWeek } from '../../fixtures/world.ts'
import { setsStories } from './sets-tell.ts'
import { everythingHolds } from './tell.ts'

const database = await freshDatabase()
const tell = setsStories(database)

afterAll(() => everythingHolds(database))

describe('indirect', () => {
  test('funded: the funder pays the worker and the agency, charges the agency, the provider has its platform fee', async () => {
    const story = tell()
    const placement = await seedWeek(story, { agency: { funding_model: 'indirect' } })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-funder A→F 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), pending, open 1125.00
        agency_earnings F→A 184.48 + 0.00 = 184.48 GBP, due 2025-06-18 (run_date), pending, open 184.48
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, open 900.00
        funder-agency F→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), open 33.76
        funder-client F→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), pending, open 1125.00
        platform_fee P→A 5.63 + 1.13 = 6.76 GBP, due 2025-06-15 (set_off), open 6.76
      books
        agency_earnings_payable -184.48
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        platform_fee_payable -6.76
        purchases 937.50
        sales -937.50
      cash
      work
        timesheet approved
      mails"
    `)
    expect(await story.payRun(placement, '2025-06-18')).toMatchInlineSnapshot(`"184.48 in 1 payments"`)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(`"900.00 in 1 payments"`)
    await story.morning('2025-07-15')
    await story.pays(placement, '1125.00')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-funder A→F 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), funded, closed
        agency_earnings F→A 184.48 + 0.00 = 184.48 GBP, due 2025-06-18 (run_date), funded, closed
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        funder-agency F→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
        funder-client F→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), funded, closed
        platform_fee P→A 5.63 + 1.13 = 6.76 GBP, due 2025-06-15 (set_off), closed
      books
        bank 40.52
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        platform_fee_payable -6.76
        purchases 937.50
        sales -937.50
      cash
        payment 184.48, matched
        payment 265.52 without cash, matched
        payment 900.00, matched
        payment 900.00 without cash, matched
        receipt 1125.00, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £184.48 from Funder
        accounts: Payment PAY… of £900.00 from Funder
        alice: Payment PAY… of £184.48 from Funder
        carla: Payment PAY… of £900.00 from Funder"
    `)
  })

  test('partly funded, self-employed: earnings wait for the client', async () => {
    const story = tell()
    const placement = await seedWeek(story, {
      agency: { funding_model: 'indirect' },
      contractor: { payment_type: 'selfemployed' },
      placement: { funding_type: 'partly_funded' },
    })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-funder A→F 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), pending, open 1125.00
        agency_earnings F→A 184.48 + 0.00 = 184.48 GBP, due 2025-07-15 (client_receipt), pending, open 184.48
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, open 900.00
        funder-agency F→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), open 33.76
        funder-client F→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), pending, open 1125.00
        platform_fee P→A 5.63 + 1.13 = 6.76 GBP, due 2025-06-15 (set_off), open 6.76
      books
        agency_earnings_payable -184.48
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        platform_fee_payable -6.76
        purchases 937.50
        sales -937.50
      cash
      work
        timesheet approved
      mails"
    `)
    expect(await story.payRun(placement, '2025-06-18')).toMatchInlineSnapshot(
      `"Nothing is due for payment on 18/06/2025. Please choose 22/06/2025 or later, when the next payment is due"`,
    )
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(`"900.00 in 1 payments"`)
    await story.morning('2025-07-10')
    await story.pays(placement, '1125.00')
    expect(await story.payRun(placement, '2025-07-16')).toMatchInlineSnapshot(`"184.48 in 1 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-funder A→F 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), funded, closed
        agency_earnings F→A 184.48 + 0.00 = 184.48 GBP, due 2025-07-15 (client_receipt), funded, closed
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        funder-agency F→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
        funder-client F→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), funded, closed
        platform_fee P→A 5.63 + 1.13 = 6.76 GBP, due 2025-06-15 (set_off), closed
      books
        bank 40.52
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        platform_fee_payable -6.76
        purchases 937.50
        sales -937.50
      cash
        payment 900.00, matched
        payment 981.04 without cash, matched
        receipt 1125.00, matched
        payment 184.48, matched
        payment 184.48 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £184.48 from Funder
        accounts: Payment PAY… of £900.00 from Funder
        alice: Payment PAY… of £184.48 from Funder
        carla: Payment PAY… of £900.00 from Funder"
    `)
  })

  test('paid when paid, opted out, a client abroad: receipts pass through the funder', async () => {
    const story = tell()
    const placement = await seedWeek(story, {
      agency: { funding_model: 'indirect' },
      client: { country_code: 'DE' },
      contractor: { conduct_regs_opt_out: true, is_vat_registered: false },
      placement: { funding_type: 'paid_when_paid' },
    })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-funder A→F 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), open 1125.00
        agency_earnings F→A 341.24 + 0.00 = 341.24 GBP, due 2025-07-15 (client_receipt), open 341.24
        contractor-agency C→A 750.00 + 0.00 = 750.00 GBP, due 2025-06-22 (client_receipt), self-billed, open 750.00
        funder-agency F→A 23.44 + 4.69 = 28.13 GBP, due 2025-06-15 (set_off), open 28.13
        funder-client F→L 937.50 + 0.00 = 937.50 GBP, due 2025-07-15 (none), open 937.50
        platform_fee P→A 4.69 + 0.94 = 5.63 GBP, due 2025-06-15 (set_off), open 5.63
      books
        agency_earnings_payable -341.24
        client_receivable 937.50
        contractor_payable -750.00
        fee_income -23.44
        input_vat 187.50
        output_vat -4.69
        platform_fee_payable -5.63
        purchases 937.50
        sales -937.50
      cash
      work
        timesheet approved
      mails"
    `)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(
      `"Nothing is due for payment on 25/06/2025. Please choose a later day once work is approved, or its client has paid"`,
    )
    await story.morning('2025-07-10')
    await story.pays(placement, '937.50')
    expect(await story.payRun(placement, '2025-07-16')).toMatchInlineSnapshot(`"1091.24 in 2 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-funder A→F 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), closed
        agency_earnings F→A 341.24 + 0.00 = 341.24 GBP, due 2025-07-15 (client_receipt), closed
        contractor-agency C→A 750.00 + 0.00 = 750.00 GBP, due 2025-06-22 (client_receipt), self-billed, closed
        funder-agency F→A 23.44 + 4.69 = 28.13 GBP, due 2025-06-15 (set_off), closed
        funder-client F→L 937.50 + 0.00 = 937.50 GBP, due 2025-07-15 (none), closed
        platform_fee P→A 4.69 + 0.94 = 5.63 GBP, due 2025-06-15 (set_off), closed
      books
        bank -153.74
        fee_income -23.44
        input_vat 187.50
        output_vat -4.69
        platform_fee_payable -5.63
        purchases 937.50
        sales -937.50
      cash
        receipt 937.50, matched
        payment 750.00, matched
        payment 341.24, matched
        payment 1158.76 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £341.24 from Funder
        accounts: Payment PAY… of £750.00 from Funder
        alice: Payment PAY… of £341.24 from Funder
        carla: Payment PAY… of £750.00 from Funder"
    `)
  })
})
