/** Stories of debt that goes back to its agency, and of advances that never were (money.md §1.6, §1.9). */
import { describe, expect } from 'vitest'
import { present } from '#kernel/assert.ts'
import { reviewBatch, seedPayout, sterling } from '../../fixtures/cash.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedWeek, weekdays } from '../../fixtures/world.ts'
import { first_week, fundedWeek, standing, storyTeller, week } from './funded-tell.ts'
import { storyOn } from './tell.ts'

const tell = await storyTeller(10)

const paid_out = [
  'payment 191.24, 191.24 matched',
  'payment 900.00, 900.00 matched',
  'payment 1158.76, 1158.76 matched',
] as const
const owed = (amount: string) => [`agency_earnings_payable -${amount}`, `agency_recourse ${amount}`]
const untouched = {
  documents: first_week,
  books: ['bank -1091.24', 'client_receivable 1125.00'],
  cash: paid_out,
  open: ['provider-client 1125.00'],
}

describe('reassigned debt', () => {
  tell(
    'by hand: advance and fee are owed, the earnings after it pay, and all that the client pays is the agency’s',
    async (database) => {
      const one = await fundedWeek(database)
      expect(await one.reassign()).toMatchObject({ recourse_amount: '1125.00' })
      const note = ['payment 1125.00, 0.00 matched', 'collection note 1125.00, 0.00 recovered, open']
      await one.stands({
        ...untouched,
        books: [...owed('1125.00'), ...untouched.books],
        cash: [...paid_out, ...note],
      })
      expect(await refusalOf(one.reassign())).toMatchObject({
        message: `${one.bill.human_id} is reassigned already`,
      })
      await one.works()
      await one.story.morning('2025-07-09')
      await one.pay_out('2025-07-09')
      const both = [
        ...first_week,
        ...week({ run: '2025-06-25', contractor: '2025-07-02', raised: '2025-06-25', client: '2025-07-25' }),
      ]
      const run = [
        'payment 258.76, 258.76 matched',
        'payment 900.00, 900.00 matched',
        'payment 900.00, 900.00 matched',
      ]
      await one.pays('400.00')
      await one.stands({
        documents: both,
        books: [
          'agency_earnings_payable -725.00',
          'agency_recourse 533.76',
          'bank -1591.24',
          'client_receivable 1850.00',
        ],
        cash: [
          'receipt 400.00, 400.00 matched',
          ...paid_out,
          'payment 1125.00, 591.24 matched',
          ...run,
          'collection note 1125.00, 191.24 recovered, 400.00 cured, open',
        ],
        open: ['provider-client 725.00', 'provider-client 1125.00'],
      })
      await one.pays('725.00')
      await one.pay_out('2025-07-10')
      await one.stands({
        documents: both,
        books: ['bank -1057.48', 'client_receivable 1125.00'],
        cash: [
          'receipt 400.00, 400.00 matched',
          'receipt 725.00, 725.00 matched',
          ...paid_out,
          'payment 1125.00, 1125.00 matched',
          ...run.slice(0, -1),
          // Given back, and paid: of the sale as much was open, and is set off again.
          'payment 708.76, 708.76 matched',
          'payment 191.24, 191.24 matched',
          'payment 191.24, 191.24 matched',
          'collection note 1125.00, 0.00 recovered, 1125.00 cured, closed',
        ],
        open: ['provider-client 1125.00'],
      })
    },
  )

  tell(
    'by rule: on the first morning more than so many days past due, with nobody doing anything',
    async (database) => {
      const one = await fundedWeek(database)
      await one.rule({ reassign_days: 30 })
      await one.story.morning('2025-08-14')
      await one.stands(untouched)
      await one.story.morning('2025-08-15')
      const reassigned = {
        ...untouched,
        books: [...owed('1125.00'), ...untouched.books],
        cash: [...paid_out, 'payment 1125.00, 0.00 matched', 'collection note 1125.00, 0.00 recovered, open'],
      }
      await one.stands(reassigned)
      // It is nobody's debt but the agency's: it grows no older, and a limit does not reach it.
      await one.limit('0.00')
      await one.story.morning('2025-11-30')
      await one.stands(reassigned)
    },
  )

  tell('what was owed for a smaller reason is a part of it', async (database) => {
    const one = await fundedWeek(database)
    await one.limit('1000.00')
    await one.reassign()
    await one.stands({
      ...untouched,
      books: [...owed('1125.00'), ...untouched.books],
      cash: [
        ...paid_out,
        'payment 125.00, 0.00 matched',
        'payment 1000.00, 0.00 matched',
        'collection note 125.00, 0.00 recovered, open',
        'collection note 1000.00, 0.00 recovered, open',
      ],
    })
  })
})

/** Earnings that wait for the client's money fall due with the client's invoice. */
const waiting = [
  'agency-provider 937.50 + 187.50, due 2025-07-15',
  'agency_earnings 191.24 + 0.00, due 2025-07-15',
  'contractor-agency 750.00 + 150.00, due 2025-06-22',
  'provider-agency 28.13 + 5.63, due 2025-06-15',
  'provider-client 937.50 + 187.50, due 2025-07-15',
] as const

