import { expect, test } from 'vitest'
import { addDays } from '#kernel/day.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { seedSubmittedTimesheet, seedWeek } from '#test/fixtures/world.ts'
import { runDaily } from './daily.server.ts'

const { database, world } = await freshWorld()

const starts = async () => {
  const { rows } = await database.owner.query<{ start_date: string }>(
    'select start_date from transaction.timesheet order by start_date',
  )
  return rows.map((row) => row.start_date)
}

test('the week’s timesheets come with the week, by one of all processes, once a day', async () => {
  await seedWeek(world)
  expect(await starts()).toEqual(['2025-06-02', '2025-06-09'])
  // Sunday, 23:30 in London, is not yet the next week; an hour later is.
  world.clock.advance({ hours: 11, minutes: 30 })
  expect(await runDaily(world)).toBe(true)
  expect(await starts()).toHaveLength(2)
  world.clock.advance({ hours: 1 })
  const did = await Promise.all([runDaily(world), runDaily(world), runDaily(world)])
  expect(did.filter(Boolean)).toHaveLength(1)
  expect(await starts()).toEqual(['2025-06-02', '2025-06-09', '2025-06-16'])
  expect(await runDaily(world)).toBe(false)
})

test('a day that was killed half-way is done by the next', async () => {
  world.clock.advance({ days: 7 })
  const dying = <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
    database.transaction<T>(async (tx) => {
      await work(tx)
      throw new Error('killed')
    })
  await expect(runDaily({ ...world, database: { transaction: dying } })).rejects.toThrow('killed')
  expect(await starts()).toHaveLength(3)
  expect(await runDaily(world)).toBe(true)
  expect(await starts()).toHaveLength(4)
})

test('a placement is expired on the morning after its last day, its last week there to be entered', async () => {
  const start_date = world.clock.today()
  const placed = await seedWeek(world, { placement: { start_date, end_date: addDays(start_date, 2) } })
  const status = async () =>
    (
      await database.owner.query<{ status: string }>('select status from contract.contract where id = $1', [
        placed.id,
      ])
    ).rows[0]?.status
  world.clock.advance({ days: 2 })
  await runDaily(world)
  expect(await status()).toBe('active')
  world.clock.advance({ days: 1 })
  await runDaily(world)
  expect(await status()).toBe('expired')
  const { rows } = await database.owner.query(
    `select (select count(*)::int from contract.contract_activity where contract_id = $1 and action = 'expire') as told,
       (select count(*)::int from log.audit where entity_id = $1 and action_id = 'daily') as audited`,
    [placed.id],
  )
  expect(rows).toEqual([{ told: 1, audited: 1 }])
  const sheet = await seedSubmittedTimesheet(world, placed)
  expect(sheet.start_date).toBe(start_date)
})
