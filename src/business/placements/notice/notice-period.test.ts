import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day } from '#kernel/day.ts'
import type { Notice, NoticeColumns, NoticeLength } from './notice-period.rules.ts'
import {
  classifyNotice,
  notice_units,
  noticeAtEnd,
  noticeColumns,
  noticeLength,
  noticeOf,
  noticeText,
  noticeWords,
  readNotice,
} from './notice-period.rules.ts'

const length = (text: string): NoticeLength => {
  const [count, unit] = text.split(' ')
  return { count: Number(count), unit: unit as NoticeLength['unit'] } // The tables below write only units.
}

const single = (text: string): Notice => ({ type: 'single', ...length(text) })

const classify = (notice: Notice, end: string, no_right_to_serve_notice = false) =>
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
  expect(classify(single(notice), end)).toBe(expected)
})

test('without a right to serve notice: always before', () => {
  for (const end of ['2026-03-01', '2026-03-30', '2027-01-01'])
    expect(classify(single('0 day'), end, true)).toBe('before')
})

const staged: Notice = {
  type: 'two_stage',
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
  expect(noticeLength(staged, day('2026-03-02'), day(end))).toMatchObject({ count, unit })
  expect(classify(staged, end)).toBe(expected)
})

test('a later end is never classified earlier', () => {
  const order = ['before', 'on', 'after']
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: -30, max: 200 }), (count, days) => {
      const at = (extra: number) =>
        classify({ type: 'single', count, unit: 'day' }, addDays(day('2026-03-16'), days + extra))
      expect(order.indexOf(at(1))).toBeGreaterThanOrEqual(order.indexOf(at(0)))
      expect(order).toContain(at(0))
    }),
  )
})

const two_stage: Notice = {
  type: 'two_stage',
  initial: length('1 week'),
  duration: length('4 week'),
  later: length('4 week'),
}

test.each<[string, Notice | null, string, string, boolean, string]>([
  // the table of the design: start 2 November 2026
  ['4 weeks', single('4 week'), '2026-11-22', '2026-12-19', false, 'before'],
  ['4 weeks', single('4 week'), '2026-11-22', '2026-12-20', false, 'on'],
  ['4 weeks', single('4 week'), '2026-11-22', '2026-12-21', false, 'after'],
  ['4 weeks, today', single('4 week'), '2026-11-22', '2026-11-22', false, 'before'],
  ['0 weeks', single('0 week'), '2026-11-22', '2026-11-22', false, 'immediate'],
  ['none needed', { type: 'none' }, '2026-11-22', '2026-12-01', false, 'immediate'],
  ['two stages, within the first', two_stage, '2026-11-22', '2026-11-29', false, 'on'],
  ['two stages, after the first', two_stage, '2026-11-22', '2026-11-30', false, 'before'],
  ['no right to serve it', single('4 week'), '2026-11-22', '2027-12-20', true, 'before'],
  ['not agreed, no right to serve it', null, '2026-11-22', '2027-12-20', true, 'before'],
  ['not agreed', null, '2026-11-22', '2027-12-20', false, 'not_agreed'],
  ['1 month from the end of one', single('1 month'), '2027-01-31', '2027-02-28', false, 'on'],
])('notice of %s', (_what, notice, today, end, no_right_to_serve_notice, expected) => {
  expect(
    noticeAtEnd({
      ...noticeColumns(notice),
      no_right_to_serve_notice,
      today: day(today),
      start_date: day('2026-11-02'),
      end_date: day(end),
    }),
  ).toBe(expected)
})

test('a notice is said in words: never entered is not agreed', () => {
  const words = (notice: Notice | null, no_right_to_serve_notice = false) =>
    noticeWords({ ...noticeColumns(notice), no_right_to_serve_notice })
  expect([words(null), words({ type: 'none' }), words(single('1 day')), words(two_stage)]).toEqual([
    'Not agreed',
    'No notice needed',
    '1 day',
    '1 week for the first 4 weeks, then 4 weeks',
  ])
  expect(words(null, true)).toBe('Not agreed; no right to serve notice')
  expect(readNotice('whenever')).toBeNull()
})

test('a notice is the same after its columns, and after its words', () => {
  const lengths = fc.record({
    count: fc.integer({ min: 0, max: 365 }),
    unit: fc.constantFrom(...notice_units),
  })
  const notices = fc.oneof(
    fc.constant<Notice>({ type: 'none' }),
    lengths.map((one): Notice => ({ type: 'single', ...one })),
    fc
      .record({ initial: lengths, duration: lengths, later: lengths })
      .map((stages): Notice => ({ type: 'two_stage', ...stages })),
  )
  fc.assert(
    fc.property(notices, (notice) => {
      const columns: NoticeColumns = noticeColumns(notice)
      expect(noticeOf(columns)).toEqual(notice)
      expect(readNotice(noticeText(notice))).toEqual(notice)
    }),
  )
})
