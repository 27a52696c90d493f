/** Stories of credit notes and collection notes: before and after money moved, taken back, recovered (money.md §1.8). */
import { afterAll, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../../database.ts'
import { documentsOf, seedPaid, seedPayout } from '../../fixtures/cash.ts'
import { credit } from '../../fixtures/corrections.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedTimesheets, seedWeek, weekdays } from '../../fixtures/world.ts'
import { everythingHolds, storyOn } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

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

/** Two weeks of one placement; the first is invoiced on Sunday 15 June: 1125.00, 900.00, 33.76, 191.24. */
async function invoicedWeek(change: Parameters<typeof seedWeek>[1] = {}) {
  const story = storyOn(database)
  const placement = await seedWeek(story, change)
  const [first, second] = await seedTimesheets(story, placement)
  const sheet = await seedApprovedTimesheet(story, placement, present(first, 'a timesheet'))
  const { agency } = placement
  const { provider } = agency
  const billOf = async (of: { id: string }) =>
    present((await documentsOf(database, of))['provider-client'], 'the bill')
  const bill = await billOf(sheet)
  const nextWeek = () => seedApprovedTimesheet(story, placement, present(second, 'the second week'))
  return { story, placement, agency, provider, sheet, bill, billOf, nextWeek }
}

describe('credit notes', () => {
  test('before payment: the client owes less, the agency bears it, and the payment closes the invoice', async () => {
    const { story, placement, agency, provider, bill } = await invoicedWeek()
    await story.morning('2025-06-17')
    await credit(story, provider.operations, bill, { amount: '112.50' })
    await story.stands(agency.id, {
      documents: [
        ...issued,
        'agency-provider -93.75 + -18.75, due 2025-06-17, credit',
        'agency_earnings -112.50 + 0.00, due 2025-06-17, credit',
        'provider-client -93.75 + -18.75, due 2025-06-17, credit',
      ],
      books: [
        'agency_earnings_payable -78.74',
        'client_receivable 1012.50',
        'contractor_payable -900.00',
        'fee_income -28.13',
        'input_vat 168.75',
        'output_vat -174.38',
        'purchases 843.75',
        'sales -843.75',
      ],
      work: ['timesheet approved'],
      open: [
        'agency-provider 1012.50',
        'agency_earnings 78.74',
        'contractor-agency 900.00',
        'provider-agency 33.76',
        'provider-client 1012.50',
      ],
      cash: [],
    })
    await seedPayout(story, provider, '2025-06-29')
    await seedPaid(story, placement, { ...bill, outstanding_balance: '1012.50' })
    await story.stands(agency.id, {
      documents: [
        ...issued,
        'agency-provider -93.75 + -18.75, due 2025-06-17, credit',
        'agency_earnings -112.50 + 0.00, due 2025-06-17, credit',
        'provider-client -93.75 + -18.75, due 2025-06-17, credit',
      ],
      books: [
        'bank 33.76',
        'fee_income -28.13',
        'input_vat 168.75',
        'output_vat -174.38',
        'purchases 843.75',
        'sales -843.75',
      ],
      work: ['timesheet approved'],
      open: [],
      cash: [
        'receipt 1012.50, 1012.50 matched',
        'payment 78.74, 78.74 matched',
        'payment 900.00, 900.00 matched',
        'payment 1046.26, 1046.26 matched',
      ],
    })
  })

  test('after payment and pay-out: the client’s credit pays the next invoice; the agency gives earnings back', async () => {
    const { story, placement, agency, provider, bill, billOf, nextWeek } = await invoicedWeek()
    await seedPaid(story, placement, bill)
    await seedPayout(story, provider, '2025-06-29')
    await story.morning('2025-06-23')
    const note = await credit(story, provider.operations, bill, { amount: '112.50' })
    await story.stands(agency.id, {
      documents: [
        ...issued,
        'agency-provider -93.75 + -18.75, due 2025-06-23, credit',
        'agency_earnings -112.50 + 0.00, due 2025-06-23, credit',
        'provider-client -93.75 + -18.75, due 2025-06-23, credit',
      ],
      books: [
        'agency_earnings_payable 112.50',
        'bank 33.76',
        'client_receivable -112.50',
        'fee_income -28.13',
        'input_vat 168.75',
        'output_vat -174.38',
        'purchases 843.75',
        'sales -843.75',
      ],
      work: ['timesheet approved'],
      open: [
        'agency-provider credit -112.50',
        'agency_earnings credit -112.50',
        'provider-client credit -112.50',
      ],
      cash: paid_out,
    })
    const next = await billOf(await nextWeek())
    await act(story, provider.operations, 'transaction.invoice.allocate_credit', {
      id: note.id,
      invoice_id: next.id,
    })
    await seedPayout(story, provider, '2025-07-02')
    await story.stands(agency.id, {
      documents: [
        ...issued,
        'agency-provider -93.75 + -18.75, due 2025-06-23, credit',
        'agency-provider 937.50 + 187.50, due 2025-06-25',
        'agency_earnings -112.50 + 0.00, due 2025-06-23, credit',
        'agency_earnings 191.24 + 0.00, due 2025-06-25',
        'contractor-agency 750.00 + 150.00, due 2025-06-30',
        'provider-agency 28.13 + 5.63, due 2025-06-23',
        'provider-client -93.75 + -18.75, due 2025-06-23, credit',
        'provider-client 937.50 + 187.50, due 2025-07-23',
      ],
      books: [
        'bank -944.98',
        'client_receivable 1012.50',
        'fee_income -56.26',
        'input_vat 356.25',
        'output_vat -367.51',
        'purchases 1781.25',
        'sales -1781.25',
      ],
      work: ['timesheet approved', 'timesheet approved'],
      open: ['provider-client 1012.50'],
      cash: [
        ...paid_out,
        'payment 67.52, 67.52 matched',
        'payment 78.74, 78.74 matched',
        'payment 900.00, 900.00 matched',
        'payment 978.74, 978.74 matched',
      ],
    })
  })

  test('a credit note that should not have been is taken back by debits, once', async () => {
    const { story, agency, provider, bill } = await invoicedWeek()
    const note = await credit(story, provider.operations, bill)
    await story.stands(agency.id, {
      documents: [
        'agency-provider -937.50 + -187.50, due 2025-06-15, credit',
        'agency-provider 937.50 + 187.50, due 2025-06-18',
        'agency_earnings -1125.00 + 0.00, due 2025-06-15, debit',
        'agency_earnings 191.24 + 0.00, due 2025-06-18',
        'contractor-agency 750.00 + 150.00, due 2025-06-22',
        'provider-agency 28.13 + 5.63, due 2025-06-15',
        'provider-client -937.50 + -187.50, due 2025-06-15, credit',
        'provider-client 937.50 + 187.50, due 2025-07-15',
      ],
      books: [
        'agency_earnings_payable 933.76',
        'contractor_payable -900.00',
        'fee_income -28.13',
        'output_vat -5.63',
      ],
      work: ['timesheet approved'],
      open: ['agency_earnings debit -933.76', 'contractor-agency 900.00', 'provider-agency 33.76'],
      cash: [],
    })
    await story.morning('2025-06-16')
    const reverse = () =>
      act(story, provider.operations, 'transaction.invoice.reverse_credit', {
        id: note.id,
        reason: 'Of another client',
      })
    await reverse()
    await story.stands(agency.id, {
      documents: [
        'agency-provider -937.50 + -187.50, due 2025-06-15, credit',
        'agency-provider 937.50 + 187.50, due 2025-06-18',
        'agency_earnings -1125.00 + 0.00, due 2025-06-15, debit',
        'agency_earnings 191.24 + 0.00, due 2025-06-18',
        'contractor-agency 750.00 + 150.00, due 2025-06-22',
        'provider-agency 28.13 + 5.63, due 2025-06-15',
        'provider-client -937.50 + -187.50, due 2025-06-15, credit',
        'provider-client 937.50 + 187.50, due 2025-07-15',
        'agency-provider 937.50 + 187.50, due 2025-06-16',
        'agency_earnings 1125.00 + 0.00, due 2025-06-16',
        'provider-client 937.50 + 187.50, due 2025-06-16',
      ],
      books: [
        'agency_earnings_payable -191.24',
        'client_receivable 1125.00',
        'contractor_payable -900.00',
        'fee_income -28.13',
        'input_vat 187.50',
        'output_vat -193.13',
        'purchases 937.50',
        'sales -937.50',
      ],
      work: ['timesheet approved'],
      open: [
        'agency-provider 1125.00',
        'agency_earnings debit -933.76',
        'agency_earnings 1125.00',
        'contractor-agency 900.00',
        'provider-agency 33.76',
        'provider-client 1125.00',
      ],
      cash: [],
    })
    expect((await refusalOf(reverse())).code).toBe('precondition')
    await seedPayout(story, provider, '2025-06-29')
    await story.stands(agency.id, {
      documents: [
        'agency-provider -937.50 + -187.50, due 2025-06-15, credit',
        'agency-provider 937.50 + 187.50, due 2025-06-18',
        'agency_earnings -1125.00 + 0.00, due 2025-06-15, debit',
        'agency_earnings 191.24 + 0.00, due 2025-06-18',
        'contractor-agency 750.00 + 150.00, due 2025-06-22',
        'provider-agency 28.13 + 5.63, due 2025-06-15',
        'provider-client -937.50 + -187.50, due 2025-06-15, credit',
        'provider-client 937.50 + 187.50, due 2025-07-15',
        'agency-provider 937.50 + 187.50, due 2025-06-16',
        'agency_earnings 1125.00 + 0.00, due 2025-06-16',
        'provider-client 937.50 + 187.50, due 2025-06-16',
      ],
      books: [
        'bank -1091.24',
        'client_receivable 1125.00',
        'fee_income -28.13',
        'input_vat 187.50',
        'output_vat -193.13',
        'purchases 937.50',
        'sales -937.50',
      ],
      work: ['timesheet approved'],
      open: ['provider-client 1125.00'],
      cash: [
        'payment 1001.28, 1001.28 matched',
        'payment 191.24, 191.24 matched',
        'payment 900.00, 900.00 matched',
        'payment 157.48, 157.48 matched',
      ],
    })
  })

  test('credit note on work refined since: cannot be reversed', async () => {
    const { story, placement, agency, provider, sheet, bill } = await invoicedWeek()
    const note = await credit(story, provider.operations, bill, { amount: '112.50' })
    await story.morning('2025-06-16')
    await act(story, agency.user, 'transaction.timesheet.refine', {
      id: sheet.id,
      mode: 'full',
      details: weekdays(sheet, placement.group_id, '6'),
      reason: 'Friday was a holiday',
    })
    expect(
      (
        await refusalOf(
          act(story, provider.operations, 'transaction.invoice.reverse_credit', {
            id: note.id,
            reason: 'Wrong',
          }),
        )
      ).message,
    ).toBe(`The work behind ${note.human_id} was refined since: refine the timesheet again`)
    await story.stands(agency.id, {
      documents: [
        'agency-provider -93.75 + -18.75, due 2025-06-15, credit',
        'agency-provider 937.50 + 187.50, due 2025-06-18',
        'agency_earnings -112.50 + 0.00, due 2025-06-15, credit',
        'agency_earnings 191.24 + 0.00, due 2025-06-18',
        'contractor-agency 750.00 + 150.00, due 2025-06-22',
        'provider-agency 28.13 + 5.63, due 2025-06-15',
        'provider-client -93.75 + -18.75, due 2025-06-15, credit',
        'provider-client 937.50 + 187.50, due 2025-07-15',
        'agency-provider -843.75 + -168.75, due 2025-06-16, credit',
        'agency-provider 750.00 + 150.00, due 2025-06-18',
        'agency_earnings -78.74 + 0.00, due 2025-06-16, credit',
        'agency_earnings 153.00 + 0.00, due 2025-06-18',
        'contractor-agency -750.00 + -150.00, due 2025-06-16, credit',
        'contractor-agency 600.00 + 120.00, due 2025-06-22',
        'provider-agency -28.13 + -5.63, due 2025-06-16, credit',
        'provider-agency 22.50 + 4.50, due 2025-06-16',
        'provider-client -843.75 + -168.75, due 2025-06-16, credit',
        'provider-client 750.00 + 150.00, due 2025-07-16',
      ],
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
    })
  })
})
