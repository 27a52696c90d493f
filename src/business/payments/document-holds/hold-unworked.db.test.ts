/** Work that was approved before its last worked day: raised, and neither advanced nor paid until that day has passed (decision 0186). */
import { expect, test } from 'vitest'
import { day, eachDay } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { units } from '#kernel/rate.ts'
import { inTransaction } from '#server/tx.ts'
import { type Completed, documentsOf, expectSound, reviewBatch, seedBatch } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedTimesheets, seedWeek } from '#test/fixtures/world.ts'
import { judgeAllDebt } from '../../funding/judge-daily.server.ts'
import { unusualTime } from '../../parties/self-dealing/flag.rules.ts'

const { database, world } = await freshWorld('2025-06-09T08:00:00.000Z')
const { sql } = database
const sentence = 'The last day of this work is 15 Jun 2025: it is paid from the day after'
const sent = ['provider-client', 'agency-provider', 'agency_earnings', 'contractor-agency'] as const

const at = (date: string) => world.clock.set(instant(`${date}T08:00:00.000Z`))
const night = () =>
  inTransaction(world.database, (tx) => judgeAllDebt({ tx, clock: world.clock, audit: () => undefined }))

/** The week of Monday 9 June, with time on its first `days` days, submitted and approved now. */
async function approvedWeek(
  payment_type: 'limited' | 'selfemployed' | 'umbrella',
  days: number,
  hours = '7.5',
) {
  const placement = await seedWeek(world, {
    contractor: { payment_type },
    placement: { start_date: '2025-06-09', contractor_payment_terms: 0 },
  })
  const [sheet] = await seedTimesheets(world, placement)
  if (sheet === undefined) throw new Error('The placement has no timesheet')
  await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', {
    id: sheet.id,
    details: eachDay(day(sheet.start_date), day(sheet.end_date))
      .slice(0, days)
      .map((date) => ({ date, group_id: placement.group_id, units: hours })),
  })
  await act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
  const stands = async () => {
    const documents = await documentsOf(database, sheet)
    const rows = await sql<{ says: string }>(
      `select funding_status || coalesce(': ' || funding_hold_reason, '') as says from transaction.invoice
       where timesheet_id = $1 and type in ('provider-client', 'agency-provider', 'agency_earnings') group by 1`,
      sheet.id,
    )
    return { raised: sent.map((type) => documents[type]?.status), funding: rows.map(({ says }) => says) }
  }
  return { placement, sheet, stands, ...batchesOf(placement) }
}

function batchesOf({ agency: { provider }, id }: SeededPlacement) {
  const items = (batch: { id: string }) =>
    sql<{ id: string; type: string; status: string; hold_reason: string | null }>(
      `select t.id, i.type, t.status, t.hold_reason from payment.payment_batch_item t
       join transaction.invoice i on i.id = t.invoice_id where t.payment_batch_id = $1 and i.contract_id = $2 order by i.type`,
      batch.id,
      id,
    )
  return {
    items,
    make: (run_date: string) => seedBatch(world, provider, run_date),
    review: (batch: { id: string }) => reviewBatch(world, provider, batch),
    cancel: (batch: { id: string }) =>
      act(world, provider.operations, 'payment.payment_batch.cancel', { id: batch.id, reason: 'Too early' }),
    release: (item: { id: string } | undefined) =>
      act(world, provider.operations, 'payment.payment_batch.release_item', {
        item_id: item?.id,
        reason: 'Checked',
      }),
    complete: (batch: { id: string }) =>
      act<Completed>(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id }),
  }
}

const all_open = { raised: ['open', 'open', 'open', 'open'] }
const waits = [{ type: 'contractor-agency', status: 'held', hold_reason: sentence }]

