/** The day of equal treatment follows the timesheets of the role, of one agency alone. */
import { expect, test } from 'vitest'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedAgency,
  seedApprovedTimesheet,
  seedContractor,
  seedParties,
  seedPlacement,
} from '#test/fixtures/world.ts'
import { followChangedAwr } from './follow-awr.server.ts'

const { database, world } = await freshWorld()
const parties = await seedParties(world, { contractor: { payment_type: 'umbrella' } })
const { agency, client } = parties

const follow = () => inTransaction(database, (tx) => followChangedAwr(tx, world.clock.now()))
const dayOf = async (id: string) => {
  const { rows } = await database.owner.query<{ on: string | null }>(
    'select awr_qualifying_date::text as on from contract.contract where id = $1',
    [id],
  )
  return rows[0]?.on
}

test('an active placement has its day; a limited company has none', async () => {
  const placed = await seedPlacement(world, parties, { title: 'Porter' })
  expect(await dayOf(placed.id)).toBe('2025-08-25')
  const limited = await seedContractor(world, agency)
  const outside = await seedPlacement(world, { agency, client, contractor: limited })
  expect(await dayOf(outside.id)).toBeNull()
})

test('weeks of an earlier placement in the role count, of another role not', async () => {
  const first = await seedPlacement(world, parties, { title: 'Fitter', end_date: '2025-06-08' })
  await seedApprovedTimesheet(world, first)
  const [same, other] = [
    await seedPlacement(world, parties, {
      title: 'Team lead',
      awr_role: ' fitter ',
      start_date: '2025-06-16',
    }),
    await seedPlacement(world, parties, { title: 'Cook', start_date: '2025-06-16' }),
  ]
  await follow()
  // The week of 9 June has no timesheet yet, so it counts until one says otherwise.
  expect([await dayOf(same.id), await dayOf(other.id)]).toEqual(['2025-08-25', '2025-09-08'])
})

test('work through another agency changes nothing', async () => {
  const worked = await seedPlacement(world, parties, { title: 'Driver', start_date: '2025-06-02' })
  await seedApprovedTimesheet(world, worked)
  const rival = await seedAgency(world, agency.provider)
  const own = await seedPlacement(world, parties, { title: 'Loader', start_date: '2025-06-16' })
  // As if the rival had placed the same worker with the same client.
  await database.owner.query(`update contract.contract set title = 'Loader' where id = $1`, [worked.id])
  await follow()
  expect(await dayOf(own.id)).toBe('2025-08-25')
  await database.owner.query('update transaction.timesheet set agency_id = $2 where contract_id = $1', [
    worked.id,
    rival.id,
  ])
  await database.owner.query('update contract.contract set awr_qualifying_date = null where id = $1', [
    own.id,
  ])
  await follow()
  expect(await dayOf(own.id)).toBe('2025-09-08')
})

test('the comparable rate is above nothing, and the client does not set it', async () => {
  const { id } = await seedPlacement(world, parties, { title: 'Clerk' })
  const set = (awr_comparable_rate: string, by = agency.user) =>
    act(world, by, 'contract.temp_placement.set_comparable_rate', { id, awr_comparable_rate })
  expect((await refusalOf(set('0'))).errors).toHaveProperty('awr_comparable_rate')
  expect((await refusalOf(set('x'))).errors).toHaveProperty('awr_comparable_rate')
  expect((await refusalOf(set('20', client.manager))).code).toBe('not_allowed')
  expect(await set('21.5')).toEqual({ id, awr_comparable_rate: '21.5000' })
})
