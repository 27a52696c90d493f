import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day, daysThrough, weekday } from './day.ts'
import { clip, contains, monthOf, overlaps, periodOf, quarterOf, weekOf } from './period.ts'

test.each([
  // kind      day           from          to
  ['week', '2026-03-04', '2026-03-02', '2026-03-08'],
  ['week', '2026-03-02', '2026-03-02', '2026-03-08'],
  ['week', '2026-03-08', '2026-03-02', '2026-03-08'],
  ['week', '2027-01-01', '2026-12-28', '2027-01-03'],
  ['month', '2024-02-10', '2024-02-01', '2024-02-29'],
  ['quarter', '2026-03-31', '2026-01-01', '2026-03-31'],
  ['quarter', '2026-12-01', '2026-10-01', '2026-12-31'],
] as const)('the %s of %s is %s to %s', (kind, of, start_date, end_date) => {
  expect(periodOf(kind, day(of))).toEqual({ start_date, end_date })
})

test('weeks and months tile the calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
      const of = addDays(day('1990-01-01'), days)
      for (const period of [weekOf(of), monthOf(of), quarterOf(of)]) {
        expect(contains(period, of)).toBe(true)
      }
      expect(weekday(weekOf(of).start_date)).toBe(1)
      const { start_date, end_date } = weekOf(of)
      expect(daysThrough(start_date, end_date)).toBe(7)
      expect(weekOf(addDays(weekOf(of).end_date, 1)).start_date).toBe(addDays(weekOf(of).end_date, 1))
    }),
  )
})

test('two periods clip to their common part', () => {
  const week = weekOf(day('2026-03-04'))
  const placed = { start_date: day('2026-03-05'), end_date: day('2026-09-01') }
  expect(clip(week, placed)).toEqual({ start_date: '2026-03-05', end_date: '2026-03-08' })
  expect(clip(weekOf(day('2026-02-23')), placed)).toBeNull()
  expect(overlaps(week, placed)).toBe(true)
})
