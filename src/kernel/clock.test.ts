import { expect, test } from 'vitest'
import { fixedClock, systemClock } from './clock.ts'
import { formatInstant, instant, londonDay } from './instant.ts'

test.each([
  // moment                          London day
  ['2026-03-28T23:59:59Z', '2026-03-28'],
  ['2026-03-29T00:30:00Z', '2026-03-29'],
  ['2026-06-30T22:59:59Z', '2026-06-30'],
  ['2026-06-30T23:00:00Z', '2026-07-01'], // summer time: London is an hour ahead of UTC
  ['2026-12-31T23:59:59Z', '2026-12-31'],
  ['2026-01-01T00:30:00+14:00', '2025-12-31'],
])('%s falls on %s in London', (moment, on) => {
  expect(londonDay(instant(moment))).toBe(on)
})

test('reads PostgreSQL’s output and shows it in London time', () => {
  expect(instant('2026-06-30 22:05:00.123+00')).toBe('2026-06-30T22:05:00.123Z')
  expect(formatInstant(instant('2026-06-30T23:05:00Z'))).toBe('01/07/2026 00:05')
  expect(() => instant('2026-06-30T22:05:00')).toThrow('valid Input')
  expect(() => instant('soon')).toThrow('valid Input')
})

test('a fixed clock changes only when it is moved', () => {
  const clock = fixedClock(instant('2026-03-02T09:00:00Z'))
  expect(clock.now()).toBe(clock.now())
  clock.advance({ days: 7, hours: 15 })
  expect(clock.now()).toBe('2026-03-10T00:00:00.000Z')
  expect(clock.today()).toBe('2026-03-10')
  clock.set(instant('2026-01-01T00:00:00Z'))
  expect(clock.today()).toBe('2026-01-01')
})

test('the system clock speaks of one moment', () => {
  expect(systemClock.today()).toBe(londonDay(systemClock.now()))
})
