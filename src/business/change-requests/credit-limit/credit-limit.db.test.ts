/** Credit limits: asked for by agencies, decided by the risk carrier, shared among agencies (money.md §1.9). */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { instant } from '#kernel/instant.ts'
import { inTransaction } from '#server/tx.ts'
import { documentsOf, expectSound } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededAgency,
  type SeededPlacement,
  seedAgency,
  seedApprovedTimesheet,
  seedClient,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'
import { tellLimitsEnding } from '../../inbox/tell-limits-ending.server.ts'
import type { LimitReview } from './limit-review.view.ts'

const { database, world } = await freshWorld()

let placed: SeededPlacement
let other: SeededAgency
beforeAll(async () => {
  placed = await seedWeek(world)
  other = await seedAgency(world, placed.agency.provider)
  await act(world, placed.agency.provider.admin, 'business.service.link_client', {
    client_id: placed.client.id,
    agency_id: other.id,
    temp_payment_terms: 30,
  })
})

const ask = (by: Viewer, client_id: string, more: object = {}) =>
  act<{ id: string; human_id: string }>(world, by, 'business.credit_limit.request', {
    client_id,
    amount: '24000.00',
    reason: 'Three placements from July',
    valid_from: '2025-07-01',
    ...more,
  })
const decide = (by: Viewer, id: string, more: object = {}) =>
  act(world, by, 'business.credit_limit.decide', { id, outcome: 'approved', ...more })
const read = (by: Viewer, client_id: string) =>
  act<LimitReview>(world, by, 'business.credit_limit.read', { client_id })

test('a request: one at a time, decided once by another person of the risk carrier, with an amount of its own', async () => {
  const { agency } = placed
  const { provider } = agency
  const client = await seedClient(world, agency, { is_unproven: true })
  const { id, human_id } = await ask(agency.user, client.id)
  expect(await refusalOf(ask(agency.admin, client.id))).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(human_id) as string,
  })
  expect(await refusalOf(ask(agency.admin, client.id, { reason: ' ' }))).toMatchObject({
    errors: { reason: 'Please specify the reason' },
  })
  expect(await refusalOf(decide(provider.admin, id, { outcome: 'rejected' }))).toMatchObject({
    errors: { comment: 'Please specify the reason' },
  })
  await decide(provider.operations, id, { amount: '20000.00' })
  expect((await refusalOf(decide(provider.admin, id))).message).toBe(
    `Change request ${human_id} is already approved`,
  )
  expect(await read(agency.admin, client.id)).toMatchObject({
    limits: [{ whole: { amount: '20000.00', effective_from: '2025-07-01' }, headroom: null }],
    requests: [
      {
        status: 'approved',
        amount: '24000.00',
        decided_amount: '20000.00',
        requested_by_name: agency.user.user_name,
      },
    ],
    basis: { placements: 0, payment_terms: 30 },
  })
  expect(
    (
      await database.owner.query(
        'select amount, effective_from::text as from, reference from business.credit_limit where client_id = $1',
        [client.id],
      )
    ).rows,
  ).toEqual([{ amount: '20000.00', from: '2025-07-01', reference: human_id }])
})

test('a funder decides about its own limit, and nobody else does', async () => {
  const { provider } = placed.agency
  const agency = await seedAgency(world, provider, { funding_model: 'indirect' })
  const client = await seedClient(world, agency, { is_unproven: true })
  const { id, human_id } = await ask(agency.admin, client.id)
  const funder = agency.funder?.admin as Viewer // Its model is indirect.
  expect((await refusalOf(decide(provider.admin, id))).message).toMatch(`${human_id} waits for Funder`)
  expect((await read(funder, client.id)).requests).toMatchObject([{ human_id, decide_refusal: null }])
  await act(world, agency.admin, 'business.credit_limit.withdraw', { id, comment: 'Too early' })
  expect((await refusalOf(decide(funder, id))).message).toMatch('is already cancelled')
  await decide(funder, (await ask(agency.admin, client.id, { valid_from: '2025-06-01' })).id)
  expect((await read(funder, client.id)).limits).toMatchObject([
    { is_own: true, whole: { amount: '24000.00' }, owed: '0.00' },
  ])
  // An agency reads only clients that it works with.
  expect((await refusalOf(ask(other.admin, client.id))).code).toBe('not_found')
})

