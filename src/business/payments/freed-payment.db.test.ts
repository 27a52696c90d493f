/** The author of a limit, a retention or a funding rule checks no payment that it frees for seven days (decision 0190). */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { addDays } from '#kernel/day.ts'
import { billOf, match, type Receipt, seedBatch, seedStatementLine } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedApprovedTimesheet, seedWeek } from '#test/fixtures/world.ts'
import type { BatchCheck } from './payment-batch.rules.ts'

const { database, world } = await freshWorld()

const refused = {
  code: 'not_allowed',
  message: 'You freed a payment of this batch within 7 days, so it is reviewed by somebody else',
}

/** An approved week; its limit and its verification are older than the seven days. */
async function agedWeek(): Promise<SeededPlacement> {
  const placement = await seedWeek(world)
  await seedApprovedTimesheet(world, placement)
  world.clock.advance({ days: 8 })
  return placement
}

async function submitted({ agency: { provider } }: SeededPlacement): Promise<{ id: string }> {
  const { id } = await seedBatch(world, provider, addDays(world.clock.today(), 30))
  await act(world, provider.operations, 'payment.payment_batch.submit', { id })
  return { id }
}

const review = ({ agency: { provider } }: SeededPlacement, batch: { id: string }) =>
  act(world, provider.admin, 'payment.payment_batch.review', batch)

async function asked({ id }: { id: string }): Promise<string[]> {
  const tasks = await database.sql<{ user_id: string }>(
    `select user_id from log.notification_log where entity_id = $1 and state = 'open'`,
    id,
  )
  return tasks.map(({ user_id }) => user_id)
}

const figures: Readonly<Record<string, (placement: SeededPlacement, from: string) => Promise<unknown>>> = {
  'a retention': ({ agency }, effective_from) =>
    act(world, agency.provider.admin, 'business.funding_retention.set', {
      agency_id: agency.id,
      currency: 'GBP',
      amount: '0.00',
      reason: 'The agency is known now',
      effective_from,
    }),
  'a funding rule': ({ agency }, effective_from) =>
    act(world, agency.provider.admin, 'business.funding_rule.set', {
      age_days: 700,
      advance_percent: '100',
      effective_from,
    }),
  'a credit limit': ({ agency, client }, effective_from) =>
    act(world, agency.provider.admin, 'business.credit_limit.set', {
      client_id: client.id,
      currency: 'GBP',
      amount: '900000.00',
      effective_from,
    }),
}

test.for(Object.entries(figures))(
  '%s: its author checks no payment that it frees for 7 days',
  async ([, set]) => {
    const placement = await agedWeek()
    const { admin, approver } = placement.agency.provider
    await set(placement, world.clock.today())
    const batch = await submitted(placement)
    expect(await asked(batch)).toEqual([approver.user_id])
    expect(await refusalOf(review(placement, batch))).toEqual(refused)
    world.clock.advance({ days: 8 })
    await review(placement, batch)
    // From a day to come.
    await set(placement, addDays(world.clock.today(), 20))
    world.clock.advance({ days: 10 })
    const complete = () => act(world, admin, 'payment.payment_batch.complete', batch)
    world.clock.advance({ days: 12 })
    expect(await refusalOf(complete())).toMatchObject({ code: 'not_allowed' })
    world.clock.advance({ days: 8 })
    await complete()
  },
)

test.each([
  ['as much as its agency asked for', '900000.00', true],
  ['more than its agency asked for', '900000.01', false],
])('a limit of %s: its author checks payments: %s', async (_, amount, may_check) => {
  const placement = await agedWeek()
  const { agency, client } = placement
  const { id } = await act<{ id: string }>(world, agency.user, 'business.credit_limit.request', {
    client_id: client.id,
    amount: '900000.00',
    reason: 'More placements',
    valid_from: world.clock.today(),
  })
  await act(world, agency.provider.admin, 'business.credit_limit.decide', { id, outcome: 'approved', amount })
  const reviewed = review(placement, await submitted(placement))
  if (may_check) await reviewed
  else expect(await refusalOf(reviewed)).toEqual(refused)
})

