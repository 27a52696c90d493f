import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import {
  changeOf,
  lastMonths,
  monthsOf,
  nothing,
  partOf,
  rangeBefore,
  rangeOf,
  rowsOf,
  shareOf,
  totalOf,
} from './insight.rules.ts'
import { daysText, exactText, monthText, percentText, shortText, unitsText } from './insight-text.view.ts'

const today = day('2026-11-21')
const range = (from: string, to: string) => ({ from: day(from), to: day(to) })

test('twelve months are whole ones up to the day', () => {
  expect(lastMonths(12, today)).toEqual(range('2025-12-01', '2026-11-21'))
  expect(lastMonths(3, day('2026-01-31'))).toEqual(range('2025-11-01', '2026-01-31'))
  expect(monthsOf(lastMonths(3, today))).toEqual(['2026-09-01', '2026-10-01', '2026-11-01'])
})

test.each([
  ['nothing', {}, '2025-12-01', '2026-11-21'],
  ['both ends', { from: '2026-01-10', to: '2026-02-09' }, '2026-01-10', '2026-02-09'],
  ['no end', { from: '2026-01-10' }, '2026-01-10', '2026-11-21'],
  ['an end after today', { from: '2026-01-10', to: '2030-01-01' }, '2026-01-10', '2026-11-21'],
  ['upside down', { from: '2026-05-01', to: '2026-04-01' }, '2025-12-01', '2026-11-21'],
  ['no days', { from: 'yesterday', to: '2026-02-30' }, '2025-12-01', '2026-11-21'],
  ['a number', { from: 2026 }, '2025-12-01', '2026-11-21'],
  ['the beginning of time', { from: '1900-01-01' }, '2021-12-01', '2026-11-21'],
])('an address with %s gives a range', (_name, search, from, to) => {
  expect(rangeOf(search, today)).toEqual(range(from, to))
})

test.each([
  ['2026-09-01', '2026-11-21', '2026-06-01', '2026-08-21'],
  ['2025-12-01', '2026-11-30', '2024-12-01', '2025-11-30'],
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-10', '2026-02-09', '2025-12-10', '2026-01-09'],
])('%s to %s is put beside %s to %s', (from, to, before_from, before_to) => {
  expect(rangeBefore(range(from, to))).toEqual(range(before_from, before_to))
})

test('a month at the edge counts from and to the range’s own days', () => {
  const one = range('2026-01-10', '2026-03-05')
  expect(partOf(day('2026-01-01'), one)).toEqual(range('2026-01-10', '2026-01-31'))
  expect(partOf(day('2026-02-01'), one)).toEqual(range('2026-02-01', '2026-02-28'))
  expect(partOf(day('2026-03-01'), one)).toEqual(range('2026-03-01', '2026-03-05'))
})

test('days to pay weigh as much as was paid; a month without payment weighs nothing', () => {
  const months = [
    { ...nothing, billed_amount: 100, paid_amount: 1_000, paid_count: 1, days_to_pay: 10 },
    { ...nothing, billed_amount: 50, paid_amount: 3_000, paid_count: 2, days_to_pay: 30 },
    nothing,
  ]
  expect(totalOf(months)).toMatchObject({ billed_amount: 150, paid_count: 3, days_to_pay: 25 })
  expect(totalOf([nothing]).days_to_pay).toBeNull()
})

test('shares and changes have nothing to say of nothing', () => {
  expect(shareOf(1, 0)).toBeNull()
  expect(shareOf(1, 4)).toBe(0.25)
  expect(changeOf(5, 0)).toBeNull()
  expect(changeOf(150, 100)).toBe(0.5)
  expect(changeOf(-50, -100)).toBe(0.5)
})

test('figures: written as in spec §9', () => {
  expect(percentText(0.12345)).toBe('12.35%')
  expect(shortText(123_456_789, 'GBP')).toBe('£1.23M')
  expect(shortText(-99_950, 'EUR')).toBe('-€1K')
  expect(exactText(-123_450, 'GBP')).toBe('-£1,234.50')
  expect(unitsText(375_000)).toBe('37.5')
  expect(daysText(null)).toBe('–')
  expect(daysText(31.25)).toBe('31.3 days')
  expect(monthText(day('2026-03-01'))).toBe('Mar 2026')
})

test.each([
  [0, '£0'],
  [1, '£0.01'],
  [1_234, '£12.3'],
  [99_900, '£999'],
  [99_949, '£999'],
  [99_950, '£1K'],
  [100_499, '£1K'],
  [100_500, '£1.01K'],
  [999_499, '£9.99K'],
  [999_500, '£10K'],
  [99_949_999, '£999K'],
  [99_995_000, '£1M'],
  [-99_995_000, '-£1M'],
  [12_345_678_900, '£123M'],
  [99_949_999_999, '£999M'],
  [99_950_000_000, '£1B'],
  [99_949_999_999_999, '£999B'],
  [99_950_000_000_000, '£1T'],
  [Number.MAX_SAFE_INTEGER, '£90.1T'],
])('large numbers: %i minor units shorten to %s, with three significant digits', (minor, text) => {
  expect(shortText(minor, 'GBP')).toBe(text)
})

test('paid rows: closed client documents without credit notes', () => {
  const { path, filter } = rowsOf('paid', range('2026-03-01', '2026-03-31'), { id: 'x', alpha_code: 'GBP' })
  expect(path).toBe('transaction/invoice')
  expect(filter).toEqual({
    type: { in: ['provider-client', 'agency-client', 'funder-client'] },
    status: { in: ['closed'] },
    last_payment_date: { from: '2026-03-01', to: '2026-03-31' },
    total_amount: { from: '0.01' },
    currency_id: { in: ['x'] },
  })
})
