import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { addDays } from '#kernel/day.ts'
import { freshDatabase } from '#test/database.ts'
import { type Completed, documentsOf, reviewBatch, seedBatch, seedPaid } from '#test/fixtures/cash.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedApprovedTimesheet,
  seedTimesheets,
  seedWeek,
  viewerOf,
  worldOn,
} from '#test/fixtures/world.ts'
import { makeToken } from '#test/server/program.ts'
import { type HoldReason, hold_reasons } from '../invoices/funding-hold.rules.ts'

const database = await freshDatabase()
const run_date = '2025-06-25'
const approve = 'funding.overadvance.approve'

/** The example week, client 1125.00, contractor 900.00, agency 191.24, at this advance percentage. */
async function week(advance_percent: string, rule: object = {}) {
  const world = worldOn(database)
  const placement = await seedWeek(world)
  const { provider, id: agency_id } = placement.agency
  await act(world, provider.admin, 'business.funding_rule.set', {
    age_days: 120,
    advance_percent,
    effective_from: world.clock.today(),
    ...rule,
  })
  const sheet = await seedApprovedTimesheet(world, placement)
  const bill = async () => present((await documentsOf(database, sheet))['provider-client'], 'the bill')
  const itemsOf = async (batch: { id: string }) => {
    const { rows } = await database.owner.query<{ id: string; type: string; says: string }>(
      `select p.id, i.type, p.status || coalesce(': ' || p.hold_reason, '') as says from payment.payment_batch_item p
       join transaction.invoice i on i.id = p.invoice_id where p.payment_batch_id = $1 order by i.type`,
      [batch.id],
    )
    return rows
  }
  const says = async (batch: { id: string }) => (await itemsOf(batch)).map((row) => `${row.type} ${row.says}`)
  const complete = (batch: { id: string }) =>
    act<Completed>(world, provider.approver, 'payment.payment_batch.complete', { id: batch.id })
  const input = (more: object = {}) => ({
    agency_id,
    currency: 'GBP',
    amount: '400.00',
    until: world.clock.today(),
    reason: 'Its client pays on Friday',
    ...more,
  })
  const release = ({ id }: { id: string }) =>
    act(world, provider.operations, 'payment.payment_batch.release_item', {
      item_id: id,
      reason: 'It may go',
    })
  const itemOf = async (batch: { id: string }, type: string) =>
    present(
      (await itemsOf(batch)).find((one) => one.type === type),
      type,
    )
  return { world, placement, provider, bill, says, complete, input, itemsOf, itemOf, release }
}

test('availability: the contractor is paid, and earnings beyond it wait', async () => {
  const { world, placement, provider, bill, says, complete, itemOf, release } = await week('85')
  const batch = await seedBatch(world, provider, run_date)
  const held = 'Availability is £56.25, this payment needs £191.24.'
  expect(await says(batch)).toEqual([`agency_earnings held: ${held}`, 'contractor-agency included'])
  expect(batch).toMatchObject({ amount: '900.00', item_count: 1, held_count: 1 })
  expect(await refusalOf(release(await itemOf(batch, 'agency_earnings')))).toEqual({
    code: 'precondition',
    message: held,
  })
  await reviewBatch(world, provider, batch)
  expect(await complete(batch)).toMatchObject({ amount: '900.00', left_out: [] })
  await expectVerified(database)
  // Work that the client has paid draws nothing.
  await seedPaid(world, placement, await bill())
  const next = await seedBatch(world, provider, run_date)
  expect(await says(next)).toEqual(['agency_earnings included'])
})

test('availability: an approved over-advance lifts contractors alone', async () => {
  const { world, provider, says, complete, input, itemOf, release } = await week('50')
  const batch = await seedBatch(world, provider, run_date)
  expect(await says(batch)).toEqual([
    'agency_earnings included',
    'contractor-agency held: Availability is £562.50, this payment needs £900.00.',
  ])
  await act(world, provider.approver, approve, input())
  await release(await itemOf(batch, 'contractor-agency'))
  await reviewBatch(world, provider, batch)
  expect(await says(batch)).toEqual([
    'agency_earnings held: Availability is -£337.50, this payment needs £191.24.',
    'contractor-agency included',
  ])
  expect(await complete(batch)).toMatchObject({ amount: '900.00', left_out: [] })
  await expectVerified(database)
})