test('a retention that ends: its author checks no payment that its end frees', async () => {
  const placement = await agedWeek()
  const { agency } = placement
  const today = world.clock.today()
  await act(world, agency.provider.admin, 'business.funding_retention.set', {
    agency_id: agency.id,
    currency: 'GBP',
    amount: '500.00',
    reason: 'A new agency',
    effective_from: today,
    effective_to: addDays(today, 20),
  })
  world.clock.advance({ days: 15 })
  const batch = await submitted(placement)
  await review(placement, batch)
  world.clock.advance({ days: 7 })
  const complete = () => act(world, agency.provider.admin, 'payment.payment_batch.complete', batch)
  expect(await refusalOf(complete())).toMatchObject({ code: 'not_allowed' })
})

test('a verified client: the person who verified it checks no payment that this frees', async () => {
  const placement = await agedWeek()
  const { agency, client } = placement
  await database.owner.query(
    `update business.service set verification_status = 'unverified', verified_by = null, verified_at = null
     where from_business_id = $1 and to_business_id = $2`,
    [client.id, agency.id],
  )
  await act(world, agency.provider.admin, 'funding.client.verify', {
    client_id: client.id,
    agency_id: agency.id,
    method: 'purchase_order',
    verified_with: 'Cara Client',
    source: 'Their website',
  })
  const batch = await submitted(placement)
  expect(await asked(batch)).toEqual([agency.provider.approver.user_id])
  expect(await refusalOf(review(placement, batch))).toEqual(refused)
})

test('a client that a receipt verified: the author of its bank line checks no payment that this frees', async () => {
  const placement = await seedWeek(world, { client: { is_unproven: true } })
  const { agency, client } = placement
  const { admin, approver, operations } = agency.provider
  await act(world, admin, 'business.credit_limit.set', {
    client_id: client.id,
    amount: '900000.00',
    effective_from: world.clock.today(),
  })
  const sheet = await seedApprovedTimesheet(world, placement)
  world.clock.advance({ days: 8 })
  const bill = await billOf(database, sheet)
  const [named] = await database.sql<{ name: string }>(
    'select name from business.business where id = $1',
    client.id,
  )
  const line = await seedStatementLine(world, agency.provider, admin, {
    amount: bill.total_amount,
    counterparty: named?.name ?? '',
  })
  const receipt = await act<Receipt>(world, operations, 'transaction.payment_receipt.record', {
    bank_line_id: line.id,
    for_business_id: client.id,
  })
  await match(world, operations, receipt, bill, bill.total_amount)
  const batch = await submitted(placement)
  expect(await refusalOf(review(placement, batch))).toEqual(refused)
  expect(await asked(batch)).toEqual([approver.user_id])
  await act(world, approver, 'payment.payment_batch.review', batch)
})

test('the page: an author reads who may check meanwhile, and the day from which they may', async () => {
  const placement = await agedWeek()
  const { admin, approver, operations } = placement.agency.provider
  const nameOf = async ({ business_contact_id }: Viewer) =>
    (
      await database.sql<{ name: string }>(
        'select name from business.business_contact where id = $1',
        business_contact_id,
      )
    ).map(({ name }) => name)
  await figures['a retention']?.(placement, world.clock.today())
  const batch = await submitted(placement)
  const check = (viewer: Viewer) =>
    act<BatchCheck>(world, viewer, 'payment.payment_batch.read_check', { id: batch.id })
  const off = { pays_asker: false, asked_payment: false, brought_in: false }
  expect(await check(admin)).toEqual({
    ...off,
    freed_payment: true,
    checkers: await nameOf(approver),
    free_from: addDays(world.clock.today(), 8),
  })
  expect(await check(approver)).toEqual({ ...off, freed_payment: false, checkers: [], free_from: null })
  // A day gives no role, and does not make another person of the maker.
  expect(await check(operations)).toMatchObject({ checkers: await nameOf(approver), free_from: null })
  await database.owner.query(`update payment.payment_batch set made_by = $2 where id = $1`, [
    batch.id,
    admin.user_id,
  ])
  expect(await check(admin)).toMatchObject({ freed_payment: true, free_from: null })
  expect(await asked(batch)).toEqual([approver.user_id])

  await database.owner.query(`update payment.payment_batch set made_by = $2 where id = $1`, [
    batch.id,
    operations.user_id,
  ])
  world.clock.advance({ days: 8 })
  expect(await check(admin)).toMatchObject({ freed_payment: false, free_from: null })
})

test('a retention of another agency, and a limit of another client, keep nobody off', async () => {
  const placement = await agedWeek()
  const other = await seedWeek(world, { provider: placement.agency.provider })
  await figures['a retention']?.(other, world.clock.today())
  await figures['a credit limit']?.(other, world.clock.today())
  await review(placement, await submitted(placement))
})
