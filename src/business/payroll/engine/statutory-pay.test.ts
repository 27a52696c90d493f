import { describe, expect, test } from 'vitest'
import { addDays, day, type Weekday } from '#kernel/day.ts'
import { averageWeeklyEarnings } from '../absence/average-earnings.rules.ts'
import { year_2025_26 } from '../years/tax-year-2025-26.rules.ts'
import { year_2026_27 } from '../years/tax-year-2026-27.rules.ts'
import {
  type Absence,
  linkedSpells,
  recoveryOf,
  type StatutoryShare,
  statutoryShares,
  sundayOf,
  weeklyParentalPay,
  weeklySickPay,
} from './statutory-pay.rules.ts'

const years = [year_2025_26, year_2026_27]
const yearOf = (on: string) =>
  years.findLast(({ last_day }) => on <= last_day && on > `${Number(last_day.slice(0, 4)) - 1}-04-05`) ?? null
const monday_to_friday: readonly Weekday[] = [1, 2, 3, 4, 5]

const absence = (change: Partial<Absence> & { first: string; last: string }): Absence => ({
  kind: 'ssp',
  first_day: day(change.first),
  last_day: day(change.last),
  weekly_earnings: 400_00,
  qualifying_days: monday_to_friday,
  ...change,
})

const shares = (one: Absence, from = one.first_day, to = one.last_day, linked: Absence[] = []) =>
  statutoryShares(one, { linked, from, to }, yearOf)
const sum = (list: readonly StatutoryShare[]) => list.reduce((total, { amount }) => total + amount, 0)

describe('sick pay', () => {
  test.each([
    ['80 % of 140.00', year_2026_27, 140_00, 112_00],
    ['the flat rate of 2026-27', year_2026_27, 400_00, 123_25],
    ['the flat rate of 2025-26, whatever the earnings', year_2025_26, 130_00, 118_75],
  ])('a week: %s', (_name, year, earnings, weekly) => {
    expect(weeklySickPay(year, earnings)).toBe(weekly)
  })

  test.each([
    ['2026-27, 140.00 earned: 3 of 5 days', '2026-06-01', '2026-06-03', 140_00, 67_20],
    ['2026-27, 400.00 earned: 3 of 5 days', '2026-06-01', '2026-06-03', 400_00, 73_95],
    ['2026-27, one day from day 1', '2026-06-01', '2026-06-01', 400_00, 24_65],
    ['2025-26, three days', '2025-06-02', '2025-06-04', 400_00, 0],
    ['2025-26, a week: two days after the waiting days', '2025-06-02', '2025-06-06', 400_00, 47_50],
    ['2025-26, two weeks', '2025-06-02', '2025-06-13', 400_00, 47_50 + 118_75],
    ['over the year’s end: waiting ends on 6 April', '2026-04-02', '2026-04-10', 400_00, 123_25],
    ['a week without a qualifying day', '2026-06-06', '2026-06-07', 400_00, 0],
  ])('%s', (_name, first, last, weekly_earnings, amount) => {
    expect(sum(shares(absence({ first, last, weekly_earnings })))).toBe(amount)
  })

  test('a week that two payments share is rounded up once', () => {
    const week = absence({ first: '2026-06-01', last: '2026-06-07', qualifying_days: [1, 2, 3, 4, 5, 6, 7] })
    const first = sum(shares(week, week.first_day, day('2026-06-03')))
    const second = sum(shares(week, day('2026-06-04'), day('2026-06-06')))
    expect([first, second]).toEqual([52_83, 105_65 - 52_83])
  })

  test('spells within eight weeks share waiting days and 28 weeks', () => {
    const one = absence({ first: '2025-06-02', last: '2025-06-06' })
    const two = absence({ first: '2025-08-01', last: '2025-08-07' })
    const late = absence({ first: '2025-08-04', last: '2025-08-08' })
    expect(linkedSpells(two, [one])).toEqual([one])
    expect(linkedSpells(late, [one])).toEqual([])
    expect(sum(shares(two, two.first_day, two.last_day, [one]))).toBe(23_75 + 95_00)
    const long = absence({ first: '2026-04-06', last: '2026-12-31' })
    expect(sum(shares(long))).toBe(28 * 123_25)
  })
})