test.each(['limited', 'selfemployed', 'umbrella'] as const)(
  'a week of %s work to Sunday, approved on Monday: raised, held, and paid from the next Monday',
  async (payment_type) => {
    at('2025-06-09')
    const { stands, items, make, review, cancel, release, complete } = await approvedWeek(payment_type, 7)
    expect(await stands()).toEqual({ ...all_open, funding: ['held: Last worked day not passed'] })
    for (const run_date of ['2025-06-11', '2025-06-15']) {
      const batch = await make(run_date)
      expect(await items(batch)).toMatchObject(waits)
      const [item] = await items(batch)
      expect((await refusalOf(release(item))).message).toBe(sentence)
      await cancel(batch)
    }
    // A batch that is planned for later is not paid before.
    const planned = await make('2025-06-16')
    expect(await items(planned)).toMatchObject([{ status: 'included' }])
    await review(planned)
    expect((await refusalOf(complete(planned))).message).toBe(
      `Nothing in batch ${planned.human_id} can be paid any more`,
    )
    await cancel(planned)

    at('2025-06-15')
    await night()
    expect((await stands()).funding).toEqual(['held: Last worked day not passed'])
    at('2025-06-16')
    await night()
    expect((await stands()).funding).toEqual(['pending'])
    const batch = await make('2025-06-18')
    expect((await items(batch)).map(({ type, status }) => `${type} ${status}`)).toEqual([
      'agency_earnings included',
      'contractor-agency included',
    ])
    await review(batch)
    expect((await complete(batch)).left_out).toEqual([])
    expect((await stands()).raised).toEqual(['open', 'closed', 'closed', 'closed'])
    await expectSound(database)
  },
)

test('the reason: shown to agency and provider beside the document', async () => {
  at('2025-06-09')
  const { placement, sheet } = await approvedWeek('limited', 7)
  const id = (await documentsOf(database, sheet))['contractor-agency']?.id
  const read = (viewer: typeof placement.agency.user) =>
    act(world, viewer, 'transaction.invoice.read_payment_wait', { id })
  for (const viewer of [placement.agency.user, placement.agency.provider.operations])
    expect(await read(viewer)).toEqual({ reason: sentence })
  at('2025-06-16')
  expect(await read(placement.agency.user)).toEqual({ reason: null })
})

test('a week that ends on Friday, approved on Friday: advanced and paid at once', async () => {
  at('2025-06-13')
  const { stands, items, make } = await approvedWeek('limited', 5)
  expect(await stands()).toEqual({ ...all_open, funding: ['pending'] })
  expect(await items(await make('2025-06-13'))).toMatchObject([
    { type: 'contractor-agency', status: 'included' },
  ])
})

test('a week that is approved at its client’s limit: other reasons first, then its days', async () => {
  at('2025-06-09')
  const { placement, stands } = await approvedWeek('limited', 5)
  await act(world, placement.agency.provider.admin, 'business.credit_limit.set', {
    client_id: placement.client.id,
    amount: '10.00',
    effective_from: world.clock.today(),
    reason: 'Its rating fell',
  })
  expect((await stands()).funding).toEqual(['held: Last worked day not passed'])
  at('2025-06-14')
  await night()
  expect((await stands()).funding).toEqual(['held: Credit Limit exceeded'])
})

test('a week of more than sixty hours: held for everybody whom it pays, until the provider accepts the flag', async () => {
  at('2025-06-16')
  const { placement, sheet, stands, items, make, cancel } = await approvedWeek('limited', 7, '8.75')
  expect(await stands()).toEqual({ ...all_open, funding: ['held: Unusual hours not accepted'] })
  const batch = await make('2025-06-18')
  expect(await items(batch)).toMatchObject([
    { type: 'contractor-agency', status: 'held', hold_reason: 'Unusual hours not accepted' },
  ])
  await cancel(batch)
  const facts = '61.25 hours in the week of 09 Jun 2025, more than 60'
  const record = { entity: 'transaction.timesheet', entity_id: sheet.id }
  const { operations } = placement.agency.provider
  const read = await act<{ flags: object[] }>(world, operations, 'funding.risk_flag.read', record)
  expect(read.flags).toMatchObject([{ rule: 'long_hours', facts, accepted: null }])
  const details = await sql<{ date: string; unit_type: string; units: string }>(
    'select date, unit_type, units from transaction.timesheet_detail where timesheet_id = $1',
    sheet.id,
  )
  const entered = details.map((one) => ({ ...one, date: day(one.date), units: units(one.units) }))
  expect(unusualTime(entered, world.clock.today())).toEqual([facts])

  await act(world, operations, 'funding.risk_flag.accept', {
    ...record,
    rule: 'long_hours',
    facts,
    comment: 'Night shifts that the client confirmed',
  })
  await night()
  expect((await stands()).funding).toEqual(['pending'])
  expect((await items(await make('2025-06-18'))).map(({ status }) => status)).toEqual([
    'included',
    'included',
  ])
})

test('a week of sixty hours: advanced at once', async () => {
  at('2025-06-16')
  const { stands } = await approvedWeek('limited', 6, '10')
  expect(await stands()).toEqual({ ...all_open, funding: ['pending'] })
})
