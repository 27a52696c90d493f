import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  compareDays,
  day,
  dayOf,
  daysBetween,
  eachDay,
  endOfMonth,
  formatDay,
  formatDayLong,
  isDay,
  parseDay,
  weekday,
} from './day.ts'

test.each(['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) =>
  expect(isDay(text)).toBe(true),
)

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '2026-4-1',
  '01/04/2026',
  '2026-04-01T00:00',
  '',
  '0000-01-01',
  ' 2026-04-01',
])('%j is not a day', (text) => {
  expect(parseDay(text)).toBeNull()
  expect(() => day(text)).toThrow('Please enter a valid Input')
})

test.each([
  ['2026-03-28', 2, '2026-03-30'], // over the night the clocks change
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-01-01', 365, '2027-01-01'],
])('%s and %i days is %s', (from, days, to) => {
  expect(addDays(day(from), days)).toBe(to)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-11-15', 3, '2027-02-15'],
  ['2026-01-15', -13, '2024-12-15'],
])('%s and %i months is %s', (from, months, to) => {
  expect(addMonths(day(from), months)).toBe(to)
})

test.each([
  ['2026-03-02', 1],
  ['2026-03-08', 7],
  ['2000-01-01', 6],
  ['1970-01-01', 4],
])('%s is weekday %i', (text, number) => {
  expect(weekday(day(text))).toBe(number)
})

test('is shown as the spec shows it', () => {
  expect(formatDay(day('2026-04-01'))).toBe('01/04/2026')
  expect(formatDayLong(day('2026-04-01'))).toBe('01 Apr 2026')
  expect(endOfMonth(day('2024-02-10'))).toBe('2024-02-29')
  expect(eachDay(day('2026-02-27'), day('2026-03-01'))).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(eachDay(day('2026-03-02'), day('2026-03-01'))).toEqual([])
})

test('agrees with the calendar of the runtime over four thousand years', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_400_000 }),
      fc.integer({ min: -40_000, max: 40_000 }),
      (at, by) => {
        fc.pre(at + by > 0)
        const start = dayOf(1, 1, 1)
        const [from, to] = [addDays(start, at), addDays(start, at + by)]
        expect(addDays(from, by)).toBe(to)
        expect(daysBetween(from, to)).toBe(by)
        expect(Math.sign(by)).toBe(-compareDays(from, to) + 0)
        const utc = new Date(`${from}T00:00:00Z`)
        expect(weekday(from)).toBe(utc.getUTCDay() === 0 ? 7 : utc.getUTCDay())
        expect(utc.toISOString().slice(0, 10)).toBe(from)
      },
    ),
  )
})
