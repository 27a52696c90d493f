/** Stories of collection notes and consolidated invoices: what is owed, mailed, corrected and recovered (money.md §1.8). */
import { afterAll, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { freshDatabase } from '../../database.ts'
import { documentsOf, seedPaid, seedPayout } from '../../fixtures/cash.ts'
import { credit } from '../../fixtures/corrections.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedTimesheets, seedWeek } from '../../fixtures/world.ts'
import { outboxOf } from '../../pdf/deliver.ts'
import { everythingHolds, storyOn } from './tell.ts'

const database = await freshDatabase()

afterAll(async () => {
  await stopPdf()
  await everythingHolds(database)
})

/** A week of 37.5 hours at 25.00 and 20.00, invoiced on Sunday 15 June. */
const issued = [
  'agency-provider 937.50 + 187.50, due 2025-06-18',
  'agency_earnings 191.24 + 0.00, due 2025-06-18',
  'contractor-agency 750.00 + 150.00, due 2025-06-22',
  'provider-agency 28.13 + 5.63, due 2025-06-15',
  'provider-client 937.50 + 187.50, due 2025-07-15',
]

/** Both weeks, the first credited in part. */
const both_weeks = [
  ...issued,
  'agency-provider -93.75 + -18.75, due 2025-06-23, credit',
  'agency-provider 937.50 + 187.50, due 2025-06-25',
  'agency_earnings -112.50 + 0.00, due 2025-06-23, credit',
  'agency_earnings 191.24 + 0.00, due 2025-06-25',
  'contractor-agency 750.00 + 150.00, due 2025-06-30',
  'provider-agency 28.13 + 5.63, due 2025-06-23',
  'provider-client -93.75 + -18.75, due 2025-06-23, credit',
  'provider-client 937.50 + 187.50, due 2025-07-23',
]

/** Subjects as they are, and without the numbers that differ with what ran before. */
async function mailsOf(agency_id: string) {
  const { rows } = await database.owner.query<{ subject: string }>(
    'select subject from log.mail where agency_id = $1 order by created_at, id',
    [agency_id],
  )
  const raw = rows.map((row) => row.subject)
  return { raw, plain: raw.map((subject) => subject.replace(/[A-Z]{3}\d{6}/, '…').replace(/ \d+$/, '')) }
}

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

describe('collection notes', () => {
  test('reversal after pay-out: the agency owes it, is mailed, and its next earnings pay', async () => {
    const { story, placement, agency, provider, bill, billOf, nextWeek } = await invoicedWeek({
      placement: { funding_type: 'partly_funded' },
    })
    const { deliverAll } = outboxOf(database, story.clock)
    const { receipt } = await seedPaid(story, placement, bill)
    await seedPayout(story, provider, '2025-06-29')
    await story.morning('2025-06-23')
    await act(story, provider.operations, 'transaction.payment_receipt.reverse', {
      id: receipt.id,
      reason: 'Bounced',
    })
    const { rows } = await database.owner.query<{ id: string }>(
      'select id from transaction.collection_note where agency_id = $1',
      [agency.id],
    )
    await act(story, provider.operations, 'transaction.collection_note.send', {
      id: rows[0]?.id,
      to: ['money@agency.example'],
    })
    await deliverAll()
    {
      const mails = await mailsOf(agency.id)
      expect(mails.plain).toEqual([
        'Payment … of £900.00 from Provider',
        'Payment … of £900.00 from Provider',
        'Payment … of £191.24 from Provider',
        'Payment … of £191.24 from Provider',
        'Collection note … from Provider',
      ])
      await story.stands(agency.id, {
        documents: [
          'agency-provider 937.50 + 187.50, due 2025-07-15',
          'agency_earnings 191.24 + 0.00, due 2025-07-15',
          'contractor-agency 750.00 + 150.00, due 2025-06-22',
          'provider-agency 28.13 + 5.63, due 2025-06-15',
          'provider-client 937.50 + 187.50, due 2025-07-15',
        ],
        books: [
          'agency_earnings_payable -191.24',
          'agency_recourse 191.24',
          'bank -1091.24',
          'client_receivable 1125.00',
          'fee_income -28.13',
          'input_vat 187.50',
          'output_vat -193.13',
          'purchases 937.50',
          'sales -937.50',
        ],
        work: ['timesheet approved'],
        open: ['agency-provider 191.24', 'agency_earnings 191.24', 'provider-client 1125.00'],
        cash: [
          'receipt 1125.00, 0.00 matched, reversed',
          'payment 900.00, 900.00 matched',
          'payment 191.24, 0.00 matched',
          // Of the sale as much is open as the agency owes back: what it has kept is no part of it any more.
          'payment 967.52, 967.52 matched',
          'collection note 191.24, 0.00 recovered, open',
        ],
        mails: mails.raw,
      })
    }
    await seedPaid(story, placement, await billOf(await nextWeek()))
    await seedPayout(story, provider, '2025-07-02')
    await deliverAll()
    {
      const mails = await mailsOf(agency.id)
      expect(mails.plain).toEqual([
        'Payment … of £900.00 from Provider',
        'Payment … of £900.00 from Provider',
        'Payment … of £191.24 from Provider',
        'Payment … of £191.24 from Provider',
        'Collection note … from Provider',
        'Payment … of £900.00 from Provider',
        'Payment … of £900.00 from Provider',
      ])
      await story.stands(agency.id, {
        documents: [
          'agency-provider 937.50 + 187.50, due 2025-07-15',
          'agency_earnings 191.24 + 0.00, due 2025-07-15',
          'contractor-agency 750.00 + 150.00, due 2025-06-22',
          'provider-agency 28.13 + 5.63, due 2025-06-15',
          'provider-client 937.50 + 187.50, due 2025-07-15',
          'agency-provider 937.50 + 187.50, due 2025-07-23',
          'agency_earnings 191.24 + 0.00, due 2025-07-23',
          'contractor-agency 750.00 + 150.00, due 2025-06-30',
          'provider-agency 28.13 + 5.63, due 2025-06-23',
          'provider-client 937.50 + 187.50, due 2025-07-23',
        ],
        books: [
          'agency_earnings_payable -191.24',
          'bank -866.24',
          'client_receivable 1125.00',
          'fee_income -56.26',
          'input_vat 375.00',
          'output_vat -386.26',
          'purchases 1875.00',
          'sales -1875.00',
        ],
        work: ['timesheet approved', 'timesheet approved'],
        open: ['agency-provider 191.24', 'agency_earnings 191.24', 'provider-client 1125.00'],
        cash: [
          'receipt 1125.00, 0.00 matched, reversed',
          'receipt 1125.00, 1125.00 matched',
          'payment 900.00, 900.00 matched',
          'payment 191.24, 191.24 matched',
          'payment 967.52, 967.52 matched',
          'payment 258.76, 258.76 matched',
          'payment 900.00, 900.00 matched',
          'payment 900.00, 900.00 matched',
          'collection note 191.24, 191.24 recovered, closed',
        ],
        mails: mails.raw,
      })
    }
  })

  test('cost by hand: deducted from the next payment; a withdrawn one leaves nothing', async () => {
    const { story, agency, provider } = await invoicedWeek()
    const create = (amount: string) =>
      act<{ id: string }>(story, provider.operations, 'transaction.collection_note.create', {
        agency_id: agency.id,
        amount,
        reason: 'Bank charges',
      })
    await create('41.24')
    const mistake = await create('10.00')
    await act(story, provider.operations, 'transaction.collection_note.cancel', {
      id: mistake.id,
      reason: 'Twice',
    })
    await story.stands(agency.id, {
      documents: issued,
      books: [
        'agency_earnings_payable -191.24',
        'agency_recourse 41.24',
        'client_receivable 1125.00',
        'contractor_payable -900.00',
        'fee_income -69.37',
        'input_vat 187.50',
        'output_vat -193.13',
        'purchases 937.50',
        'sales -937.50',
      ],
      work: ['timesheet approved'],
      open: [
        'agency-provider 1125.00',
        'agency_earnings 191.24',
        'contractor-agency 900.00',
        'provider-agency 33.76',
        'provider-client 1125.00',
      ],
      cash: [
        'payment 41.24, 0.00 matched',
        'payment 10.00, 0.00 matched, reversed',
        'collection note 41.24, 0.00 recovered, open',
        'collection note 10.00, 0.00 recovered, cancelled',
      ],
    })
    await seedPayout(story, provider, '2025-06-18')
    await story.stands(agency.id, {
      documents: issued,
      books: [
        'bank -150.00',
        'client_receivable 1125.00',
        'contractor_payable -900.00',
        'fee_income -69.37',
        'input_vat 187.50',
        'output_vat -193.13',
        'purchases 937.50',
        'sales -937.50',
      ],
      work: ['timesheet approved'],
      open: ['agency-provider 900.00', 'contractor-agency 900.00', 'provider-client 1125.00'],
      cash: [
        'payment 41.24, 41.24 matched',
        'payment 10.00, 0.00 matched, reversed',
        'payment 108.76, 108.76 matched',
        'payment 150.00, 150.00 matched',
        'payment 150.00, 150.00 matched',
        'collection note 41.24, 41.24 recovered, closed',
        'collection note 10.00, 0.00 recovered, cancelled',
      ],
    })
  })
})

describe('consolidated invoices', () => {
  test('member credited after sending: the document stays, its credit note goes into the next', async () => {
    const { story, placement, agency, provider, sheet, billOf, nextWeek } = await invoicedWeek()
    const { deliverAll } = outboxOf(database, story.clock)
    const make = async (period_start: string, period_end: string) => {
      const made = await act<{ consolidated_invoices: { id: string }[] }>(
        story,
        agency.user,
        'transaction.consolidated_invoice.create',
        { client_id: placement.client.id, period_start, period_end },
      )
      const { id } = present(made.consolidated_invoices[0], 'the draft')
      await act(story, agency.user, 'transaction.consolidated_invoice.generate', { id })
      await act(story, agency.user, 'transaction.consolidated_invoice.send', {
        id,
        to: ['accounts@client.example'],
      })
      return id
    }
    const june = await make('2025-06-01', '2025-06-15')
    await deliverAll()
    {
      const mails = await mailsOf(agency.id)
      expect(mails.plain).toEqual(['Consolidated invoice … from Provider'])
      await story.stands(agency.id, {
        documents: issued,
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
        work: ['timesheet approved', 'consolidated invoice open 1125.00'],
        open: [
          'agency-provider 1125.00',
          'agency_earnings 191.24',
          'contractor-agency 900.00',
          'provider-agency 33.76',
          'provider-client 1125.00',
        ],
        cash: [],
        mails: mails.raw,
      })
    }
    await seedPaid(story, placement, await billOf(sheet))
    await story.morning('2025-06-23')
    await credit(story, provider.operations, await billOf(sheet), { amount: '112.50' })
    await nextWeek()
    {
      const mails = await mailsOf(agency.id)
      expect(mails.plain).toEqual(['Consolidated invoice … from Provider'])
      await story.stands(agency.id, {
        documents: both_weeks,
        books: [
          'agency_earnings_payable -269.98',
          'bank 1125.00',
          'client_receivable 1012.50',
          'contractor_payable -1800.00',
          'fee_income -56.26',
          'input_vat 356.25',
          'output_vat -367.51',
          'purchases 1781.25',
          'sales -1781.25',
        ],
        work: ['timesheet approved', 'timesheet approved', 'consolidated invoice closed 1125.00'],
        open: [
          'agency-provider 1012.50',
          'agency-provider 1125.00',
          'agency_earnings 78.74',
          'agency_earnings 191.24',
          'contractor-agency 900.00',
          'contractor-agency 900.00',
          'provider-agency 33.76',
          'provider-agency 33.76',
          'provider-client 1125.00',
          'provider-client credit -112.50',
        ],
        cash: ['receipt 1125.00, 1125.00 matched'],
        mails: mails.raw,
      })
    }
    await make('2025-06-16', '2025-06-30')
    await deliverAll()
    {
      const mails = await mailsOf(agency.id)
      expect(mails.plain).toEqual([
        'Consolidated invoice … from Provider',
        'Consolidated invoice … from Provider',
      ])
      await story.stands(agency.id, {
        documents: both_weeks,
        books: [
          'agency_earnings_payable -269.98',
          'bank 1125.00',
          'client_receivable 1012.50',
          'contractor_payable -1800.00',
          'fee_income -56.26',
          'input_vat 356.25',
          'output_vat -367.51',
          'purchases 1781.25',
          'sales -1781.25',
        ],
        work: [
          'timesheet approved',
          'timesheet approved',
          'consolidated invoice closed 1125.00',
          'consolidated invoice open 1012.50',
        ],
        open: [
          'agency-provider 1012.50',
          'agency-provider 1125.00',
          'agency_earnings 78.74',
          'agency_earnings 191.24',
          'contractor-agency 900.00',
          'contractor-agency 900.00',
          'provider-agency 33.76',
          'provider-agency 33.76',
          'provider-client 1125.00',
          'provider-client credit -112.50',
        ],
        cash: ['receipt 1125.00, 1125.00 matched'],
        mails: mails.raw,
      })
    }
    expect(
      (
        await refusalOf(
          act(story, agency.user, 'transaction.consolidated_invoice.cancel', {
            id: june,
            reason: 'Credited',
          }),
        )
      ).code,
    ).toBe('precondition')
  })
})
