/** Stories of debt that was given to its agency and taken back: mirrored to the penny, or refused (money.md §1.9, decision 0021). */
import { describe, expect } from 'vitest'
import type { ReassignPreview } from '#business/funding/reassign.rules.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { present } from '#kernel/assert.ts'
import { documentsOf } from '../../fixtures/cash.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedWeek } from '../../fixtures/world.ts'
import { type Funded, first_week, fundedWeek, storyTeller, week } from './funded-tell.ts'
import { storyOn } from './tell.ts'

const tell = await storyTeller(4)

const paid_out = [
  'payment 191.24, 191.24 matched',
  'payment 900.00, 900.00 matched',
  'payment 1158.76, 1158.76 matched',
] as const
const untouched = {
  documents: first_week,
  books: ['bank -1091.24', 'client_receivable 1125.00'],
  cash: paid_out,
  open: ['provider-client 1125.00'],
}
/** What a note leaves that was mirrored in full. */
const mirrored = [
  'payment 1125.00, 1125.00 matched',
  'collection note 1125.00, 0.00 recovered, 1125.00 cured, closed',
]
const reason = 'It was the wrong invoice'

const takeBack = (one: Funded, by = one.placed.agency.provider.admin) =>
  act<{ recourse_amount: string }>(one.story, by, 'transaction.invoice.take_back', {
    id: one.bill.id,
    reason,
  })
const preview = (one: Funded, is_taken_back: boolean) =>
  act<ReassignPreview>(one.story, one.placed.agency.provider.admin, 'transaction.invoice.preview_reassign', {
    id: one.bill.id,
    is_taken_back,
  })