describe('without an advance nothing is owed', () => {
  tell(
    'earnings on debt that is disallowed before they go out wait; cured, the next run pays them',
    async (database) => {
      const story = storyOn(database)
      const placed = await seedWeek(story)
      const { provider } = placed.agency
      const limit = (amount: string) =>
        act(story, provider.admin, 'business.credit_limit.set', {
          client_id: placed.client.id,
          currency: 'GBP',
          amount,
          effective_from: story.clock.today(),
          reason: 'Its rating fell',
        })
      await seedApprovedTimesheet(story, placed)
      await limit('1000.00')
      await story.morning('2025-06-25')
      await seedPayout(story, provider)
      const set = Object.values(standing(1))
      await story.stands(placed.agency.id, {
        documents: [...first_week],
        books: [
          'agency_earnings_payable -316.24',
          'agency_recourse 125.00',
          'bank -900.00',
          'client_receivable 1125.00',
          ...set,
        ],
        work: ['timesheet approved'],
        cash: [
          'payment 900.00, 900.00 matched',
          'payment 125.00, 0.00 matched',
          'payment 967.52, 967.52 matched',
          'collection note 125.00, 0.00 recovered, open',
        ],
        open: ['agency-provider 191.24', 'agency_earnings 191.24', 'provider-client 1125.00'],
      })
      await limit('2000.00')
      await seedPayout(story, provider, '2025-06-26')
      await story.stands(placed.agency.id, {
        documents: [...first_week],
        books: ['bank -1091.24', 'client_receivable 1125.00', ...set],
        work: ['timesheet approved'],
        cash: [
          'payment 900.00, 900.00 matched',
          'payment 125.00, 125.00 matched',
          'payment 967.52, 967.52 matched',
          'payment 191.24, 191.24 matched',
          'payment 191.24, 191.24 matched',
          'collection note 125.00, 0.00 recovered, 125.00 cured, closed',
        ],
        open: ['provider-client 1125.00'],
      })
    },
  )

  tell(
    'partly funded: what the contractor was paid is owed, not the earnings that wait for the client',
    async (database) => {
      const one = await fundedWeek(database, { placement: { funding_type: 'partly_funded' } })
      await one.story.morning('2025-10-14')
      await one.stands({
        documents: waiting,
        books: [
          'agency_earnings_payable -1091.24',
          'agency_recourse 900.00',
          'bank -900.00',
          'client_receivable 1125.00',
        ],
        cash: [
          'payment 900.00, 900.00 matched',
          'payment 967.52, 967.52 matched',
          'payment 900.00, 0.00 matched',
          'collection note 900.00, 0.00 recovered, open',
        ],
        open: ['agency-provider 191.24', 'agency_earnings 191.24', 'provider-client 1125.00'],
      })
    },
  )

  tell('paid when paid: nothing went out, and nothing is owed', async (database) => {
    const story = storyOn(database)
    const placed = await seedWeek(story, {
      contractor: { conduct_regs_opt_out: true },
      placement: { funding_type: 'paid_when_paid' },
    })
    await seedApprovedTimesheet(story, placed)
    await story.morning('2025-10-14')
    await story.stands(placed.agency.id, {
      documents: [...waiting],
      books: [
        'agency_earnings_payable -191.24',
        'client_receivable 1125.00',
        'contractor_payable -900.00',
        ...Object.values(standing(1)),
      ],
      work: ['timesheet approved'],
      cash: [],
      open: [
        'agency-provider 1125.00',
        'agency_earnings 191.24',
        'contractor-agency 900.00',
        'provider-agency 33.76',
        'provider-client 1125.00',
      ],
    })
  })
})