test('availability: debt disputed after the review is no reason to pay', async () => {
  const { world, placement, provider, bill, says, complete } = await week('100')
  const batch = await seedBatch(world, provider, run_date)
  expect(await says(batch)).toEqual(['agency_earnings included', 'contractor-agency included'])
  await act(world, provider.operations, 'payment.payment_batch.submit', { id: batch.id })
  await database.owner.query('update transaction.invoice set is_disputed = true where id = $1', [
    (await bill()).id,
  ])
  const review = () => act(world, provider.approver, 'payment.payment_batch.review', { id: batch.id })
  expect(await refusalOf(review())).toEqual({
    code: 'precondition',
    message: `Availability covers no payment of batch ${batch.human_id} any more`,
  })
  await database.owner.query('update transaction.invoice set is_disputed = false where id = $1', [
    (await bill()).id,
  ])
  await review()
  await act(world, provider.admin, 'business.funding_retention.set', {
    agency_id: placement.agency.id,
    currency: 'GBP',
    amount: '200.00',
    reason: 'A new agency',
    effective_from: world.clock.today(),
  })
  expect(await complete(batch)).toMatchObject({
    amount: '900.00',
    left_out: [{ reason: 'Availability is £25.00, this payment needs £191.24.' }],
  })
})

test('availability: a rule that only watches holds nothing, and a later version keeps to it until it says otherwise', async () => {
  const { world, provider, says } = await week('10', { holds_payments: false })
  const set = (rule: object) =>
    act(world, provider.admin, 'business.funding_rule.set', {
      age_days: 120,
      advance_percent: '20',
      effective_from: world.clock.today(),
      ...rule,
    })
  await set({})
  const batch = await seedBatch(world, provider, run_date)
  expect(await says(batch)).toEqual(['agency_earnings included', 'contractor-agency included'])
  await act(world, provider.operations, 'payment.payment_batch.cancel', { id: batch.id, reason: 'Again' })
  await set({ holds_payments: true })
  expect(await says(await seedBatch(world, provider, run_date))).toEqual([
    'agency_earnings included',
    'contractor-agency held: Availability is £225.00, this payment needs £900.00.',
  ])
})