describe('a debt that is taken back', () => {
  tell('what was recovered goes back to the earnings, and the next run pays them', async (database) => {
    const one = await fundedWeek(database)
    const ahead = await preview(one, false)
    expect(ahead).toMatchObject({
      outstanding_balance: '1125.00',
      given_back: '0.00',
      effects: [{ human_id: one.bill.human_id, recourse_before: '0.00', recourse_after: '1125.00' }],
    })
    // Looking ahead has done nothing.
    await one.stands(untouched)
    expect(await one.reassign()).toMatchObject({ recourse_amount: ahead.effects[0]?.recourse_after })
    await one.works()
    await one.story.morning('2025-07-09')
    await one.pay_out('2025-07-09')
    expect(await preview(one, true)).toMatchObject({
      given_back: '191.24',
      effects: [{ human_id: one.bill.human_id, recourse_before: '1125.00', recourse_after: '0.00' }],
    })
    expect(await takeBack(one)).toEqual({ id: one.bill.id, recourse_amount: '0.00' })
    const both = [
      ...first_week,
      ...week({ run: '2025-06-25', contractor: '2025-07-02', raised: '2025-06-25', client: '2025-07-25' }),
    ]
    const run = [
      'payment 258.76, 258.76 matched',
      'payment 900.00, 900.00 matched',
      'payment 708.76, 708.76 matched',
    ]
    await one.stands({
      documents: both,
      books: ['agency_earnings_payable -191.24', 'bank -1991.24', 'client_receivable 2250.00'],
      cash: [...paid_out, mirrored[0] ?? '', ...run, mirrored[1] ?? ''],
      open: [
        'agency-provider 191.24',
        'agency_earnings 191.24',
        'provider-client 1125.00',
        'provider-client 1125.00',
      ],
    })
    await one.pay_out('2025-07-10')
    const { rows } = await database.owner.query<{ paid: string }>(
      `select sum(amount) as paid from transaction.payment_receipt_summary where type = 'payment' and bank_account_id is not null`,
    )
    // 900.00 twice to the contractor, 191.24 twice to the agency.
    expect(rows[0]?.paid).toBe('2182.48')
  })

  tell('not while money stands on it that came in when it was the agency’s', async (database) => {
    const one = await fundedWeek(database)
    const { admin, operations } = one.placed.agency.provider
    expect((await refusalOf(takeBack(one))).message).toBe(`${one.bill.human_id} is not reassigned`)
    await one.reassign()
    const { detail_id } = await one.pays('400.00')
    const words = `£400.00 was received on ${one.bill.human_id} since 25 Jun 2025: that money is the agency’s. Take the receipts off it first`
    expect(await refusalOf(takeBack(one))).toMatchObject({ code: 'precondition', message: words })
    expect((await refusalOf(preview(one, true))).message).toBe(words)
    await act(one.story, operations, 'transaction.payment_receipt.unmatch', {
      detail_id,
      reason: 'Of another invoice',
    })
    await takeBack(one)
    await one.stands({
      ...untouched,
      books: ['bank -691.24', 'client_receivable 1125.00', 'unallocated_receipt -400.00'],
      // What came in and was taken off again had been owed anew, and is mirrored, too.
      cash: [
        'receipt 400.00, 0.00 matched',
        ...paid_out,
        mirrored[0] ?? '',
        'payment 400.00, 400.00 matched',
        mirrored[1] ?? '',
        'collection note 400.00, 0.00 recovered, 400.00 cured, closed',
      ],
    })
    // Somebody of the provider without that role, and the agency, may not.
    for (const by of [operations, one.placed.agency.admin]) {
      expect((await refusalOf(takeBack(one, by))).code).toBe('not_allowed')
    }
    expect((await refusalOf(takeBack(one, admin))).message).toBe(`${one.bill.human_id} is not reassigned`)
  })

  tell(
    'no rule gives it back again; by hand it can be; and each day of the past stays as it was',
    async (database) => {
      const one = await fundedWeek(database)
      await one.rule({ reassign_days: 30 })
      await one.story.morning('2025-08-15')
      await one.story.morning('2025-08-20')
      await takeBack(one)
      await one.story.morning('2025-08-21')
      await one.story.morning('2025-09-01')
      const stood = { ...untouched, cash: [...paid_out, ...mirrored] }
      await one.stands(stood)
      const endpoint = new DataEndpoint({ database, clock: one.story.clock })
      const reassigned = async (as_of: string) => {
        const query = `{ rows: get_funding_portfolio(args: { as_of: "${as_of}" }) { reassigned_amount } }`
        const { data } = JSON.parse(await endpoint.execute(one.placed.agency.provider.admin, { query }))
        return data.rows[0].reassigned_amount
      }
      expect(
        await Promise.all(['2025-08-14', '2025-08-15', '2025-08-19', '2025-08-20'].map(reassigned)),
      ).toEqual([0, 1125, 1125, 0])
      await one.reassign('For good')
      const { rows } = await database.owner.query(
        `select on_date::text, undone_on::text, undone_reason, user_name from transaction.reassignment order by created_at`,
      )
      expect(rows).toEqual([
        { on_date: '2025-08-15', undone_on: '2025-08-20', undone_reason: reason, user_name: 'Stint' },
        {
          on_date: '2025-09-01',
          undone_on: null,
          undone_reason: null,
          user_name: one.placed.agency.provider.admin.user_name,
        },
      ])
    },
  )

  tell(
    'a funder gives back and takes back what he bills himself, from his own list of debts',
    async (database) => {
      const story = storyOn(database)
      const placed = await seedWeek(story, { agency: { funding_model: 'indirect' } })
      const funder = present(placed.agency.funder, 'a funder').admin
      const documents = await documentsOf(database, await seedApprovedTimesheet(story, placed))
      const bill = present(documents['funder-client'], 'a bill of the funder')
      // Spec §6: a funder is listed no invoice to its client.
      const purchase = present(documents['agency-funder'], 'the purchase of the work')
      const endpoint = new DataEndpoint({ database, clock: story.clock })
      const debts = async (by: typeof funder) => {
        const query =
          '{ rows: get_funding_documents { id human_id type is_reassigned reassign_reason outstanding_balance } }'
        const { data, errors } = JSON.parse(await endpoint.execute(by, { query }))
        return errors ? errors[0].message : data.rows
      }
      const row = {
        id: bill.id,
        human_id: purchase.human_id,
        type: 'agency-funder',
        outstanding_balance: 1125,
      }
      expect(await debts(funder)).toEqual([{ ...row, is_reassigned: false, reassign_reason: null }])
      // The provider operates the platform, and bears nothing here.
      expect(await debts(placed.agency.provider.admin)).toEqual([])
      const preview = await act<{ human_id: string; effects: { human_id: string }[] }>(
        story,
        funder,
        'transaction.invoice.preview_reassign',
        { id: bill.id, is_taken_back: false },
      )
      expect([preview.human_id, ...preview.effects.map(({ human_id }) => human_id)]).toEqual([
        purchase.human_id,
        purchase.human_id,
      ])
      await act(story, funder, 'transaction.invoice.reassign', { id: bill.id, reason: 'He does not pay' })
      await expect(
        act(story, funder, 'transaction.invoice.reassign', { id: bill.id, reason: 'Again' }),
      ).rejects.toThrow(`${purchase.human_id} is reassigned already`)
      expect(await debts(funder)).toEqual([
        { ...row, is_reassigned: true, reassign_reason: 'He does not pay' },
      ])
      await act(story, funder, 'transaction.invoice.take_back', { id: bill.id, reason })
      expect(await debts(funder)).toEqual([{ ...row, is_reassigned: false, reassign_reason: null }])
    },
  )
})
