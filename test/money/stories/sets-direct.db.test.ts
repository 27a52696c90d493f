/** Direct funding: the provider buys the work and bills the client (money.md §1.5, §1.6). */
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../database.ts'
import { seedApprovedTimesheet, seedWeek } from '../../fixtures/world.ts'
import { setsStories } from './sets-tell.ts'
import { everythingHolds } from './tell.ts'

const database = await freshDatabase()
const tell = setsStories(database)

afterAll(() => everythingHolds(database))

describe('direct', () => {
  test('funded, limited company with VAT: earnings in the next run, the worker on the due date, both before the client pays', async () => {
    const story = tell()
    const placement = await seedWeek(story, {})
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), pending, open 1125.00
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-06-18 (run_date), pending, open 191.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, open 900.00
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), open 33.76
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), pending, open 1125.00
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
    expect(await story.payRun(placement, '2025-06-18')).toMatchInlineSnapshot(`"191.24 in 1 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), funded, open 900.00
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-06-18 (run_date), funded, closed
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, open 900.00
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), funded, open 1125.00
      books
        bank -191.24
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        payment 191.24, matched
        payment 258.76 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £191.24 from Provider
        alice: Payment PAY… of £191.24 from Provider"
    `)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(`"900.00 in 1 payments"`)
    await story.morning('2025-07-15')
    await story.pays(placement, '1125.00')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), funded, closed
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-06-18 (run_date), funded, closed
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), funded, closed
      books
        bank 33.76
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        payment 191.24, matched
        payment 258.76 without cash, matched
        payment 900.00, matched
        payment 900.00 without cash, matched
        receipt 1125.00, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £191.24 from Provider
        accounts: Payment PAY… of £900.00 from Provider
        alice: Payment PAY… of £191.24 from Provider
        carla: Payment PAY… of £900.00 from Provider"
    `)
    expect(await story.payRun(placement, '2025-07-16')).toMatch(/^Nothing is due for payment on 16\/07\/2025/)
  })

  test('funded, limited company without VAT: the agency owes HMRC the difference', async () => {
    const story = tell()
    const placement = await seedWeek(story, { contractor: { is_vat_registered: false } })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), pending, open 1125.00
        agency_earnings P→A 341.24 + 0.00 = 341.24 GBP, due 2025-06-18 (run_date), pending, open 341.24
        contractor-agency C→A 750.00 + 0.00 = 750.00 GBP, due 2025-06-22 (due_date), self-billed, open 750.00
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), open 33.76
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), pending, open 1125.00
      books
        agency_earnings_payable -341.24
        client_receivable 1125.00
        contractor_payable -750.00
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
    expect(await story.payRun(placement, '2025-06-18')).toMatchInlineSnapshot(`"341.24 in 1 payments"`)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(`"750.00 in 1 payments"`)
    await story.morning('2025-07-10')
    await story.pays(placement, '1125.00')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-06-18 (run_date), funded, closed
        agency_earnings P→A 341.24 + 0.00 = 341.24 GBP, due 2025-06-18 (run_date), funded, closed
        contractor-agency C→A 750.00 + 0.00 = 750.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), funded, closed
      books
        bank 33.76
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        payment 341.24, matched
        payment 408.76 without cash, matched
        payment 750.00, matched
        payment 750.00 without cash, matched
        receipt 1125.00, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £341.24 from Provider
        accounts: Payment PAY… of £750.00 from Provider
        alice: Payment PAY… of £341.24 from Provider
        carla: Payment PAY… of £750.00 from Provider"
    `)
  })

  test('partly funded, umbrella: the advance is earned back first, the rest of every receipt is the agency’s', async () => {
    const story = tell()
    const placement = await seedWeek(story, {
      contractor: { payment_type: 'umbrella' },
      placement: { funding_type: 'partly_funded' },
    })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), pending, open 1125.00
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), pending, open 191.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, open 900.00
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), open 33.76
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), pending, open 1125.00
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
    expect(await story.payRun(placement, '2025-06-18')).toMatch(/^Nothing is due for payment on 18\/06\/2025/)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(`"900.00 in 1 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), funded, open 191.24
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), pending, open 191.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), funded, open 1125.00
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
        payment 967.52 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £900.00 from Provider"
    `)
    await story.morning('2025-07-10')
    await story.pays(placement, '1000.00')
    expect(await story.payRun(placement, '2025-07-16')).toMatchInlineSnapshot(`"66.24 in 1 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), funded, open 125.00
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), funded, open 125.00
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), funded, open 125.00
      books
        agency_earnings_payable -125.00
        bank 33.76
        client_receivable 125.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        payment 900.00, matched
        payment 967.52 without cash, matched
        receipt 1000.00, matched
        payment 66.24, matched
        payment 66.24 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £66.24 from Provider
        accounts: Payment PAY… of £900.00 from Provider
        alice: Payment PAY… of £66.24 from Provider"
    `)
    await story.pays(placement, '125.00')
    expect(await story.payRun(placement, '2025-07-23')).toMatchInlineSnapshot(`"125.00 in 1 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (client_receipt), funded, closed
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), funded, closed
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), funded, closed
      books
        bank 33.76
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        payment 900.00, matched
        payment 967.52 without cash, matched
        receipt 1000.00, matched
        payment 66.24, matched
        payment 66.24 without cash, matched
        receipt 125.00, matched
        payment 125.00, matched
        payment 125.00 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £125.00 from Provider
        accounts: Payment PAY… of £66.24 from Provider
        accounts: Payment PAY… of £900.00 from Provider
        alice: Payment PAY… of £125.00 from Provider
        alice: Payment PAY… of £66.24 from Provider"
    `)
  })
})
