import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { seedWeek, worldOn } from '#test/fixtures/world.ts'
import { runDaily } from './daily.server.ts'

const database = await freshDatabase()
const world = worldOn(database)

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