describe('in a funder’s books', () => {
  tell(
    'his advance is owed to him; reassigned, his charge and the platform’s fee with it',
    async (database) => {
      const story = storyOn(database)
      const placed = await seedWeek(story, { agency: { funding_model: 'indirect' } })
      const { agency } = placed
      const { provider } = agency
      const funder = present(agency.funder, 'a funder')
      await seedApprovedTimesheet(story, placed)
      await story.morning('2025-06-25')
      const batch = await act<{ id: string }>(story, provider.operations, 'payment.payment_batch.create', {
        run_date: '2025-06-25',
        currency_id: sterling,
        principal_id: funder.id,
      })
      await reviewBatch(story, provider, batch)
      await act(story, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
      await story.morning('2025-10-14')
      const aged = {
        documents: [
          'agency-funder 937.50 + 187.50, due 2025-06-18',
          'agency_earnings 184.48 + 0.00, due 2025-06-18',
          'contractor-agency 750.00 + 150.00, due 2025-06-22',
          'funder-agency 28.13 + 5.63, due 2025-06-15',
          'funder-client 937.50 + 187.50, due 2025-07-15',
          'platform_fee 5.63 + 1.13, due 2025-06-15',
        ],
        work: ['timesheet approved'],
        open: ['funder-client 1125.00'],
      }
      const books = (owed: string) => [
        `agency_earnings_payable -${owed}`,
        `agency_recourse ${owed}`,
        'bank -1084.48',
        'client_receivable 1125.00',
        'fee_income -28.13',
        'input_vat 187.50',
        'output_vat -193.13',
        'platform_fee_payable -6.76',
        'purchases 937.50',
        'sales -937.50',
      ]
      const out = [
        'payment 184.48, 184.48 matched',
        'payment 900.00, 900.00 matched',
        'payment 1165.52, 1165.52 matched',
        'payment 1084.48, 0.00 matched',
      ]
      const note = 'collection note 1084.48, 0.00 recovered, open'
      await story.stands(agency.id, { ...aged, books: books('1084.48'), cash: [...out, note] })
      const { rows } = await database.owner.query<{ id: string; principal_id: string }>(
        `select i.id, n.principal_id from transaction.collection_note n join transaction.invoice i on i.id = n.invoice_id`,
      )
      expect(rows.map((row) => row.principal_id)).toEqual([funder.id])
      await act(story, funder.admin, 'transaction.invoice.reassign', {
        id: present(rows[0], 'a note').id,
        reason: 'He does not pay',
      })
      await story.stands(agency.id, {
        ...aged,
        books: books('1125.00'),
        cash: [...out, 'payment 40.52, 0.00 matched', note, 'collection note 40.52, 0.00 recovered, open'],
      })
    },
  )
})

describe('corrections of reassigned debt', () => {
  tell('the fee of it is credited: as much less is owed of the advance, at once', async (database) => {
    const one = await fundedWeek(database)
    const { story, placed } = one
    expect(await one.reassign()).toMatchObject({ recourse_amount: '1125.00' })
    const { rows } = await database.owner.query<{ id: string }>(
      `select id from transaction.invoice where type = 'provider-agency'`,
    )
    await act(story, placed.agency.provider.operations, 'transaction.invoice.credit', {
      id: present(rows[0], 'the fee').id,
      reason: 'Agreed',
      amount: '14.52',
    })
    const { rows: debts } = await database.owner.query<{ recourse_amount: string }>(
      'select recourse_amount from transaction.invoice where reassigned_on is not null',
    )
    expect(debts).toEqual([{ recourse_amount: '1110.48' }])
  })

  tell('its hours are corrected: what is billed instead is the agency’s as well', async (database) => {
    const one = await fundedWeek(database)
    const { story, placed } = one
    expect(await one.reassign('He is insolvent')).toMatchObject({ recourse_amount: '1125.00' })
    const { rows: sheets } = await database.owner.query<{
      id: string
      human_id: string
      start_date: string
      end_date: string
    }>(`select id, human_id, start_date, end_date from transaction.timesheet where status = 'approved'`)
    const sheet = present(sheets[0], 'the week')
    await story.morning('2025-06-26')
    await act(story, placed.agency.user, 'transaction.timesheet.refine', {
      id: sheet.id,
      mode: 'full',
      details: weekdays(sheet, placed.group_id, '6'),
      reason: 'Shorter days',
    })
    const { rows: debts } = await database.owner.query<{ told: string }>(
      `select format('%s open %s: %s owed, %s', total_amount, outstanding_balance, recourse_amount, coalesce(reassign_reason, 'not the agency''s')) as told
       from transaction.invoice where type = 'provider-client' and not is_credit_note order by human_id`,
    )
    // 720.00, 153.00 and 27.00 of what went out stand on it; the rest is taken off what comes next.
    expect(debts.map((row) => row.told)).toEqual([
      '1125.00 open 0.00: 0.00 owed, He is insolvent',
      '900.00 open 900.00: 900.00 owed, He is insolvent',
    ])
    // All that the client pays of it is the agency's.
    const { rows: bills } = await database.owner.query<{ id: string; human_id: string }>(
      `select id, human_id from transaction.invoice where type = 'provider-client' and status = 'open'`,
    )
    await one.pays('900.00', present(bills[0], 'the new bill'))
    const { rows: notes } = await database.owner.query<{ owed: string }>(
      `select sum(amount - recovered_amount - cured_amount) as owed from transaction.collection_note where status <> 'cancelled'`,
    )
    expect(notes).toEqual([{ owed: '0.00' }])
  })

  tell('a credit on it is reversed: what is owed again is the agency’s as well', async (database) => {
    const one = await fundedWeek(database)
    const { operations } = one.placed.agency.provider
    await one.reassign()
    const credit = { id: one.bill.id, reason: 'Agreed', amount: '112.50' }
    const note = await act<{ id: string }>(one.story, operations, 'transaction.invoice.credit', credit)
    const wrong = { id: note.id, reason: 'Not agreed' }
    await act(one.story, operations, 'transaction.invoice.reverse_credit', wrong)
    const { rows } = await database.owner.query<{ told: string }>(
      `select format('%s: %s owed', outstanding_balance, recourse_amount) as told from transaction.invoice
       where type = 'provider-client' and reassigned_on is not null order by human_id`,
    )
    // What its earnings shrank by it owes already: of the advance nothing more stands on what is owed again.
    expect(rows.map((row) => row.told)).toEqual(['1012.50: 1012.50 owed', '112.50: 0.00 owed'])
  })
})
