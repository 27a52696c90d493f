import { expect, test } from 'vitest'
import { addDays, type Day, day } from '#kernel/day.ts'
import { awrAskedOn, awrQualifyingDate } from './awr.rules.ts'

const start = day('2026-09-01')
/** The first day of each of these weeks. */
const weeks = (...numbers: readonly number[]): Day[] => numbers.map((week) => addDays(start, (week - 1) * 7))
const from1to = (last: number) => Array.from({ length: last }, (_, i) => i + 1)
/** The last day of a week. */
const endOf = (week: number) => addDays(start, week * 7 - 1)

test.each<[string, readonly Day[], Day | null, string]>([
  ['before any work', [], null, '2026-11-24'],
  ['four weeks of work', weeks(...from1to(4)), endOf(4), '2026-11-24'],
  ['twelve weeks of work', weeks(...from1to(12)), endOf(12), '2026-11-24'],
  ['more weeks than twelve', weeks(...from1to(20)), endOf(20), '2026-11-24'],
  ['two days of one week count once', [start, addDays(start, 3), ...weeks(2)], endOf(2), '2026-11-24'],
  ['a day of a week is enough', [addDays(start, 6), ...weeks(2)], null, '2026-11-30'],
  ['a week without work pauses', weeks(1, 2, 4), endOf(4), '2026-12-01'],
  ['a week without work at the end', weeks(1, 2), endOf(3), '2026-12-01'],
  ['a week that is not entered yet', weeks(1, 2), endOf(2), '2026-11-24'],
  ['a break of six weeks pauses', [...weeks(1), addDays(start, 43)], null, '2026-12-29'],
  ['a day longer begins again', [...weeks(1), addDays(start, 44)], null, '2027-01-07'],
  ['a longer break after the twelve weeks', weeks(...from1to(12), 20), endOf(20), '2027-04-06'],
  ['no work for seven weeks, known', weeks(1), addDays(start, 43), '2027-01-07'],
  ['no work for six weeks, known', weeks(1), addDays(start, 42), '2026-12-29'],
])('%s', (_, worked, known_until, qualifying) => {
  expect(awrQualifyingDate({ start, worked, known_until })).toBe(qualifying)
})

test('the agency is asked four weeks before', () => {
  expect(awrAskedOn(day('2026-11-24'))).toBe('2026-10-27')
})
