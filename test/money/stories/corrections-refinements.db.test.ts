/** Stories of refinements: in full and by difference, before and after money moved, approved again (money.md §1.8). */
import { afterAll, describe, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../../database.ts'
import { documentsOf, seedBatch, seedPaid, seedPayout } from '../../fixtures/cash.ts'
import { act, seedApprovedTimesheet, seedTimesheets, seedWeek, weekdays } from '../../fixtures/world.ts'
import { everythingHolds, storyOn } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

type Refined = { differences: { id: string }[] }

/** A week of 37.5 hours at 25.00 and 20.00, invoiced on Sunday 15 June. */
const issued = [
  'agency-provider 937.50 + 187.50, due 2025-06-18',
  'agency_earnings 191.24 + 0.00, due 2025-06-18',
  'contractor-agency 750.00 + 150.00, due 2025-06-22',
  'provider-agency 28.13 + 5.63, due 2025-06-15',
  'provider-client 937.50 + 187.50, due 2025-07-15',
]

/** The client has paid it, and everybody was paid; the last sets sale, fee and pay against each other. */
const paid_out = [
  'receipt 1125.00, 1125.00 matched',
  'payment 191.24, 191.24 matched',
  'payment 900.00, 900.00 matched',
  'payment 1158.76, 1158.76 matched',
]

/** Credited and raised anew with six hours a day. */
const six_hours = [
  ...issued,
  'agency-provider -937.50 + -187.50, due 2025-06-16, credit',
  'agency-provider 750.00 + 150.00, due 2025-06-18',
  'agency_earnings -191.24 + 0.00, due 2025-06-16, credit',
  'agency_earnings 153.00 + 0.00, due 2025-06-18',
  'contractor-agency -750.00 + -150.00, due 2025-06-16, credit',
  'contractor-agency 600.00 + 120.00, due 2025-06-22',
  'provider-agency -28.13 + -5.63, due 2025-06-16, credit',
  'provider-agency 22.50 + 4.50, due 2025-06-16',
  'provider-client -937.50 + -187.50, due 2025-06-16, credit',
  'provider-client 750.00 + 150.00, due 2025-07-16',
]

/** The same with seven, on the day it was invoiced. */
const seven_hours = [
  'agency-provider -937.50 + -187.50, due 2025-06-15, credit',
  'agency-provider 875.00 + 175.00, due 2025-06-18',
  'agency-provider 937.50 + 187.50, due 2025-06-18',
  'agency_earnings -191.24 + 0.00, due 2025-06-15, credit',
  'agency_earnings 178.50 + 0.00, due 2025-06-18',
  'agency_earnings 191.24 + 0.00, due 2025-06-18',
  'contractor-agency -750.00 + -150.00, due 2025-06-15, credit',
  'contractor-agency 700.00 + 140.00, due 2025-06-22',
  'contractor-agency 750.00 + 150.00, due 2025-06-22',
  'provider-agency -28.13 + -5.63, due 2025-06-15, credit',
  'provider-agency 26.25 + 5.25, due 2025-06-15',
  'provider-agency 28.13 + 5.63, due 2025-06-15',
  'provider-client -937.50 + -187.50, due 2025-06-15, credit',
  'provider-client 875.00 + 175.00, due 2025-07-15',
  'provider-client 937.50 + 187.50, due 2025-07-15',
]

/** Two weeks of one placement; the first, 37.5 hours, is invoiced on Sunday 15 June: 1125.00, 900.00, 33.76, 191.24. */
async function invoicedWeek(change: Parameters<typeof seedWeek>[1] = {}) {
  const story = storyOn(database)
  const placement = await seedWeek(story, change)
  const [first, second] = await seedTimesheets(story, placement)
  const sheet = await seedApprovedTimesheet(story, placement, present(first, 'a timesheet'))
  const { agency } = placement
  const { provider } = agency
  const billOf = async (of: { id: string }) =>
    present((await documentsOf(database, of))['provider-client'], 'the bill')
  const refine = (units: string, more: object = {}) =>
    act<Refined>(story, agency.user, 'transaction.timesheet.refine', {
      id: sheet.id,
      mode: 'full',
      details: weekdays(sheet, placement.group_id, units),
      reason: 'Friday was a holiday',
      ...more,
    })
  const nextWeek = () => seedApprovedTimesheet(story, placement, present(second, 'the second week'))
  return { story, placement, agency, provider, sheet, billOf, refine, nextWeek }
}

describe('refinements', () => {
  test('in full before any payment: credited, raised again, and paid as corrected', async () => {
    const { story, agency, provider, refine } = await invoicedWeek()
    await story.morning('2025-06-16')
    await refine('6')
    await story.stands(agency.id, {
      documents: six_hours,
      books: [
        'agency_earnings_payable -153.00',
        'client_receivable 900.00',
        'contractor_payable -720.00',
        'fee_income -22.50',
        'input_vat 150.00',
        'output_vat -154.50',
        'purchases 750.00',
        'sales -750.00',
      ],
      work: ['timesheet approved', 'refinement full completed'],
      open: [
        'agency-provider 900.00',
        'agency_earnings 153.00',
        'contractor-agency 720.00',
        'provider-agency 27.00',
        'provider-client 900.00',
      ],
      cash: [],
    })
    await seedPayout(story, provider, '2025-06-29')
    await story.stands(agency.id, {
      documents: six_hours,
      books: [
        'bank -873.00',
        'client_receivable 900.00',
        'fee_income -22.50',
        'input_vat 150.00',
        'output_vat -154.50',
        'purchases 750.00',
        'sales -750.00',
      ],
      work: ['timesheet approved', 'refinement full completed'],
      open: ['provider-client 900.00'],
      cash: [
        'payment 153.00, 153.00 matched',
        'payment 720.00, 720.00 matched',
        'payment 927.00, 927.00 matched',
      ],
    })
  })

  test('with re-approval after payment: pay-outs are carried on, the client’s money waits', async () => {
    const { story, placement, agency, provider, sheet, billOf, refine } = await invoicedWeek()
    await seedPaid(story, placement, await billOf(sheet))
    await seedPayout(story, provider, '2025-06-29')
    await story.morning('2025-06-23')
    await refine('6', { re_approval: true })
    await story.stands(agency.id, {
      documents: [
        ...issued,
        'agency-provider -937.50 + -187.50, due 2025-06-23, credit',
        'agency_earnings -191.24 + 0.00, due 2025-06-23, credit',
        'contractor-agency -750.00 + -150.00, due 2025-06-23, credit',
        'provider-agency -28.13 + -5.63, due 2025-06-23, credit',
        'provider-client -937.50 + -187.50, due 2025-06-23, credit',
      ],
      books: [
        'agency_earnings_payable 191.24',
        'bank 33.76',
        'contractor_payable 900.00',
        'unallocated_receipt -1125.00',
      ],
      work: ['timesheet submitted', 'refinement full pending_approval'],
      open: [
        'agency-provider credit -1125.00',
        'agency_earnings credit -191.24',
        'contractor-agency credit -900.00',
        'provider-agency credit -33.76',
      ],
      cash: [
        'receipt 1125.00, 0.00 matched',
        'payment 191.24, 191.24 matched',
        'payment 900.00, 900.00 matched',
        'payment 1158.76, 1158.76 matched',
      ],
    })
    await act(story, placement.client.approver, 'transaction.timesheet.reject', {
      ids: [sheet.id],
      comment: 'It was 6.5',
    })
    await act(story, placement.contractor.viewer, 'transaction.timesheet.submit', {
      id: sheet.id,
      details: weekdays(sheet, placement.group_id, '6.5'),
    })
    await act(story, placement.client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
    await story.stands(agency.id, {
      documents: [
        ...issued,
        'agency-provider -937.50 + -187.50, due 2025-06-23, credit',
        'agency-provider 812.50 + 162.50, due 2025-06-25',
        'agency_earnings -191.24 + 0.00, due 2025-06-23, credit',
        'agency_earnings 165.74 + 0.00, due 2025-06-25',
        'contractor-agency -750.00 + -150.00, due 2025-06-23, credit',
        'contractor-agency 650.00 + 130.00, due 2025-06-30',
        'provider-agency -28.13 + -5.63, due 2025-06-23, credit',
        'provider-agency 24.38 + 4.88, due 2025-06-23',
        'provider-client -937.50 + -187.50, due 2025-06-23, credit',
        'provider-client 812.50 + 162.50, due 2025-07-23',
      ],
      books: [
        'agency_earnings_payable 25.50',
        'bank 33.76',
        'client_receivable 975.00',
        'contractor_payable 120.00',
        'fee_income -24.38',
        'input_vat 162.50',
        'output_vat -167.38',
        'purchases 812.50',
        'sales -812.50',
        'unallocated_receipt -1125.00',
      ],
      work: ['timesheet approved', 'refinement full completed'],
      open: [
        'agency-provider credit -150.00',
        'agency_earnings credit -25.50',
        'contractor-agency credit -120.00',
        'provider-agency credit -4.50',
        'provider-client 975.00',
      ],
      cash: [
        'receipt 1125.00, 0.00 matched',
        'payment 191.24, 191.24 matched',
        'payment 900.00, 900.00 matched',
        'payment 1158.76, 1158.76 matched',
      ],
    })
  })

  test('by difference after pay-out, fewer hours: contractor and agency give it back from their next documents', async () => {
    const { story, placement, agency, provider, sheet, billOf, refine, nextWeek } = await invoicedWeek()
    await seedPaid(story, placement, await billOf(sheet))
    await seedPayout(story, provider, '2025-06-29')
    await story.morning('2025-06-23')
    await refine('6', { mode: 'difference' })
    await story.stands(agency.id, {
      documents: [
        ...issued,
        'agency-provider -187.50 + -37.50, due 2025-06-23, credit',
        'agency_earnings -38.24 + 0.00, due 2025-06-23, credit',
        'contractor-agency -150.00 + -30.00, due 2025-06-23, credit',
        'provider-agency -5.63 + -1.13, due 2025-06-23, credit',
        'provider-client -187.50 + -37.50, due 2025-06-23, credit',
      ],
      books: [
        'agency_earnings_payable 38.24',
        'bank 33.76',
        'client_receivable -225.00',
        'contractor_payable 180.00',
        'fee_income -22.50',
        'input_vat 150.00',
        'output_vat -154.50',
        'purchases 750.00',
        'sales -750.00',
      ],
      work: ['timesheet approved', 'timesheet approved', 'refinement difference completed'],
      open: [
        'agency-provider credit -225.00',
        'agency_earnings credit -38.24',
        'contractor-agency credit -180.00',
        'provider-agency credit -6.76',
        'provider-client credit -225.00',
      ],
      cash: paid_out,
    })
    await nextWeek()
    await seedPayout(story, provider, '2025-07-07')
    await story.stands(agency.id, {
      documents: [
        ...issued,
        'agency-provider -187.50 + -37.50, due 2025-06-23, credit',
        'agency-provider 937.50 + 187.50, due 2025-06-25',
        'agency_earnings -38.24 + 0.00, due 2025-06-23, credit',
        'agency_earnings 191.24 + 0.00, due 2025-06-25',
        'contractor-agency -150.00 + -30.00, due 2025-06-23, credit',
        'contractor-agency 750.00 + 150.00, due 2025-06-30',
        'provider-agency -5.63 + -1.13, due 2025-06-23, credit',
        'provider-agency 28.13 + 5.63, due 2025-06-23',
        'provider-client -187.50 + -37.50, due 2025-06-23, credit',
        'provider-client 937.50 + 187.50, due 2025-07-23',
      ],
      books: [
        'bank -839.24',
        'client_receivable 900.00',
        'fee_income -50.63',
        'input_vat 337.50',
        'output_vat -347.63',
        'purchases 1687.50',
        'sales -1687.50',
      ],
      work: [
        'timesheet approved',
        'timesheet approved',
        'timesheet approved',
        'refinement difference completed',
      ],
      open: ['provider-client 1125.00', 'provider-client credit -225.00'],
      cash: [
        ...paid_out,
        'payment 54.00, 54.00 matched',
        'payment 153.00, 153.00 matched',
        'payment 720.00, 720.00 matched',
        'payment 873.00, 873.00 matched',
      ],
    })
  })

  test('by difference after pay-out, more hours: paid with the next run, and billed with a document of its own', async () => {
    const { story, placement, agency, provider, sheet, refine } = await invoicedWeek({
      agency: { funding_model: 'agency_billed' },
    })
    const bill = present((await documentsOf(database, sheet))['agency-client'], 'the bill')
    await seedPaid(story, placement, bill)
    await seedPayout(story, provider, '2025-06-29')
    await story.morning('2025-06-23')
    const { differences } = await refine('8', { mode: 'difference' })
    await act(story, placement.client.approver, 'transaction.timesheet.approve', {
      ids: differences.map((one) => one.id),
    })
    await seedPayout(story, provider, '2025-07-07')
    await story.stands(agency.id, {
      documents: [
        'agency-client 937.50 + 187.50, due 2025-07-15',
        'agency_earnings 191.24 + 0.00, due 2025-06-18',
        'contractor-agency 750.00 + 150.00, due 2025-06-22',
        'provider-agency 28.13 + 5.63, due 2025-06-15',
        'agency-client 62.50 + 12.50, due 2025-07-23',
        'agency_earnings 12.74 + 0.00, due 2025-06-25',
        'contractor-agency 50.00 + 10.00, due 2025-06-30',
        'provider-agency 1.88 + 0.38, due 2025-06-23',
      ],
      books: ['bank -38.98', 'client_receivable 75.00', 'fee_income -30.01', 'output_vat -6.01'],
      work: ['timesheet approved', 'timesheet approved', 'refinement difference completed'],
      open: ['agency-client 75.00'],
      cash: [
        'receipt 1125.00, 1125.00 matched',
        'payment 191.24, 191.24 matched',
        'payment 900.00, 900.00 matched',
        'payment 33.76, 33.76 matched',
        'payment 12.74, 12.74 matched',
        'payment 60.00, 60.00 matched',
        'payment 2.26, 2.26 matched',
      ],
    })
  })

  test('while a batch waits: its document is removed, the new one goes with the next', async () => {
    const { story, agency, provider, refine } = await invoicedWeek()
    await seedBatch(story, provider, '2025-06-29')
    await refine('7')
    await story.stands(agency.id, {
      documents: seven_hours,
      books: [
        'agency_earnings_payable -178.50',
        'client_receivable 1050.00',
        'contractor_payable -840.00',
        'fee_income -26.25',
        'input_vat 175.00',
        'output_vat -180.25',
        'purchases 875.00',
        'sales -875.00',
      ],
      work: ['timesheet approved', 'refinement full completed'],
      open: [
        'agency-provider 1050.00',
        'agency_earnings 178.50',
        'contractor-agency 840.00',
        'provider-agency 31.50',
        'provider-client 1050.00',
      ],
      cash: [],
    })
    await seedPayout(story, provider, '2025-06-29')
    await story.stands(agency.id, {
      documents: seven_hours,
      books: [
        'bank -1018.50',
        'client_receivable 1050.00',
        'fee_income -26.25',
        'input_vat 175.00',
        'output_vat -180.25',
        'purchases 875.00',
        'sales -875.00',
      ],
      work: ['timesheet approved', 'refinement full completed'],
      open: ['provider-client 1050.00'],
      cash: [
        'payment 178.50, 178.50 matched',
        'payment 840.00, 840.00 matched',
        'payment 1081.50, 1081.50 matched',
      ],
    })
  })
})
