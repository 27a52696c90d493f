/** The agency bills, its debt assigned to the provider (money.md §1.5). */
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../database.ts'
import { seedApprovedTimesheet, seedWeek } from '../../fixtures/world.ts'
import { setsStories } from './sets-tell.ts'
import { everythingHolds } from './tell.ts'

const database = await freshDatabase()
const tell = setsStories(database)

afterAll(() => everythingHolds(database))

describe('agency billed', () => {
  test('funded, self-employed: the client pays the provider’s account, the agency has its earnings at once', async () => {
    const story = tell()
    const placement = await seedWeek(story, {
      agency: { funding_model: 'agency_billed' },
      contractor: { payment_type: 'selfemployed', is_vat_registered: false },
    })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-client A→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), assigned to P, pending, open 1125.00
        agency_earnings P→A 341.24 + 0.00 = 341.24 GBP, due 2025-06-18 (run_date), pending, open 341.24
        contractor-agency C→A 750.00 + 0.00 = 750.00 GBP, due 2025-06-22 (due_date), self-billed, open 750.00
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), open 33.76
      books
        agency_earnings_payable -341.24
        client_receivable 1125.00
        contractor_payable -750.00
        fee_income -28.13
        output_vat -5.63
      cash
      work
        timesheet approved
      mails"
    `)
    expect(await story.payRun(placement, '2025-06-18')).toMatchInlineSnapshot(`"341.24 in 1 payments"`)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(`"750.00 in 1 payments"`)
    await story.morning('2025-07-15')
    await story.pays(placement, '1125.00')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-client A→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), assigned to P, funded, closed
        agency_earnings P→A 341.24 + 0.00 = 341.24 GBP, due 2025-06-18 (run_date), funded, closed
        contractor-agency C→A 750.00 + 0.00 = 750.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
      books
        bank 33.76
        fee_income -28.13
        output_vat -5.63
      cash
        payment 341.24, matched
        payment 33.76 without cash, matched
        payment 750.00, matched
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

  test('partly funded, umbrella on extended terms: the worker is paid with the client’s terms', async () => {
    const story = tell()
    const placement = await seedWeek(story, {
      agency: { funding_model: 'agency_billed' },
      contractor: { payment_type: 'umbrella' },
      placement: { funding_type: 'partly_funded', is_extended_contractor_payment_terms: true },
    })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-client A→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), assigned to P, pending, open 1125.00
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), pending, open 191.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-07-15 (due_date), self-billed, open 900.00
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), open 33.76
      books
        agency_earnings_payable -191.24
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -28.13
        output_vat -5.63
      cash
      work
        timesheet approved
      mails"
    `)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(
      `"Nothing is due for payment on 25/06/2025. Please choose 15/07/2025 or later, when the next payment is due"`,
    )
    await story.morning('2025-07-10')
    await story.pays(placement, '1125.00')
    expect(await story.payRun(placement, '2025-07-16')).toMatchInlineSnapshot(`"1091.24 in 2 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-client A→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), assigned to P, funded, closed
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), funded, closed
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-07-15 (due_date), self-billed, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
      books
        bank 33.76
        fee_income -28.13
        output_vat -5.63
      cash
        receipt 1125.00, matched
        payment 900.00, matched
        payment 191.24, matched
        payment 33.76 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £191.24 from Provider
        accounts: Payment PAY… of £900.00 from Provider
        alice: Payment PAY… of £191.24 from Provider"
    `)
  })

  test('paid when paid, opted out: a receipt in part pays the fee, then the worker', async () => {
    const story = tell()
    const placement = await seedWeek(story, {
      agency: { funding_model: 'agency_billed' },
      contractor: { conduct_regs_opt_out: true },
      placement: { funding_type: 'paid_when_paid' },
    })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-client A→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), open 1125.00
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), open 191.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (client_receipt), self-billed, open 900.00
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), open 33.76
      books
        agency_earnings_payable -191.24
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -28.13
        output_vat -5.63
      cash
      work
        timesheet approved
      mails"
    `)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(
      `"Nothing is due for payment on 25/06/2025. Please choose a later day once work is approved, or its client has paid"`,
    )
    await story.morning('2025-07-10')
    await story.pays(placement, '933.75')
    expect(await story.payRun(placement, '2025-07-16')).toMatchInlineSnapshot(`"899.99 in 1 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-client A→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), open 191.25
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), open 191.24
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (client_receipt), self-billed, open 0.01
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
      books
        agency_earnings_payable -191.24
        bank 33.76
        client_receivable 191.25
        contractor_payable -0.01
        fee_income -28.13
        output_vat -5.63
      cash
        receipt 933.75, matched
        payment 899.99, matched
        payment 33.76 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £899.99 from Provider
        carla: Payment PAY… of £899.99 from Provider"
    `)
    await story.pays(placement, '191.25')
    expect(await story.payRun(placement, '2025-07-23')).toMatchInlineSnapshot(`"191.25 in 2 payments"`)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-client A→L 937.50 + 187.50 = 1125.00 GBP, due 2025-07-15 (none), closed
        agency_earnings P→A 191.24 + 0.00 = 191.24 GBP, due 2025-07-15 (client_receipt), closed
        contractor-agency C→A 750.00 + 150.00 = 900.00 GBP, due 2025-06-22 (client_receipt), self-billed, closed
        provider-agency P→A 28.13 + 5.63 = 33.76 GBP, due 2025-06-15 (set_off), closed
      books
        bank 33.76
        fee_income -28.13
        output_vat -5.63
      cash
        receipt 933.75, matched
        payment 899.99, matched
        payment 33.76 without cash, matched
        receipt 191.25, matched
        payment 0.01, matched
        payment 191.24, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £0.01 from Provider
        accounts: Payment PAY… of £191.24 from Provider
        accounts: Payment PAY… of £899.99 from Provider
        alice: Payment PAY… of £191.24 from Provider
        carla: Payment PAY… of £0.01 from Provider
        carla: Payment PAY… of £899.99 from Provider"
    `)
  })

  test('overseas client, unregistered parties: tax only on the provider’s fee', async () => {
    const story = tell()
    const placement = await seedWeek(story, {
      agency: { funding_model: 'agency_billed' },
      client: { country_code: 'US' },
      contractor: { is_vat_registered: false },
    })
    const { agency } = placement
    await seedApprovedTimesheet(story, placement)
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-client A→L 937.50 + 0.00 = 937.50 GBP, due 2025-07-15 (none), assigned to P, pending, open 937.50
        agency_earnings P→A 159.37 + 0.00 = 159.37 GBP, due 2025-06-18 (run_date), pending, open 159.37
        contractor-agency C→A 750.00 + 0.00 = 750.00 GBP, due 2025-06-22 (due_date), self-billed, open 750.00
        provider-agency P→A 23.44 + 4.69 = 28.13 GBP, due 2025-06-15 (set_off), open 28.13
      books
        agency_earnings_payable -159.37
        client_receivable 937.50
        contractor_payable -750.00
        fee_income -23.44
        output_vat -4.69
      cash
      work
        timesheet approved
      mails"
    `)
    expect(await story.payRun(placement, '2025-06-18')).toMatchInlineSnapshot(`"159.37 in 1 payments"`)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(`"750.00 in 1 payments"`)
    await story.morning('2025-07-15')
    await story.pays(placement, '937.50')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-client A→L 937.50 + 0.00 = 937.50 GBP, due 2025-07-15 (none), assigned to P, funded, closed
        agency_earnings P→A 159.37 + 0.00 = 159.37 GBP, due 2025-06-18 (run_date), funded, closed
        contractor-agency C→A 750.00 + 0.00 = 750.00 GBP, due 2025-06-22 (due_date), self-billed, closed
        provider-agency P→A 23.44 + 4.69 = 28.13 GBP, due 2025-06-15 (set_off), closed
      books
        bank 28.13
        fee_income -23.44
        output_vat -4.69
      cash
        payment 159.37, matched
        payment 28.13 without cash, matched
        payment 750.00, matched
        receipt 937.50, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £159.37 from Provider
        accounts: Payment PAY… of £750.00 from Provider
        alice: Payment PAY… of £159.37 from Provider
        carla: Payment PAY… of £750.00 from Provider"
    `)
  })
})
