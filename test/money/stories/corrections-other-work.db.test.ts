/** Stories of expenses and permanent placements that are corrected after money moved (money.md §1.5, §1.8). */
import { afterAll, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../../database.ts'
import { match, seedPayout, seedReceipt } from '../../fixtures/cash.ts'
import { credit } from '../../fixtures/corrections.ts'
import {
  activatePerm,
  seedApprovedExpense,
  seedPerm,
  seedPermFeature,
  train,
} from '../../fixtures/documents.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import {
  act,
  seedAgency,
  seedApprovedTimesheet,
  seedClient,
  seedProvider,
  seedWeek,
} from '../../fixtures/world.ts'
import { everythingHolds, storyOn } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

describe('corrections of other work', () => {
  test('expense charged twice: the client is credited, the worker repays from the next payment', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story)
    const { agency } = placement
    const expense = await seedApprovedExpense(story, placement, [
      train,
      { ...train, amount: '10.00', tax_amount: '2.00' },
    ])
    await story.stands(agency.id, {
      documents: [
        'agency-provider 50.00 + 10.00, due 2025-06-18',
        'contractor-agency 50.00 + 10.00, due 2025-06-22',
        'provider-client 50.00 + 10.00, due 2025-07-15',
      ],
      books: [
        'client_receivable 60.00',
        'contractor_payable -60.00',
        'input_vat 10.00',
        'output_vat -10.00',
        'purchases 50.00',
        'sales -50.00',
      ],
      work: ['expense approved'],
      open: ['agency-provider 60.00', 'contractor-agency 60.00', 'provider-client 60.00'],
      cash: [],
    })
    await seedPayout(story, agency.provider, '2025-06-22')
    const { rows } = await database.owner.query<{ id: string; type: string }>(
      `select id, type from transaction.invoice where expense_id = $1`,
      [expense.id],
    )
    const document = (type: string) =>
      present(
        rows.find((row) => row.type === type),
        type,
      )
    await story.morning('2025-06-16')
    const ticket = { lines: [{ position: 2, amount: '10.00' }] }
    await credit(story, agency.provider.operations, document('provider-client'), ticket)
    const note = await credit(story, agency.user, document('contractor-agency'), ticket)
    expect((await refusalOf(credit(story, agency.user, document('agency-provider'), ticket))).code).toBe(
      'precondition',
    )
    await story.stands(agency.id, {
      documents: [
        'agency-provider 50.00 + 10.00, due 2025-06-18',
        'contractor-agency 50.00 + 10.00, due 2025-06-22',
        'provider-client 50.00 + 10.00, due 2025-07-15',
        'agency-provider -10.00 + -2.00, due 2025-06-16, credit',
        'agency_earnings -12.00 + 0.00, due 2025-06-16, debit',
        'agency_earnings 12.00 + 0.00, due 2025-06-16',
        'contractor-agency -10.00 + -2.00, due 2025-06-16, credit',
        'provider-client -10.00 + -2.00, due 2025-06-16, credit',
      ],
      books: [
        'bank -60.00',
        'client_receivable 48.00',
        'contractor_payable 12.00',
        'input_vat 8.00',
        'output_vat -8.00',
        'purchases 40.00',
        'sales -40.00',
      ],
      work: ['expense approved'],
      open: [
        'agency-provider credit -12.00',
        'agency_earnings 12.00',
        'agency_earnings debit -12.00',
        'contractor-agency credit -12.00',
        'provider-client 48.00',
      ],
      cash: ['payment 60.00, 60.00 matched', 'payment 60.00, 60.00 matched'],
    })
    await seedApprovedTimesheet(story, placement)
    await seedPayout(story, agency.provider, '2025-06-30')
    await story.stands(agency.id, {
      documents: [
        'agency-provider 50.00 + 10.00, due 2025-06-18',
        'contractor-agency 50.00 + 10.00, due 2025-06-22',
        'provider-client 50.00 + 10.00, due 2025-07-15',
        'agency-provider -10.00 + -2.00, due 2025-06-16, credit',
        'agency_earnings -12.00 + 0.00, due 2025-06-16, debit',
        'agency_earnings 12.00 + 0.00, due 2025-06-16',
        'contractor-agency -10.00 + -2.00, due 2025-06-16, credit',
        'provider-client -10.00 + -2.00, due 2025-06-16, credit',
        'agency-provider 937.50 + 187.50, due 2025-06-18',
        'agency_earnings 191.24 + 0.00, due 2025-06-18',
        'contractor-agency 750.00 + 150.00, due 2025-06-23',
        'provider-agency 28.13 + 5.63, due 2025-06-16',
        'provider-client 937.50 + 187.50, due 2025-07-16',
      ],
      books: [
        'bank -1139.24',
        'client_receivable 1173.00',
        'fee_income -28.13',
        'input_vat 195.50',
        'output_vat -201.13',
        'purchases 977.50',
        'sales -977.50',
      ],
      work: ['timesheet approved', 'expense approved'],
      open: ['provider-client 48.00', 'provider-client 1125.00'],
      cash: [
        'payment 60.00, 60.00 matched',
        'payment 60.00, 60.00 matched',
        'payment 67.52, 67.52 matched',
        'payment 191.24, 191.24 matched',
        'payment 888.00, 888.00 matched',
        'payment 1079.24, 1079.24 matched',
      ],
    })
    // The contractor was right after all: the deducted amount is owed to them again.
    await act(story, agency.provider.operations, 'transaction.invoice.reverse_credit', {
      id: note.id,
      reason: 'Two tickets',
    })
    await seedPayout(story, agency.provider, '2025-06-30')
    await story.stands(agency.id, {
      documents: [
        'agency-provider 50.00 + 10.00, due 2025-06-18',
        'contractor-agency 50.00 + 10.00, due 2025-06-22',
        'provider-client 50.00 + 10.00, due 2025-07-15',
        'agency-provider -10.00 + -2.00, due 2025-06-16, credit',
        'agency_earnings -12.00 + 0.00, due 2025-06-16, debit',
        'agency_earnings -12.00 + 0.00, due 2025-06-16, debit',
        'agency_earnings 12.00 + 0.00, due 2025-06-16',
        'contractor-agency -10.00 + -2.00, due 2025-06-16, credit',
        'contractor-agency 10.00 + 2.00, due 2025-06-16',
        'provider-client -10.00 + -2.00, due 2025-06-16, credit',
        'agency-provider 937.50 + 187.50, due 2025-06-18',
        'agency_earnings 191.24 + 0.00, due 2025-06-18',
        'contractor-agency 750.00 + 150.00, due 2025-06-23',
        'provider-agency 28.13 + 5.63, due 2025-06-16',
        'provider-client 937.50 + 187.50, due 2025-07-16',
      ],
      books: [
        'agency_earnings_payable 12.00',
        'bank -1151.24',
        'client_receivable 1173.00',
        'fee_income -28.13',
        'input_vat 195.50',
        'output_vat -201.13',
        'purchases 977.50',
        'sales -977.50',
      ],
      work: ['timesheet approved', 'expense approved'],
      open: ['agency_earnings debit -12.00', 'provider-client 48.00', 'provider-client 1125.00'],
      cash: [
        'payment 60.00, 60.00 matched',
        'payment 60.00, 60.00 matched',
        'payment 67.52, 67.52 matched',
        'payment 191.24, 191.24 matched',
        'payment 888.00, 888.00 matched',
        'payment 1079.24, 1079.24 matched',
        'payment 12.00, 12.00 matched',
      ],
    })
  })

  test('expense billed by the agency: credited, though no document names the provider', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story, { agency: { funding_model: 'agency_billed' } })
    const { agency } = placement
    const expense = await seedApprovedExpense(story, placement)
    const { rows } = await database.owner.query<{ id: string }>(
      `select id from transaction.invoice where expense_id = $1 and type = 'agency-client'`,
      [expense.id],
    )
    await credit(story, agency.user, present(rows[0], 'the bill'))
    await story.stands(agency.id, {
      documents: [
        'agency-client -40.00 + -8.00, due 2025-06-15, credit',
        'agency-client 40.00 + 8.00, due 2025-07-15',
        'agency_earnings -48.00 + 0.00, due 2025-06-15, debit',
        'contractor-agency 40.00 + 8.00, due 2025-06-22',
      ],
      books: ['agency_earnings_payable 48.00', 'contractor_payable -48.00'],
      work: ['expense approved'],
      open: ['agency_earnings debit -48.00', 'contractor-agency 48.00'],
    })
  })

  test('a candidate leaves within the guarantee after everything was paid: the rebate is the client’s credit', async () => {
    const story = storyOn(database, '2025-06-02T09:00:00.000Z')
    const agency = await seedAgency(story, await seedProvider(story))
    await seedPermFeature(story, agency)
    const client = await seedClient(story, agency)
    const { id } = await seedPerm(story, { agency, client })
    await activatePerm(story, agency, id)
    await story.morning('2025-06-09')
    const { rows } = await database.owner.query<{ id: string; total_amount: string }>(
      `select id, total_amount from transaction.invoice where contract_id = $1 and type = 'provider-client'`,
      [id],
    )
    const bill = present(rows[0], 'the bill')
    const receipt = await seedReceipt(story, { agency, client, human_id: 'PEM' } as never, bill.total_amount)
    await match(story, agency.provider.operations, receipt, bill, bill.total_amount)
    await seedPayout(story, agency.provider, '2025-06-11')
    await story.morning('2025-06-20')
    await act(story, agency.provider.operations, 'contract.perm_placement.rebate', {
      id,
      left_date: '2025-06-19',
      amount: '3000.00',
      comment: 'Left after ten days',
    })
    await story.stands(agency.id, {
      documents: [
        'agency-provider 5000.00 + 1000.00, due 2025-06-11',
        'agency_earnings 5280.00 + 0.00, due 2025-06-11',
        'provider-agency 600.00 + 120.00, due 2025-06-09',
        'provider-client 5000.00 + 1000.00, due 2025-06-23',
        'agency-provider -2500.00 + -500.00, due 2025-06-20, credit',
        'agency_earnings -3000.00 + 0.00, due 2025-06-20, credit',
        'provider-client -2500.00 + -500.00, due 2025-06-20, credit',
      ],
      books: [
        'agency_earnings_payable 3000.00',
        'bank 720.00',
        'client_receivable -3000.00',
        'fee_income -600.00',
        'input_vat 500.00',
        'output_vat -620.00',
        'purchases 2500.00',
        'sales -2500.00',
      ],
      work: ['perm_placement expired'],
      open: [
        'agency-provider credit -3000.00',
        'agency_earnings credit -3000.00',
        'provider-client credit -3000.00',
      ],
      cash: [
        'receipt 6000.00, 6000.00 matched',
        'payment 5280.00, 5280.00 matched',
        'payment 6720.00, 6720.00 matched',
      ],
    })
  })
})
