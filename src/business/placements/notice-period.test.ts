import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day } from '#kernel/day.ts'
import type { NoticeLength, NoticePeriod } from './notice-period.rules.ts'
import { classifyNotice, noticeLength } from './notice-period.rules.ts'

const length = (text: string): NoticeLength => {
  const [count, unit] = text.split(' ')
  return { count: Number(count), unit: unit as NoticeLength['unit'] } // The tables below write only units.
}

const classify = (notice: NoticePeriod, end: string, no_right_to_serve_notice = false) =>
  classifyNotice({
    today: day('2026-03-16'),
    start_date: day('2026-03-02'),
    end_date: day(end),
    notice,
    no_right_to_serve_notice,
  })

test.each([
  // notice     end           class   (today is 16/03/2026)
  ['2 week', '2026-03-29', 'before'],
  ['2 week', '2026-03-30', 'on'],
  ['2 week', '2026-03-31', 'after'],
  ['1 month', '2026-04-16', 'on'],
  ['1 month', '2026-04-15', 'before'],
  ['10 day', '2026-03-27', 'after'],
  ['1 day', '2026-03-16', 'before'],
  ['1 day', '2026-03-01', 'before'],
  ['1 day', '2026-03-17', 'on'],
  ['0 day', '2026-03-01', 'immediate'],
  ['0 week', '2026-12-31', 'immediate'],
])('notice of %s against an end on %s: %s', (notice, end, expected) => {
  expect(classify(length(notice), end)).toBe(expected)
})

test('without a right to serve notice: always before', () => {
  for (const end of ['2026-03-01', '2026-03-30', '2027-01-01'])
    expect(classify(length('0 day'), end, true)).toBe('before')
})

const staged: NoticePeriod = {
  initial: length('1 week'),
  duration: length('4 week'),
  later: length('1 month'),
}

test.each([
  // end           length that applies, class
  ['2026-03-23', 1, 'week', 'on'],
  ['2026-03-29', 1, 'week', 'after'],
  ['2026-03-30', 1, 'month', 'before'],
  ['2026-04-16', 1, 'month', 'on'],
])('within four weeks of the start a week, then a month: end on %s', (end, count, unit, expected) => {
  expect(noticeLength(staged, day('2026-03-02'), day(end))).toEqual({ count, unit })
  expect(classify(staged, end)).toBe(expected)
})

test('a later end is never classified earlier', () => {
  const order = ['before', 'on', 'after']
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: -30, max: 200 }), (count, days) => {
      const at = (extra: number) => classify({ count, unit: 'day' }, addDays(day('2026-03-16'), days + extra))
      expect(order.indexOf(at(1))).toBeGreaterThanOrEqual(order.indexOf(at(0)))
      expect(order).toContain(at(0))
    }),
  )
})
