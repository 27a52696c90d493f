import { expect, test } from 'vitest'
import { systemClock } from '#kernel/clock.ts'
import { toMs } from '#kernel/instant.ts'
import { freshDatabase } from '#test/database.ts'
import { clock_runs } from './clocks.ts'

const database = await freshDatabase()

test('clocks: the database reads the hour that we read, shifted or not', async () => {
  const { rows } = await database.owner.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  )
  const apart_ms = Math.abs((rows[0]?.ms ?? 0) - toMs(systemClock.now()))
  expect(apart_ms).toBeLessThan(3_600_000)
})

test('clocks: each has a name of its own and a moment that is one', () => {
  expect(new Set(clock_runs.map(({ name }) => name)).size).toBe(clock_runs.length)
  for (const { begins } of clock_runs) expect(Date.parse(begins ?? '2026-01-01T00:00:00Z')).not.toBeNaN()
})
