import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { afterWorkingHours, dueStep, isWorkingTime } from './escalation.rules.ts'
import { usual_rule } from './mailed-decision.rules.ts'

const friday = instant('2026-11-20T16:00:00Z')

test.each([
  // Friday 16:00: Monday, Tuesday and Wednesday at the same hour.
  [friday, 8, '2026-11-23T16:00:00.000Z'],
  [friday, 16, '2026-11-24T16:00:00.000Z'],
  [friday, 24, '2026-11-25T16:00:00.000Z'],
  // Before opening, after closing, on a Saturday.
  [instant('2026-11-20T06:00:00Z'), 8, '2026-11-20T17:00:00.000Z'],
  [instant('2026-11-20T17:00:00Z'), 1, '2026-11-23T10:00:00.000Z'],
  [instant('2026-11-21T12:00:00Z'), 8, '2026-11-23T17:00:00.000Z'],
  // Christmas and Boxing Day, which moves to Monday.
  [instant('2026-12-24T16:00:00Z'), 8, '2026-12-29T16:00:00.000Z'],
  // London opens at 08:00 UTC in summer, and the clocks go back on Sunday 25 October.
  [instant('2026-07-06T07:00:00Z'), 1, '2026-07-06T09:00:00.000Z'],
  [instant('2026-10-23T15:00:00Z'), 8, '2026-10-26T16:00:00.000Z'],
])('after working hours: from %s, %i hours end at %s', (from, hours, end) => {
  expect(afterWorkingHours(from, hours)).toBe(end)
})

test.each([
  ['2026-11-23T15:59:59.999Z', null],
  ['2026-11-23T16:00:00Z', 'reminder'],
  ['2026-11-24T15:59:00Z', 'reminder'],
  ['2026-11-24T16:00:00Z', 'others'],
  ['2026-11-25T16:00:00Z', 'agency'],
])('escalation of Friday 16:00: at %s it is %s', (now, step) => {
  expect(dueStep(friday, usual_rule, instant(now))).toBe(step)
})

test('escalation: a client changes the figures', () => {
  const rule = { ...usual_rule, reminder_hours: 1, others_hours: 2, agency_hours: 3 }
  expect(dueStep(friday, rule, instant('2026-11-20T17:00:00Z'))).toBe('reminder')
  expect(dueStep(friday, rule, instant('2026-11-23T11:00:00Z'))).toBe('agency')
})

test.each([
  ['2026-11-23T08:59:59Z', false],
  ['2026-11-23T09:00:00Z', true],
  ['2026-11-23T17:00:00Z', false],
  ['2026-11-22T12:00:00Z', false],
  ['2026-12-25T12:00:00Z', false],
  ['2026-07-06T08:00:00Z', true],
])('working time: %s is %s', (now, is) => {
  expect(isWorkingTime(instant(now))).toBe(is)
})