describe('pay of parents', () => {
  test.each([
    ['the sixth week of maternity', year_2026_27, 'smp', 400_00, 6, 360_00],
    ['the seventh', year_2026_27, 'smp', 400_00, 7, 194_32],
    ['low earnings, to the next penny', year_2026_27, 'smp', 150_01, 7, 135_01],
    ['paternity', year_2026_27, 'spp', 400_00, 1, 194_32],
    ['paternity of 2025-26', year_2025_26, 'spp', 400_00, 1, 187_18],
    ['adoption', year_2025_26, 'sap', 1_000_00, 1, 900_00],
    ['neonatal care', year_2025_26, 'sncp', 150_00, 1, 135_00],
  ] as const)('%s', (_name, year, kind, earnings, nth, weekly) => {
    expect(weeklyParentalPay(year, kind, earnings, nth)).toBe(weekly)
  })

  test('39 weeks of maternity pay: six on earnings, 33 at the rate of their year', () => {
    const first = day('2025-12-01')
    const whole = absence({ kind: 'smp', first, last: addDays(first, 39 * 7 - 1) })
    // The 18 weeks up to 30 March begin in 2025-26.
    expect(shares(whole).map(({ weekly, days }) => [weekly, days / 7])).toEqual([
      [360_00, 6],
      [187_18, 12],
      [194_32, 21],
    ])
  })

  test('a month pays its days, and all payments together the weeks', () => {
    const whole = absence({ kind: 'spp', first: '2026-06-25', last: '2026-07-08' })
    const june = shares(whole, whole.first_day, day('2026-06-30'))
    const july = shares(whole, day('2026-07-01'), day('2026-07-31'))
    expect(june).toEqual([{ kind: 'spp', weekly: 194_32, days: 6, of: 7, amount: 166_56 }])
    expect(sum(june) + sum(july)).toBe(2 * 194_32)
  })
})

describe('what HMRC gives back', () => {
  test.each([
    ['smp', false, { recovered: 178_77, compensation: 0 }],
    ['smp', true, { recovered: 194_32, compensation: 17_49 }],
    ['ssp', true, { recovered: 0, compensation: 0 }],
  ] as const)('%s, small employer %s', (kind, is_small, back) => {
    expect(recoveryOf(year_2026_27, kind, 194_32, is_small)).toEqual(back)
  })
  test('2025-26: 8.5 % of compensation', () => {
    expect(recoveryOf(year_2025_26, 'spp', 187_18, true)).toEqual({ recovered: 187_18, compensation: 15_91 })
  })
})

describe('average earnings of a week', () => {
  const weekly = (count: number, amount: number, last: string) =>
    Array.from({ length: count }, (_, i) => ({ on: addDays(day(last), -7 * i), amount }))
  test.each([
    ['eight weeks of 400.00', weekly(12, 400_00, '2026-06-05'), 'week', 400_00],
    [
      'four paid weeks of eight',
      [...weekly(4, 400_00, '2026-06-05'), ...weekly(1, 1_00, '2026-04-10')],
      'week',
      200_00,
    ],
    [
      'two months of 1,733.33',
      [day('2026-05-29'), day('2026-04-30'), day('2026-03-31')].map((on) => ({ on, amount: 1_733_33 })),
      'month',
      400_00,
    ],
    ['a new worker: the weeks since the start', weekly(2, 300_00, '2026-06-05'), 'week', 300_00],
    ['no pay yet', [], 'week', null],
  ] as const)('%s', (_name, payments, frequency, average) => {
    const start = _name.startsWith('a new') ? day('2026-05-23') : day('2025-01-01')
    expect(averageWeeklyEarnings(payments, { before: day('2026-06-08'), start, frequency })).toBe(average)
  })
})

test('weeks begin on Sundays', () => {
  expect(sundayOf(day('2026-06-06'))).toBe('2026-05-31')
  expect(sundayOf(day('2026-06-07'))).toBe('2026-06-07')
})
