/** A client's size in a tax year decides whether the client or the contractor determines the IR35 status (onboarding §2.6, §4.5). */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedAgency,
  seedClient,
  seedPlacement,
  seedWeek,
} from '#test/fixtures/world.ts'
import { readChecks } from '../checks/placement-checks.server.ts'

const { database, world } = await freshWorld()
let placed: SeededPlacement
beforeAll(async () => {
  placed = await seedWeek(world)
  await askForPapers(true)
})
const askForPapers = (is_on: boolean) =>
  act(world, placed.agency.provider.admin, 'business.business_feature.set', {
    agency_id: placed.agency.id,
    feature_code: 'compliance_documents',
    is_on,
  })

const state = (by: Viewer, size: string, change: object = {}) =>
  act<{ id: string }>(world, by, 'business.client.set_size', {
    client_id: placed.client.id,
    tax_year: 2025,
    size,
    stated_by: 'Ada Byron',
    stated_on: '2025-06-02',
    ...change,
  })
const waits = async () =>
  (await inTransaction(database, (tx) => readChecks({ tx, clock: world.clock }, placed.id))).includes(
    'determination',
  )
const set = (determined_by: string | null, start_date = '2025-06-02') =>
  database.owner.query(
    'update contract.contract set ir35_determined_by = $2, start_date = $3 where id = $1',
    [placed.id, determined_by, start_date],
  )

test('the size of the tax year of the first day decides whether a statement is asked for', async () => {
  const asked = async () => {
    const found: boolean[] = []
    for (const by of [null, 'contractor', 'client']) {
      await set(by)
      found.push(await waits())
    }
    return found
  }
  expect(await asked()).toEqual([true, false, true])
  const { id } = await state(placed.client.manager, 'small')
  expect(await asked()).toEqual([false, false, true])
  // A second statement for the year replaces the first.
  expect(await state(placed.agency.provider.admin, 'public_sector')).toEqual({ id })
  expect(await asked()).toEqual([true, true, true])
  await set('contractor', '2025-04-05')
  expect(await waits()).toBe(false)
  await set('contractor', '2025-04-06')
  expect(await waits()).toBe(true)
})

test.each([
  [{ tax_year: 2023 }, 'tax_year'],
  [{ tax_year: 2027 }, 'tax_year'],
  [{ size: 'tiny' }, 'size'],
  [{ stated_by: '' }, 'stated_by'],
  [{ stated_on: '2099-01-01' }, 'stated_on'],
])('a size with %j is refused under %s', async (change, field) => {
  expect((await refusalOf(state(placed.agency.admin, 'small', change))).errors).toHaveProperty(field)
})

test('a new placement may not leave the decision to the contractor where the client is not small', async () => {
  const { agency, client, contractor } = placed
  const made = (ir35_determined_by: string) =>
    seedPlacement(world, { agency, client, contractor }, { ir35_determined_by })
  await askForPapers(false)
  await state(agency.admin, 'medium_large')
  expect((await refusalOf(made('contractor'))).errors).toEqual({
    ir35_determined_by: 'The client is not small in 2025-26, so it determines the status',
  })
  await made('client')
  await state(agency.admin, 'small')
  await made('contractor')
})

test('nobody states the size of a client that they do not see, nor a client that of another', async () => {
  const other = await seedAgency(world, placed.agency.provider)
  const foreign = await seedClient(world, other)
  expect((await refusalOf(state(other.admin, 'small'))).code).toBe('not_found')
  expect((await refusalOf(state(foreign.manager, 'small'))).code).toBe('not_found')
})

test('the size of a client of two agencies is stated by the client or the provider', async () => {
  const { admin, provider } = placed.agency
  const shared = await seedClient(world, placed.agency)
  const { id: agency_id } = await seedAgency(world, provider)
  await act(world, provider.admin, 'business.service.link_client', {
    client_id: shared.id,
    agency_id,
    temp_payment_terms: 30,
  })
  const of_shared = { client_id: shared.id }
  expect((await refusalOf(state(admin, 'small', of_shared))).message).toBe(
    'The size of this client is stated by the client or the provider',
  )
  await state(shared.manager, 'small', of_shared)
})
