import { describe, expect, test } from 'vitest'
import { addDays, type Day, day, eachDay, endOfMonth, weekday } from '#kernel/day.ts'
import { units } from '#kernel/rate.ts'
import { comparedWithUsual, type WorkedPeriod } from './hours-baseline.rules.ts'

/** A week from Monday with time on its first days. */
const week = (text: string, days = 5, monday = '2026-11-02'): WorkedPeriod => {
  const start_date = day(monday)
  const end_date = addDays(start_date, 6)
  return {
    start_date,
    end_date,
    units: units(text),
    dates: eachDay(start_date, addDays(start_date, days - 1)),
  }
}
const weeks = (...all: string[]) => all.map((one) => week(one))

describe('a timesheet beside the weeks before it', () => {
  test.each([
    ['37.5', ['37.5', '37.5', '37.5', '37.5'], true, 'As usual (37.5)'],
    ['36', ['37.5', '37.5', '37.5', '37.5'], true, 'As usual (37.5)'],
    ['35', ['37.5', '37.5', '37.5', '37.5'], false, '2.5 less than usual (37.5)'],
    ['38', ['37.5', '37.5', '37.5', '37.5', '37.5', '37.5'], true, 'As usual (37.5)'],
    // One short week was approved; the next one is no usual week for it.
    ['30', ['39.5', '40', '39', '39.5', '39.5', '40', '39.5', '29.25'], false, '9.5 less than usual (39.5)'],
    // Weeks that differ allow more, and never more than fifteen hundredths.
    ['30', ['30', '33.25', '36', '37.5'], true, 'As usual (34.625)'],
    ['29', ['30', '33.25', '36', '37.5'], false, '5.625 less than usual (34.625)'],
    ['60', ['37.5', '37.5', '37.5'], false, '22.5 more than usual (37.5)'],
    // A correction that took half an hour off is no week.
    ['40', ['40', '-0.5', '39.5', '39.5'], true, 'As usual (39.5)'],
    ['40', ['40', '-0.5', '39.5'], false, 'New placement'],
    ['37.5', [], false, 'New placement'],
    ['0', ['37.5', '37.5', '37.5'], false, '37.5 less than usual (37.5)'],
  ])('%s after %j', (worked, before, is_usual, text) => {
    expect(comparedWithUsual(week(worked), weeks(...before))).toEqual({ is_usual, text })
  })
})

describe('the days of a timesheet beside those of the weeks before it', () => {
  const full = weeks('37.5', '37.5', '37.5')
  /** Monday 25 May 2026 is a bank holiday. */
  const spring = (text: string, from: number, until: number): WorkedPeriod => ({
    ...week(text, 0, '2026-05-25'),
    dates: eachDay(addDays(day('2026-05-25'), from), addDays(day('2026-05-25'), until)),
  })
  test.each([
    ['the hours of five days on four', week('37.5', 4), full, false, '4 days, usually 5'],
    ['a sixth day', week('37.5', 6), full, false, '6 days, usually 5'],
    ['one day', week('37.5', 1), full, false, '1 day, usually 5'],
    [
      'four or five days before',
      week('37.5', 4),
      [...full.slice(1), week('37.5', 4), week('37.5', 4)],
      true,
      'As usual (37.5)',
    ],
    [
      'three days after four or five',
      week('37.5', 3),
      [...full.slice(1), week('37.5', 4), week('37.5', 4)],
      false,
      '3 days, usually 4 to 5',
    ],
    ['a bank holiday off', spring('30', 1, 4), full, true, 'As usual (37.5 less 1 bank holiday)'],
    ['a bank holiday that was worked', spring('37.5', 0, 4), full, true, 'As usual (37.5)'],
    [
      'a bank holiday and another day off',
      spring('22.5', 2, 4),
      full,
      false,
      '7.5 less than usual (37.5 less 1 bank holiday)',
    ],
    [
      'the hours of four days on three, beside a bank holiday',
      spring('30', 2, 4),
      full,
      false,
      '3 days, usually 5 less 1 bank holiday',
    ],
  ])('%s', (_, period, before, is_usual, text) => {
    expect(comparedWithUsual(period, before)).toEqual({ is_usual, text })
  })

  test('months: a weekday more or less is usual, a week without time is not', () => {
    const month = (first: string, from = first): WorkedPeriod => {
      const dates = eachDay(day(from), endOfMonth(day(first))).filter((one: Day) => weekday(one) <= 5)
      return { start_date: day(first), end_date: endOfMonth(day(first)), units: units('160'), dates }
    }
    const before = ['2026-06-01', '2026-07-01', '2026-09-01'].map((first) => month(first))
    expect(comparedWithUsual(month('2026-11-01'), before).is_usual).toBe(true)
    expect(comparedWithUsual(month('2026-11-01', '2026-11-09'), before).text).toBe('16 days, usually 22')
  })
})
