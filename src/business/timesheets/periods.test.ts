import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day, daysThrough } from '#kernel/day.ts'
import type { TimesheetFrequency } from './periods.rules.ts'
import { timesheetPeriod, timesheetPeriods } from './periods.rules.ts'

const show = (frequency: TimesheetFrequency, start: string, end: string | null, until: string) =>
  timesheetPeriods(
    { start_date: day(start), end_date: end === null ? null : day(end) },
    frequency,
    day(until),
  ).map((period) => `${period.start_date}..${period.end_date}`)

test('weeks run Monday to Sunday, the first and last cut to the placement', () => {
  expect(show('week', '2026-03-04', '2026-03-17', '2026-12-31')).toEqual([
    '2026-03-04..2026-03-08',
    '2026-03-09..2026-03-15',
    '2026-03-16..2026-03-17',
  ])
})

test('months run by the calendar', () => {
  expect(show('month', '2028-01-15', null, '2028-03-01')).toEqual([
    '2028-01-15..2028-01-31',
    '2028-02-01..2028-02-29',
    '2028-03-01..2028-03-31',
  ])
})

test.each([
  // until          how many weeks have begun
  ['2026-03-03', 0],
  ['2026-03-04', 1],
  ['2026-03-08', 1],
  ['2026-03-09', 2],
])('by %s %i periods have begun', (until, count) => {
  expect(show('week', '2026-03-04', null, until)).toHaveLength(count)
})

test('there is no period outside the placement', () => {
  const placement = { start_date: day('2026-03-04'), end_date: day('2026-03-17') }
  expect(timesheetPeriod(placement, 'week', day('2026-03-03'))).toBeNull()
  expect(timesheetPeriod(placement, 'week', day('2026-03-18'))).toBeNull()
  expect(timesheetPeriod(placement, 'week', day('2026-03-17'))).toEqual({
    start_date: '2026-03-16',
    end_date: '2026-03-17',
  })
})

test('the periods tile the placement: every day in exactly one', () => {
  const frequency = fc.constantFrom<TimesheetFrequency[]>('week', 'month')
  fc.assert(
    fc.property(frequency, fc.nat(2000), fc.nat(500), (often, offset, length) => {
      const start_date = addDays(day('2024-01-01'), offset)
      const end_date = addDays(start_date, length)
      const periods = timesheetPeriods({ start_date, end_date }, often, addDays(end_date, 100))
      expect(periods[0]?.start_date).toBe(start_date)
      expect(periods.at(-1)?.end_date).toBe(end_date)
      expect(periods.reduce((sum, period) => sum + daysThrough(period.start_date, period.end_date), 0)).toBe(
        length + 1,
      )
      periods.slice(1).forEach((period, i) => {
        expect(period.start_date).toBe(addDays(periods[i]?.end_date ?? start_date, 1))
      })
    }),
  )
})