test('availability: of two items released at once, only one fits', async () => {
  const { world, placement, provider, says, input, itemsOf, release } = await week('10')
  world.clock.advance({ days: 7 })
  const [second] = await seedTimesheets(world, placement)
  await seedApprovedTimesheet(world, placement, second)
  const batch = await seedBatch(world, provider, '2025-07-09')
  // 10 % of 2,250.00: the first earnings, not the second; contractors come before both.
  expect(batch).toMatchObject({ amount: '191.24', item_count: 1, held_count: 3 })
  await act(world, provider.approver, approve, input({ amount: '1000.00' }))
  const contractors = (await itemsOf(batch)).filter((one) => one.type === 'contractor-agency')
  const tries = await Promise.allSettled(contractors.map((one) => release(one)))
  expect(tries.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(tries.find((one) => one.status === 'rejected')?.reason).toMatchObject({
    message: 'Availability is £325.00, this payment needs £900.00.',
  })
  expect((await says(batch)).filter((text) => text === 'contractor-agency included')).toHaveLength(1)
})

test('over-advance: lifts no batch of its approver', async () => {
  const { world, provider, says, input } = await week('50')
  const both = { ...provider.operations, roles: ['provider_operations', 'provider_approver'] as const }
  const by_both = { ...provider, operations: both }
  await act(world, both, approve, input())
  const batch = await seedBatch(world, by_both, run_date)
  expect((await says(batch))[1]).toBe(
    'contractor-agency held: Availability is £562.50, this payment needs £900.00.',
  )
  expect(await refusalOf(act(world, both, approve, input()))).toEqual({
    code: 'not_allowed',
    message: `You made batch ${batch.human_id}, so somebody else approves its over-advance`,
  })
  const cancelled = { id: batch.id, reason: 'Made by somebody else' }
  await act(world, both, 'payment.payment_batch.cancel', cancelled)
  const by_admin = { ...provider, operations: provider.admin }
  expect((await says(await seedBatch(world, by_admin, run_date)))[1]).toBe('contractor-agency included')
})

test('over-advance: lifts no batch of its approver’s program, and none is approved by a program of the maker', async () => {
  const { world, provider, says, input } = await week('50')
  const roles = ['provider_admin', 'provider_operations', 'provider_approver'] as const
  const actions = ['payment.payment_batch.*', approve]
  const { id } = await makeToken(world, { ...provider.admin, roles }, { roles, actions })
  const { rows } = await database.owner.query<{ contact_id: string }>(
    'select contact_id from platform.api_token where id = $1',
    [id],
  )
  const program = await viewerOf(world, present(rows[0], 'the program').contact_id)
  const maker = { ...(await viewerOf(world, provider.admin.business_contact_id)), roles }
  const makes = (operations: Viewer) => seedBatch(world, { ...provider, operations }, run_date)
  await act(world, maker, approve, input())
  const batch = await makes(program)
  expect((await says(batch))[1]).toBe(
    'contractor-agency held: Availability is £562.50, this payment needs £900.00.',
  )
  const own = `You made batch ${batch.human_id}, so somebody else approves its over-advance`
  expect((await refusalOf(act(world, maker, approve, input()))).message).toBe(own)
  expect((await refusalOf(act(world, program, approve, input()))).message).toBe(own)
})

test('over-advance: by the approver, for at most 14 days, the later one in place of the earlier', async () => {
  const { world, placement, provider, input } = await week('85')
  const today = world.clock.today()
  for (const viewer of [provider.operations, provider.admin, placement.agency.admin])
    expect((await refusalOf(act(world, viewer, approve, input()))).code).toBe('not_allowed')
  const by = (more: object) => refusalOf(act(world, provider.approver, approve, input(more)))
  expect(Object.keys((await by({ until: addDays(today, 15) })).errors ?? {})).toEqual(['until'])
  expect(Object.keys((await by({ until: addDays(today, -1) })).errors ?? {})).toEqual(['until'])
  expect(Object.keys((await by({ amount: '-1.00' })).errors ?? {})).toEqual(['amount'])
  await act(world, provider.approver, approve, input({ until: addDays(today, 14) }))
  await Promise.all([1, 2].map(() => act(world, provider.approver, approve, input({ amount: '50.00' }))))
  const { rows } = await database.owner.query(
    'select amount from business.funding_overadvance where agency_id = $1 and deleted_at is null',
    [placement.agency.id],
  )
  expect(rows).toEqual([{ amount: '50.00' }])
})

test('availability: debt that is held for any reason but the limit is no basis', async () => {
  const { placement, provider, bill, world } = await week('85')
  const { id } = await bill()
  const room = async () => {
    const { rows } = await database.owner.query<{ amount: string }>(
      `select a.amount from transaction.invoice i
       cross join report.funding_availability(i.provider_id, $2, array[i.agency_id], i.currency_id, $3) a where i.id = $1`,
      [id, world.clock.today(), provider.operations.user_id],
    )
    return present(rows[0], `the availability of ${placement.agency.id}`).amount
  }
  const held = async (reason: HoldReason | null) => {
    await database.owner.query(
      `update transaction.invoice set funding_status = 'held', funding_hold_reason = $2 where id = $1`,
      [id, reason],
    )
    return room()
  }
  const whole = await room()
  expect(Number(whole)).toBeGreaterThan(0)
  const basis: Readonly<Record<HoldReason, boolean>> = {
    'No credit limit': false,
    'First invoice not verified': false,
    'Status at Companies House not decided': false,
    'Evidence of approval not accepted': false,
    'Unusual hours not accepted': false,
    'Last worked day not passed': false,
    'Credit Limit exceeded': true,
  }
  for (const reason of hold_reasons)
    expect([reason, await held(reason)]).toEqual([reason, basis[reason] ? whole : '0.00'])
  expect(await held(null)).toBe('0.00')
})