test('parts: within the whole, and an agency raises no more than its own', async () => {
  const { agency, client } = placed
  const { provider } = agency
  const today = world.clock.today()
  const set = (amount: string, more: object = {}) =>
    act(world, provider.admin, 'business.credit_limit.set', {
      client_id: client.id,
      amount,
      effective_from: today,
      ...more,
    })
  const allocate = (to: SeededAgency, amount?: string) =>
    act(world, provider.admin, 'business.credit_limit.allocate', {
      client_id: client.id,
      agency_id: to.id,
      effective_from: today,
      ...(amount === undefined ? {} : { amount }),
    })
  const below = { errors: { amount: 'Credit limit Should be greater than Allocated credit limit' } }
  await set('100000.00')
  await allocate(agency, '60000.00')
  await allocate(other, '30000.00')
  expect(await refusalOf(set('80000.00'))).toMatchObject(below)
  await set('90000.00')
  expect(await refusalOf(allocate(other, '30000.01'))).toMatchObject(below)
  // A smaller part takes the place of the agency's own.
  await allocate(agency, '2000.00')
  const [one, two] = await seedTimesheets(world, placed)
  const stands = async (sheet: typeof one) =>
    (await documentsOf(database, sheet as { id: string }))['provider-client']?.funding_status
  await seedApprovedTimesheet(world, placed, one)
  await seedApprovedTimesheet(world, placed, two)
  expect([await stands(one), await stands(two)]).toEqual(['pending', 'held'])
  expect((await read(agency.admin, client.id)).limits).toMatchObject([
    { owed: '2250.00', headroom: '-250.00', parts: [{ amount: '2000.00' }] },
  ])
  // Neither part nor debt of the other agency shows.
  expect((await read(other.admin, client.id)).limits).toMatchObject([
    { owed: '0.00', parts: [{ agency_id: other.id, amount: '30000.00' }] },
  ])
  await allocate(agency)
  expect(await stands(two)).toBe('pending')
  await allocate(other)
  expect(await refusalOf(allocate(other))).toMatchObject({
    errors: { amount: 'The agency has no part that could end' },
  })
  expect(await refusalOf(set('2249.99'))).toMatchObject({
    errors: { reason: 'Please specify the reason' },
  })
  await set('2249.99', { reason: 'Its insurer has lowered it' })
  await expectSound(database)
})

test('an end in sight: told 30 and 7 days before to limiter and agency, unless another limit follows', async () => {
  const { agency } = placed
  const client = await seedClient(world, agency, { is_unproven: true })
  const { id } = await ask(agency.admin, client.id, { valid_from: '2025-06-01', valid_to: '2025-07-31' })
  await decide(agency.provider.admin, id)
  const told = async (today: string) => {
    await inTransaction(database, (tx) => tellLimitsEnding(tx, instant(`${today}T01:00:00Z`), today))
    const { rows } = await database.owner.query<{ title: string; contact: string }>(
      `select title, business_contact_id as contact from log.notification_log where kind = 'credit_limit_ends'`,
    )
    return rows
  }
  expect(await told('2025-06-30')).toEqual([])
  const first = await told('2025-07-01')
  expect(first.map(({ contact }) => contact).sort()).toEqual(
    [agency.admin, agency.provider.admin, agency.provider.operations]
      .map(({ business_contact_id }) => business_contact_id)
      .sort(),
  )
  expect(first[0]?.title).toMatch(/^Credit limit of Client\d* .*ends on 31 Jul 2025$/)
  expect(await told('2025-07-24')).toHaveLength(6)
  await decide(agency.provider.admin, (await ask(agency.admin, client.id, { valid_from: '2025-08-01' })).id)
  await database.owner.query(`delete from log.notification_log where kind = 'credit_limit_ends'`)
  expect(await told('2025-07-24')).toEqual([])
})
