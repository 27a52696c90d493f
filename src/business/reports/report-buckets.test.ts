import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day } from '#kernel/day.ts'
import { bucketsOf } from './report-buckets.rules.ts'

test('each range of spec §2 in the largest number of parts that a chart holds', () => {
  const today = day('2026-11-21')
  const of = (days: number) => {
    const { unit, buckets } = bucketsOf(addDays(today, -days), today)
    return [unit, buckets.length]
  }
  expect(of(7)).toEqual(['day', 8])
  expect(of(30)).toEqual(['week', 5])
  expect(of(60)).toEqual(['week', 9])
  expect(of(90)).toEqual(['week', 14])
  expect(of(365)).toEqual(['month', 13])
  expect(bucketsOf(day('2018-01-01'), today)).toMatchObject({ unit: 'year', buckets: { length: 9 } })
})

test('labels name the whole week, month or year; the first and the last part are cut to the range', () => {
  const weeks = bucketsOf(day('2026-11-04'), day('2026-11-24')).buckets
  expect(weeks).toEqual([
    { from: '2026-11-04', to: '2026-11-08', label: 'Week to 08 Nov 2026', short: '08 Nov' },
    { from: '2026-11-09', to: '2026-11-15', label: 'Week to 15 Nov 2026', short: '15 Nov' },
    { from: '2026-11-16', to: '2026-11-22', label: 'Week to 22 Nov 2026', short: '22 Nov' },
    { from: '2026-11-23', to: '2026-11-24', label: 'Week to 29 Nov 2026', short: '29 Nov' },
  ])
  expect(bucketsOf(day('2026-01-15'), day('2026-06-10')).buckets.at(-1)).toEqual({
    from: '2026-06-01',
    to: '2026-06-10',
    label: 'Jun 2026',
    short: 'Jun',
  })
})

test('the parts are the range, without a gap and without a day twice', () => {
  const start = day('2018-01-01')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3200 }), fc.integer({ min: 0, max: 3200 }), (after, length) => {
      const from = addDays(start, after)
      const to = addDays(from, length)
      const { buckets } = bucketsOf(from, to)
      expect(buckets.length).toBeLessThanOrEqual(15)
      expect([buckets[0]?.from, buckets.at(-1)?.to]).toEqual([from, to])
      buckets.slice(1).forEach((one, at) => {
        expect(one.from).toBe(addDays(day(buckets[at]?.to ?? ''), 1))
      })
    }),
    { numRuns: 500 },
  )
  expect(bucketsOf(day('1900-01-01'), day('2026-01-01')).buckets).toHaveLength(15)
})
