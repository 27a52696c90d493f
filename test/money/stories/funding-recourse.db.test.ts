/** Stories of advances on debt that is disallowed later: owed by the agency, recovered, cured, given back (money.md §1.9). */
import { describe } from 'vitest'
import { act } from '../../fixtures/world.ts'
import { first_week, fundedWeek, storyTeller, week } from './funded-tell.ts'

const tell = await storyTeller(7)

/** The run of 25 June: earnings, the contractor's pay, and fee and sale set off. */
const paid_out = [
  'payment 191.24, 191.24 matched',
  'payment 900.00, 900.00 matched',
  'payment 1158.76, 1158.76 matched',
] as const
const owed = (amount: string) => [`agency_earnings_payable -${amount}`, `agency_recourse ${amount}`]
const documents = first_week
const untouched = {
  documents,
  books: ['bank -1091.24', 'client_receivable 1125.00'],
  cash: paid_out,
  open: ['provider-client 1125.00'],
}

describe('an advance on debt that is disallowed', () => {
  tell(
    'on day 120 nothing is owed; on day 121 the agency owes it, and no contractor does',
    async (database) => {
      const one = await fundedWeek(database)
      await one.story.morning('2025-10-13')
      await one.stands(untouched)
      await one.story.morning('2025-10-14')
      const aged = {
        ...untouched,
        books: [...owed('1091.24'), ...untouched.books],
        cash: [...paid_out, 'payment 1091.24, 0.00 matched', 'collection note 1091.24, 0.00 recovered, open'],
      }
      await one.stands(aged)
      await one.story.morning('2025-10-15')
      await one.stands(aged)
    },
  )

  tell('paid before anything is recovered it is cured, and the agency owes nothing', async (database) => {
    const one = await fundedWeek(database)
    await one.story.morning('2025-10-14')
    await one.pays('1125.00')
    await one.stands({
      documents,
      books: ['bank 33.76'],
      cash: [
        'receipt 1125.00, 1125.00 matched',
        ...paid_out,
        'payment 1091.24, 1091.24 matched',
        'collection note 1091.24, 0.00 recovered, 1091.24 cured, closed',
      ],
      open: [],
    })
  })

  tell(
    'its next earnings pay it back; cured in part, what is not recovered goes first, then earnings have theirs again',
    async (database) => {
      const one = await fundedWeek(database)
      await one.story.morning('2025-10-14')
      await one.works()
      await one.story.morning('2025-10-29')
      await one.pay_out('2025-10-29')
      const both = [
        ...first_week,
        ...week({ run: '2025-10-15', contractor: '2025-10-21', raised: '2025-10-14', client: '2025-11-13' }),
      ]
      const second_run = [
        'payment 258.76, 258.76 matched',
        'payment 900.00, 900.00 matched',
        'payment 900.00, 900.00 matched',
      ]
      await one.stands({
        documents: both,
        books: [
          'agency_earnings_payable -1091.24',
          'agency_recourse 900.00',
          'bank -1991.24',
          'client_receivable 2250.00',
        ],
        cash: [
          ...paid_out,
          'payment 1091.24, 191.24 matched',
          ...second_run,
          'collection note 1091.24, 191.24 recovered, open',
        ],
        open: ['provider-client 1125.00', 'provider-client 1125.00'],
      })
      // 125.00 is still owed by the client, of which 91.24 was advanced: 900.00 and 100.00 of what was recovered are cured.
      await one.pays('1000.00')
      await one.stands({
        documents: both,
        books: ['agency_earnings_payable -191.24', 'bank -991.24', 'client_receivable 1250.00'],
        cash: [
          'receipt 1000.00, 1000.00 matched',
          ...paid_out,
          'payment 1091.24, 1091.24 matched',
          ...second_run.slice(0, -1),
          'payment 800.00, 800.00 matched',
          'collection note 1091.24, 91.24 recovered, 1000.00 cured, closed',
        ],
        open: [
          'agency-provider 100.00',
          'agency_earnings 100.00',
          'provider-client 125.00',
          'provider-client 1125.00',
        ],
      })
      await one.pay_out('2025-10-30')
      await one.pays('125.00')
      await one.pay_out('2025-10-31')
      await one.stands({
        documents: both,
        books: ['bank -1057.48', 'client_receivable 1125.00'],
        cash: [
          'receipt 1000.00, 1000.00 matched',
          'receipt 125.00, 125.00 matched',
          ...paid_out,
          'payment 1091.24, 1091.24 matched',
          ...second_run.slice(0, -1),
          'payment 800.00, 800.00 matched',
          // To the agency, and of the sale, of which the last that was set off was open again.
          'payment 100.00, 100.00 matched',
          'payment 8.76, 8.76 matched',
          'payment 91.24, 91.24 matched',
          'payment 91.24, 91.24 matched',
          'collection note 1091.24, 0.00 recovered, 1091.24 cured, closed',
        ],
        open: ['provider-client 1125.00'],
      })
    },
  )

  tell(
    'a limit that falls disallows more, one note for each; one that rises takes from the newest',
    async (database) => {
      const one = await fundedWeek(database)
      await one.limit('1000.00')
      await one.stands({
        ...untouched,
        books: [...owed('125.00'), ...untouched.books],
        cash: [...paid_out, 'payment 125.00, 0.00 matched', 'collection note 125.00, 0.00 recovered, open'],
      })
      await one.limit('500.00')
      await one.stands({
        ...untouched,
        books: [...owed('625.00'), ...untouched.books],
        cash: [
          ...paid_out,
          'payment 125.00, 0.00 matched',
          'payment 500.00, 0.00 matched',
          'collection note 125.00, 0.00 recovered, open',
          'collection note 500.00, 0.00 recovered, open',
        ],
      })
      await one.limit('900.00')
      await one.stands({
        ...untouched,
        books: [...owed('225.00'), ...untouched.books],
        cash: [
          ...paid_out,
          'payment 125.00, 0.00 matched',
          'payment 500.00, 400.00 matched',
          'collection note 125.00, 0.00 recovered, open',
          'collection note 500.00, 0.00 recovered, 400.00 cured, open',
        ],
      })
      await one.limit('1125.00')
      await one.stands({
        ...untouched,
        cash: [
          ...paid_out,
          'payment 125.00, 125.00 matched',
          'payment 500.00, 500.00 matched',
          'collection note 125.00, 0.00 recovered, 125.00 cured, closed',
          'collection note 500.00, 0.00 recovered, 500.00 cured, closed',
        ],
      })
    },
  )

  tell(
    'a part payment is borne on its day; the day after, what is left of the advance is owed',
    async (database) => {
      const one = await fundedWeek(database)
      await one.pays('500.00')
      const paid = ['receipt 500.00, 500.00 matched', ...paid_out]
      const part = {
        documents,
        books: ['bank -591.24', 'client_receivable 625.00'],
        open: ['provider-client 625.00'],
      }
      await one.stands({ ...part, cash: paid })
      await one.story.morning('2025-06-26')
      await one.stands({
        ...part,
        books: [...owed('591.24'), ...part.books],
        cash: [...paid, 'payment 591.24, 0.00 matched', 'collection note 591.24, 0.00 recovered, open'],
      })
      await one.pays('625.00')
      await one.stands({
        documents,
        books: ['bank 33.76'],
        cash: [
          'receipt 500.00, 500.00 matched',
          'receipt 625.00, 625.00 matched',
          ...paid_out,
          'payment 591.24, 591.24 matched',
          'collection note 591.24, 0.00 recovered, 591.24 cured, closed',
        ],
        open: [],
      })
    },
  )

  tell(
    'another rule cures it on the day it begins, and money that goes back makes it owed again',
    async (database) => {
      const one = await fundedWeek(database)
      await one.story.morning('2025-10-14')
      await one.rule({ age_days: 365 })
      const first = ['payment 1091.24, 1091.24 matched']
      const first_note = ['collection note 1091.24, 0.00 recovered, 1091.24 cured, closed']
      await one.stands({ ...untouched, cash: [...paid_out, ...first, ...first_note] })
      await one.story.morning('2025-10-15')
      const { receipt } = await one.pays('1125.00')
      await one.story.morning('2026-06-16')
      await act(one.story, one.placed.agency.provider.operations, 'transaction.payment_receipt.reverse', {
        id: receipt.id,
        reason: 'Bounced',
      })
      await one.stands({
        ...untouched,
        books: [...owed('1091.24'), ...untouched.books],
        cash: [
          'receipt 1125.00, 0.00 matched, reversed',
          ...paid_out,
          ...first,
          'payment 1091.24, 0.00 matched',
          ...first_note,
          'collection note 1091.24, 0.00 recovered, open',
        ],
      })
    },
  )

  tell(
    'a credit note lets the agency owe the smaller debt, once: what its earnings shrink by it owes already',
    async (database) => {
      const one = await fundedWeek(database)
      await one.story.morning('2025-10-14')
      await act(one.story, one.placed.agency.provider.operations, 'transaction.invoice.credit', {
        id: one.bill.id,
        amount: '300.00',
        reason: 'A day too many',
      })
      // 791.24 for the client's 825.00, and 300.00 as earnings that were too much: together what went out.
      await one.story.stands(one.placed.agency.id, {
        documents: [
          ...documents,
          'agency-provider -250.00 + -50.00, due 2025-10-14, credit',
          'agency_earnings -300.00 + 0.00, due 2025-10-14, debit',
          'provider-client -250.00 + -50.00, due 2025-10-14, credit',
        ],
        books: [
          'agency_earnings_payable -491.24',
          'agency_recourse 791.24',
          'bank -1091.24',
          'client_receivable 825.00',
          'fee_income -28.13',
          'input_vat 137.50',
          'output_vat -143.13',
          'purchases 687.50',
          'sales -687.50',
        ],
        work: ['timesheet approved'],
        cash: [
          ...paid_out,
          'payment 1091.24, 300.00 matched',
          'collection note 1091.24, 0.00 recovered, 300.00 cured, open',
        ],
        open: ['agency-provider credit -300.00', 'agency_earnings debit -300.00', 'provider-client 825.00'],
      })
    },
  )
})
