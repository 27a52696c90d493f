/** A placement in force gets an earlier last day in one step; a later one is requested. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedParties, seedPlacement } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const parties = await seedParties(world)
const { provider, agency, client, contractor: worker } = parties

const end = (id: string, end_date: Day, by: Viewer = agency.user) =>
  act<{ status: string }>(world, by, 'contract.temp_placement.end', {
    id,
    end_date,
    comment: 'The project is over',
  })
const placementOf = async (id: string) =>
  (
    await database.owner.query<{ status: string; end_date: string | null }>(
      'select status, end_date::text from contract.contract where id = $1',
      [id],
    )
  ).rows[0]
const mailedTo = async (id: string) =>
  (
    await database.owner.query<{ to: string }>(
      `select payload ->> 'to' as "to" from platform.outbox
       where topic = 'placement_ended_mail' and payload ->> 'contract_id' = $1 order by 1`,
      [id],
    )
  ).rows.map(({ to }) => to)

test('an earlier last day: at once, drafts beyond it go, the other sides are told, a second call is refused', async () => {
  const { id } = await seedPlacement(world, parties)
  const drafts = async () =>
    (
      await database.owner.query<{ end_date: Day }>(
        `select end_date::text from transaction.timesheet
         where contract_id = $1 and deleted_at is null order by end_date desc`,
        [id],
      )
    ).rows
  const last = addDays(world.clock.today(), -3)
  expect((await drafts())[0]?.end_date.localeCompare(last)).toBe(1)
  expect(await end(id, addDays(world.clock.today(), 30))).toMatchObject({ status: 'active' })
  expect(await mailedTo(id)).toContain(worker.viewer.email)
  expect(await mailedTo(id)).not.toContain(agency.admin.email)
  expect(await end(id, last, provider.operations)).toMatchObject({ status: 'expired' })
  expect(await placementOf(id)).toEqual({ status: 'expired', end_date: last })
  expect((await drafts()).every(({ end_date }) => end_date <= last)).toBe(true)
  expect(await mailedTo(id)).toContain(agency.admin.email)
  expect((await refusalOf(end(id, addDays(last, -1)))).message).toContain('is expired and cannot be ended')
})

test('a contact of the client that waits for the provider’s check is not told of the end', async () => {
  const { id } = await seedPlacement(world, parties)
  expect(
    await act(world, agency.admin, 'business.business_contact.create', {
      business_id: client.id,
      first_name: 'Wanda',
      last_name: 'Unchecked',
      email: 'wanda@unchecked.example',
      roles: ['hiring_manager'],
    }),
  ).toMatchObject({ waits_for: 'check' })
  await end(id, addDays(world.clock.today(), 30))
  const told = await mailedTo(id)
  expect(told).toContain(client.manager.email)
  expect(told).not.toContain('wanda@unchecked.example')
})

test('refused: a later day, a day before the first or before entered work; clients and contractors ask for it', async () => {
  const placed = await seedPlacement(world, parties)
  await end(placed.id, addDays(world.clock.today(), 30))
  const fault = async (day: Day) => (await refusalOf(end(placed.id, day))).errors
  const stands = addDays(world.clock.today(), 30)
  for (const day of [stands, addDays(stands, 1)])
    expect(await fault(day)).toEqual({ end_date: `Should be before ${formatDay(stands)}` })
  expect(await fault('2025-05-30' as Day)).toEqual({ end_date: 'Should be after 01/06/2025' })
  await seedApprovedTimesheet(world, placed)
  const { rows } = await database.owner.query<{ day: Day }>(
    `select max(d.date)::text as day from transaction.timesheet_detail d join transaction.timesheet t on t.id = d.timesheet_id
     where t.contract_id = $1 and d.units > 0 and d.deleted_at is null`,
    [placed.id],
  )
  const worked = rows[0]?.day as Day
  expect(await fault(addDays(worked, -1))).toEqual({
    end_date: `Should be after ${formatDay(addDays(worked, -1))}`,
  })
  expect(await end(placed.id, worked)).toMatchObject({ status: 'expired' })
  for (const by of [client.manager, worker.viewer])
    expect((await refusalOf(end(placed.id, worked, by))).code).toBe('not_allowed')
})
