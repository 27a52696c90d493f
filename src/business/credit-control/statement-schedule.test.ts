import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day, weekday } from '#kernel/day.ts'
import {
  isStatementDue,
  nextStatement,
  planOf,
  planWords,
  type Standing,
} from './statement-schedule.rules.ts'

const none: Standing = { agency_day: null, own: null, since: day('2025-01-01'), last_sent: null }
const weekly = (on: number, more: object = {}): Standing => ({
  ...none,
  agency_day: 5,
  own: { frequency: 'weekly', weekday: on, day_of_month: null, paused_until: null, ...more },
})

test.each<[string, Standing, string]>([
  [
    'the agency’s day, where the client has nothing of its own',
    { ...none, agency_day: 5 },
    'On day 5 of every month',
  ],
  ['its own week in place of the agency’s month', weekly(3), 'Every Wednesday'],
  [
    'none at all, whatever the agency’s',
    weekly(3, { frequency: 'off', weekday: null }),
    'No statements are scheduled',
  ],
  [
    'a pause of the agency’s',
    weekly(3, { frequency: 'agency', weekday: null, paused_until: day('2025-06-30') }),
    'On day 5 of every month',
  ],
  ['nothing where nobody has said anything', none, 'No statements are scheduled'],
])('%s', (_what, standing, said) => {
  expect(planWords(planOf(standing))).toBe(said)
})

test.each([
  // The day itself, once; a day that nobody ran is made good on the next.
  ['2025-06-11', null, true],
  ['2025-06-12', null, true],
  ['2025-06-11', '2025-06-11', false],
  ['2025-06-12', '2025-06-11', false],
  ['2025-06-18', '2025-06-12', true],
])('every Wednesday: on %s, last sent %s', (today, last_sent, expected) => {
  expect(
    isStatementDue({ ...weekly(3), last_sent: last_sent === null ? null : day(last_sent) }, day(today)),
  ).toBe(expected)
})

test('statement schedule: a pause is not made up, nor days before it', () => {
  const paused = weekly(3, { paused_until: day('2025-06-12') })
  expect(isStatementDue(paused, day('2025-06-13'))).toBe(false)
  expect(nextStatement(paused, day('2025-06-13'))).toBe('2025-06-18')
  expect(isStatementDue({ ...weekly(3), since: day('2025-06-12') }, day('2025-06-13'))).toBe(false)
})

test.each([
  ['2025-06-04', 5, '2025-06-05'],
  ['2025-06-05', 5, '2025-07-05'],
  ['2025-12-28', 28, '2026-01-28'],
])('after %s, day %i of the month comes next on %s', (today, agency_day, next) => {
  const standing = { ...none, agency_day, last_sent: day(today) }
  expect(nextStatement(standing, day(today))).toBe(next)
})

test('statement schedule: in any year the previewed day is the sending day', () => {
  const schedule = fc.oneof(
    fc.integer({ min: 1, max: 7 }).map((on) => weekly(on)),
    fc.integer({ min: 1, max: 28 }).map((agency_day) => ({ ...none, agency_day })),
  )
  const idle = fc.array(fc.integer({ min: 1, max: 364 }), { maxLength: 40 })
  fc.assert(
    fc.property(
      schedule,
      idle,
      fc.option(fc.integer({ min: 0, max: 200 }), { nil: null }),
      (start, off, pause) => {
        const first = day('2025-01-01')
        const paused_until = pause === null ? null : addDays(first, pause)
        let standing: Standing = start.own
          ? { ...start, own: { ...start.own, paused_until } }
          : {
              ...start,
              own:
                paused_until === null
                  ? null
                  : { frequency: 'agency', weekday: null, day_of_month: null, paused_until },
            }
        let foretold: string | null = null
        for (let n = 0; n < 365; n += 1) {
          const today = addDays(first, n)
          // Nobody runs on some days.
          if (off.includes(n)) {
            foretold = null
            continue
          }
          const goes = isStatementDue(standing, today)
          if (foretold !== null) expect([today, goes]).toEqual([today, foretold === today])
          if (goes) {
            expect(paused_until === null || today > paused_until).toBe(true)
            standing = { ...standing, last_sent: today }
            expect(isStatementDue(standing, today)).toBe(false)
          }
          foretold = nextStatement(standing, today)
        }
        if (start.own?.frequency === 'weekly' && off.length === 0 && standing.last_sent)
          expect(weekday(standing.last_sent)).toBe(start.own.weekday)
      },
    ),
    { numRuns: 40 },
  )
})
