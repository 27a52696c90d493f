/** PAYE work and the law: who must be paid whatever the client does, and what is refused (money.md §1.5, §1.6). */
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../database.ts'
import { hoursOf, seedFigures, seedPayePlacement } from '../../fixtures/documents.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedAgency,
  seedClient,
  seedContractor,
  seedPlacement,
  seedProvider,
  seedTimesheets,
} from '../../fixtures/world.ts'
import { type SetsStory, setsStories } from './sets-tell.ts'
import { everythingHolds } from './tell.ts'

const database = await freshDatabase()
const tell = setsStories(database)

afterAll(() => everythingHolds(database))

const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']

/** Money.md example 4, approved, with payroll's figures. */
async function approvedWeek(
  story: SetsStory,
  funding_model: 'direct' | 'agency_billed' | 'indirect',
  change: Record<string, unknown>,
): Promise<SeededPlacement> {
  const agency = await seedAgency(story, await seedProvider(story), { funding_model })
  const client = await seedClient(story, agency)
  const placement = await seedPayePlacement(story, { agency, client }, change)
  const [sheet] = await seedTimesheets(story, placement)
  if (!sheet) throw new Error('the placement has a timesheet')
  await act(story, placement.contractor.viewer, 'transaction.timesheet.submit', {
    id: sheet.id,
    details: hoursOf(placement, days, '8'),
  })
  await seedFigures(story, agency, sheet.id)
  await act(story, placement.client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
  return placement
}

describe('PAYE', () => {
  test('funded, direct: payroll pays the worker, the run pays the agency alone, the on-costs stay owed', async () => {
    const story = tell()
    const placement = await approvedWeek(story, 'direct', {})
    expect(await story.payRun(placement, '2025-06-20')).toMatchInlineSnapshot(`"445.50 in 1 payments"`)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(
      `"Nothing is due for payment on 25/06/2025. Please choose a later day once work is approved, or its client has paid"`,
    )
    await story.morning('2025-07-15')
    await story.pays(placement, '1536.00')
    expect(await story.told(placement.agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider A→P 1280.00 + 256.00 = 1536.00 GBP, due 2025-06-18 (run_date), funded, open 1044.42
        agency_earnings P→A 445.50 + 0.00 = 445.50 GBP, due 2025-06-20 (run_date), funded, closed
        apprenticeship_levy P→A 4.48 + 0.00 = 4.48 GBP, due 2025-07-22 (statutory), open 4.48
        contractor-agency C→A 896.56 + 0.00 = 896.56 GBP, due 2025-06-20 (due_date), open 896.56
        employer_ni P→A 120.08 + 0.00 = 120.08 GBP, due 2025-07-22 (statutory), open 120.08
        employer_pension P→A 23.30 + 0.00 = 23.30 GBP, due 2025-07-22 (statutory), open 23.30
        provider-agency P→A 38.40 + 7.68 = 46.08 GBP, due 2025-06-15 (set_off), closed
        provider-client P→L 1280.00 + 256.00 = 1536.00 GBP, due 2025-07-15 (none), funded, closed
      books
        bank 1090.50
        contractor_payable -896.56
        fee_income -38.40
        input_vat 256.00
        oncost_payable -147.86
        output_vat -263.68
        purchases 1280.00
        sales -1280.00
      cash
        payment 445.50, matched
        payment 537.66 without cash, matched
        receipt 1536.00, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £445.50 from Provider
        alice: Payment PAY… of £445.50 from Provider"
    `)
  })

  test('partly funded, billed by the agency: pay, fee and on-costs come off the receipt before its earnings', async () => {
    const story = tell()
    const placement = await approvedWeek(story, 'agency_billed', { funding_type: 'partly_funded' })
    expect(await story.told(placement.agency)).toMatchInlineSnapshot(`
      "documents
        agency-client A→L 1280.00 + 256.00 = 1536.00 GBP, due 2025-07-15 (none), assigned to P, pending, open 1536.00
        agency_earnings P→A 445.50 + 0.00 = 445.50 GBP, due 2025-07-15 (client_receipt), pending, open 445.50
        apprenticeship_levy P→A 4.48 + 0.00 = 4.48 GBP, due 2025-07-22 (statutory), open 4.48
        contractor-agency C→A 896.56 + 0.00 = 896.56 GBP, due 2025-06-20 (due_date), open 896.56
        employer_ni P→A 120.08 + 0.00 = 120.08 GBP, due 2025-07-22 (statutory), open 120.08
        employer_pension P→A 23.30 + 0.00 = 23.30 GBP, due 2025-07-22 (statutory), open 23.30
        provider-agency P→A 38.40 + 7.68 = 46.08 GBP, due 2025-06-15 (set_off), open 46.08
      books
        agency_earnings_payable -445.50
        client_receivable 1536.00
        contractor_payable -896.56
        fee_income -38.40
        oncost_payable -147.86
        output_vat -7.68
      cash
      work
        timesheet approved
      mails"
    `)
    expect(await story.payRun(placement, '2025-06-25')).toMatchInlineSnapshot(
      `"Nothing is due for payment on 25/06/2025. Please choose a later day once work is approved, or its client has paid"`,
    )
    await story.morning('2025-07-10')
    await story.pays(placement, '1190.50')
    expect(await story.payRun(placement, '2025-07-16')).toMatchInlineSnapshot(`"100.00 in 1 payments"`)
    expect(await story.told(placement.agency)).toMatchInlineSnapshot(`
      "documents
        agency-client A→L 1280.00 + 256.00 = 1536.00 GBP, due 2025-07-15 (none), assigned to P, funded, open 345.50
        agency_earnings P→A 445.50 + 0.00 = 445.50 GBP, due 2025-07-15 (client_receipt), funded, open 345.50
        apprenticeship_levy P→A 4.48 + 0.00 = 4.48 GBP, due 2025-07-22 (statutory), open 4.48
        contractor-agency C→A 896.56 + 0.00 = 896.56 GBP, due 2025-06-20 (due_date), open 896.56
        employer_ni P→A 120.08 + 0.00 = 120.08 GBP, due 2025-07-22 (statutory), open 120.08
        employer_pension P→A 23.30 + 0.00 = 23.30 GBP, due 2025-07-22 (statutory), open 23.30
        provider-agency P→A 38.40 + 7.68 = 46.08 GBP, due 2025-06-15 (set_off), closed
      books
        agency_earnings_payable -345.50
        bank 1090.50
        client_receivable 345.50
        contractor_payable -896.56
        fee_income -38.40
        oncost_payable -147.86
        output_vat -7.68
      cash
        receipt 1190.50, matched
        payment 100.00, matched
        payment 46.08 without cash, matched
      work
        timesheet approved
      mails
        accounts: Payment PAY… of £100.00 from Provider
        alice: Payment PAY… of £100.00 from Provider"
    `)
    await story.pays(placement, '345.50')
    expect(await story.payRun(placement, '2025-07-23')).toMatchInlineSnapshot(`"345.50 in 1 payments"`)
  })

  test('funded by a funder: the on-costs are owed in its books', async () => {
    const story = tell()
    const placement = await approvedWeek(story, 'indirect', {})
    expect(await story.told(placement.agency)).toMatchInlineSnapshot(`
      "documents
        agency-funder A→F 1280.00 + 256.00 = 1536.00 GBP, due 2025-06-18 (run_date), pending, open 1536.00
        agency_earnings F→A 436.28 + 0.00 = 436.28 GBP, due 2025-06-20 (run_date), pending, open 436.28
        apprenticeship_levy F→A 4.48 + 0.00 = 4.48 GBP, due 2025-07-22 (statutory), open 4.48
        contractor-agency C→A 896.56 + 0.00 = 896.56 GBP, due 2025-06-20 (due_date), open 896.56
        employer_ni F→A 120.08 + 0.00 = 120.08 GBP, due 2025-07-22 (statutory), open 120.08
        employer_pension F→A 23.30 + 0.00 = 23.30 GBP, due 2025-07-22 (statutory), open 23.30
        funder-agency F→A 38.40 + 7.68 = 46.08 GBP, due 2025-06-15 (set_off), open 46.08
        funder-client F→L 1280.00 + 256.00 = 1536.00 GBP, due 2025-07-15 (none), pending, open 1536.00
        platform_fee P→A 7.68 + 1.54 = 9.22 GBP, due 2025-06-15 (set_off), open 9.22
      books
        agency_earnings_payable -436.28
        client_receivable 1536.00
        contractor_payable -896.56
        fee_income -38.40
        input_vat 256.00
        oncost_payable -147.86
        output_vat -263.68
        platform_fee_payable -9.22
        purchases 1280.00
        sales -1280.00
      cash
      work
        timesheet approved
      mails"
    `)
    expect(await story.payRun(placement, '2025-06-20')).toMatchInlineSnapshot(`"436.28 in 1 payments"`)
  })
})

describe('paid when paid: allowed payees (reg. 12 of the Conduct Regulations 2003)', () => {
  test.each(['paye', 'selfemployed'] as const)('nobody who is %s, opted out or not', async (payment_type) => {
    const story = tell()
    const agency = await seedAgency(story, await seedProvider(story))
    const client = await seedClient(story, agency)
    const contractor = await seedContractor(story, agency, { payment_type, conduct_regs_opt_out: true })
    const placed = seedPlacement(story, { agency, client, contractor }, { funding_type: 'paid_when_paid' })
    expect((await refusalOf(placed)).errors).toEqual({
      funding_type:
        'Paid when paid is not allowed for PAYE and self-employed workers: their pay may not wait for the client',
    })
    await story.stands(agency.id, {})
  })
})
