/** Direct funding where money waits for the client, is thin, or is missing (money.md §1.6, §1.7). */
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../database.ts'
import { seedApprovedTimesheet, seedWeek } from '../../fixtures/world.ts'
import { setsStories } from './sets-tell.ts'
import { everythingHolds } from './tell.ts'

const database = await freshDatabase()
const tell = setsStories(database)

afterAll(() => everythingHolds(database))

describe('direct, waiting', () => {
  test('paid when paid with opt-out: nobody before the client, then by the waterfall', async () => {
    const story = tell()
    const placement = await seedWeek(story, {
      contractor: { conduct_regs_opt_out: true },
      placement: { funding_type: 'paid_when_paid' },
    })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), open 1125.00
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), open 191.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (client_receipt), self-billed, open 900.00
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), open 33.76
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), open 1125.00
      books
        agency_earnings_payable -191.24
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
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
    await story.pays(placement, '500.00')
    expect(await story.payRun(placement, '2025-07-16')).toMatchInlineSnapshot(`"466.24 in 1 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), open 625.00
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), open 191.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (client_receipt), self-billed, open 433.76
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), open 625.00
      books
        agency_earnings_payable -191.24
        bank 33.76
        client_receivable 625.00
        contractor_payable -433.76
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        receipt 500.00, matched
        payment 466.24, matched
        payment 533.76 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £466.24 from Provider
        carla: Payment PAY… of £466.24 from Provider"
    `)
    await story.pays(placement, '625.00')
    expect(await story.payRun(placement, '2025-07-23')).toMatchInlineSnapshot(`"625.00 in 2 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), closed
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), closed
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (client_receipt), self-billed, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), closed
      books
        bank 33.76
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        receipt 500.00, matched
        payment 466.24, matched
        payment 533.76 without cash, matched
        receipt 625.00, matched
        payment 433.76, matched
        payment 191.24, matched
        payment 625.00 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £191.24 from Provider
        accounts: Payment PAY… of £433.76 from Provider
        accounts: Payment PAY… of £466.24 from Provider
        alice: Payment PAY… of £191.24 from Provider
        carla: Payment PAY… of £433.76 from Provider
        carla: Payment PAY… of £466.24 from Provider"
    `)
  })

  test('paid when paid without opt-out: the worker on the due date, on the agency’s account', async () => {
    const story = tell()
    const placement = await seedWeek(story, { placement: { funding_type: 'paid_when_paid' } })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), open 1125.00
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), open 191.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, debit, open 900.00
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), open 33.76
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), open 1125.00
      books
        agency_earnings_payable -191.24
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
      work
        timesheet approved
      mails"
    `)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(`"900.00 in 1 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), open 225.00
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), open 191.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, debit, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), open 33.76
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), open 1125.00
      books
        agency_earnings_payable -191.24
        bank -900.00
        client_receivable 1125.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        payment 900.00, matched
        payment 900.00 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £900.00 from Provider
        carla: Payment PAY… of £900.00 from Provider"
    `)
    await story.morning('2025-07-15')
    await story.pays(placement, '1125.00')
    expect(await story.payRun(placement, '2025-07-16')).toMatchInlineSnapshot(`"191.24 in 1 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), closed
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), closed
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, debit, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), closed
      books
        bank 33.76
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        payment 900.00, matched
        payment 900.00 without cash, matched
        receipt 1125.00, matched
        payment 191.24, matched
        payment 258.76 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £191.24 from Provider
        accounts: Payment PAY… of £900.00 from Provider
        alice: Payment PAY… of £191.24 from Provider
        carla: Payment PAY… of £900.00 from Provider"
    `)
  })

  test('a client abroad, a company with VAT: no tax on the client, VAT on the sale to the provider', async () => {
    const story = tell()
    const placement = await seedWeek(story, { client: { country_code: 'FR' } })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), pending, open 1125.00
        agency_earnings P→A 196.87 + 0.00 = 196.87 GBP, due 2025-06-18 (run_date), pending, open 196.87
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, open 900.00
        provider-agency P→A 23.44 + 4.69 = 28.13 GBP, due 2025-06-15 (set_off), open 28.13
        provider-client P→L 937.50 + 0.00 = 937.50 GBP, due 2025-07-15 (none), pending, open 937.50
      books
        agency_earnings_payable -196.87
        client_receivable 937.50
        contractor_payable -900.00
        fee_income -23.44
        input_vat 187.50
        output_vat -4.69
        purchases 937.50
        sales -937.50
      cash
      work
        timesheet approved
      mails"
    `)
    expect(await story.payRun(placement, '2025-06-18')).toMatchInlineSnapshot(`"196.87 in 1 payments"`)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(`"900.00 in 1 payments"`)
    await story.morning('2025-07-15')
    await story.pays(placement, '937.50')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), funded, closed
        agency_earnings P→A 196.87 + 0.00 = 196.87 GBP, due 2025-06-18 (run_date), funded, closed
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        provider-agency P→A 23.44 + 4.69 = 28.13 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 0.00 = 937.50 GBP, due 2025-07-15 (none), funded, closed
      books
        bank -159.37
        fee_income -23.44
        input_vat 187.50
        output_vat -4.69
        purchases 937.50
        sales -937.50
      cash
        payment 196.87, matched
        payment 253.13 without cash, matched
        payment 900.00, matched
        payment 900.00 without cash, matched
        receipt 937.50, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £196.87 from Provider
        accounts: Payment PAY… of £900.00 from Provider
        alice: Payment PAY… of £196.87 from Provider
        carla: Payment PAY… of £900.00 from Provider"
    `)
  })

  test('a fee above the margin: earnings are negative, a debit that the next earnings make good', async () => {
    const story = tell()
    const placement = await seedWeek(story, { agency: { fee: '25' } })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), pending, open 1125.00
        agency_earnings P→A -112.50 + 0.00 = -112.50 GBP, due 2025-06-15 (set_off), debit, pending, open -112.50
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, open 900.00
        provider-agency P→A 281.25 + 56.25 = 337.50 GBP, due 2025-06-15 (set_off), open 337.50
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), pending, open 1125.00
      books
        agency_earnings_payable 112.50
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -281.25
        input_vat 187.50
        output_vat -243.75
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
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), funded, closed
        agency_earnings P→A -112.50 + 0.00 = -112.50 GBP, due 2025-06-15 (set_off), debit, pending, open -112.50
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        provider-agency P→A 281.25 + 56.25 = 337.50 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), funded, open 1125.00
      books
        agency_earnings_payable 112.50
        bank -900.00
        client_receivable 1125.00
        fee_income -281.25
        input_vat 187.50
        output_vat -243.75
        purchases 937.50
        sales -937.50
      cash
        payment 900.00, matched
        payment 1462.50 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £900.00 from Provider
        carla: Payment PAY… of £900.00 from Provider"
    `)
    await story.morning('2025-07-15')
    await story.pays(placement, '1125.00')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), funded, closed
        agency_earnings P→A -112.50 + 0.00 = -112.50 GBP, due 2025-06-15 (set_off), debit, pending, open -112.50
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        provider-agency P→A 281.25 + 56.25 = 337.50 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), funded, closed
      books
        agency_earnings_payable 112.50
        bank 225.00
        fee_income -281.25
        input_vat 187.50
        output_vat -243.75
        purchases 937.50
        sales -937.50
      cash
        payment 900.00, matched
        payment 1462.50 without cash, matched
        receipt 1125.00, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £900.00 from Provider
        carla: Payment PAY… of £900.00 from Provider"
    `)
  })
})
