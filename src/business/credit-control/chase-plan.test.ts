import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { type Askable, askedToday, nextAsking, promiseStatus, stepWords } from './chase-plan.rules.ts'

const today = day('2026-06-30')
const plan = [{ days: -3 }, { days: 3 }, { days: 14 }]
const document = (due: string, more: Partial<Askable> = {}): Askable => ({
  id: 'a',
  due_date: day(due),
  is_disputed: false,
  promised_date: null,
  asked: [],
  ...more,
})

/** `day step`, or null. */
function next(one: Askable, until: string | null = null): string | null {
  const found = nextAsking(one, plan, until === null ? null : { until: day(until) }, today)
  return found && `${found.on} ${found.step.days}`
}

describe('next reminder of a document', () => {
  test.each<[string, Askable, string | null, string | null]>([
    ['long before it is due', document('2026-07-30'), null, '2026-07-27 -3'],
    ['three days before', document('2026-07-03'), null, '2026-06-30 -3'],
    ['reminded, and due', document('2026-06-30', { asked: [-3] }), null, '2026-07-03 3'],
    ['late by two steps: the last alone', document('2026-06-10'), null, '2026-06-30 14'],
    ['the last step is behind', document('2026-06-10', { asked: [14] }), null, null],
    ['an earlier step is never made up', document('2026-06-26', { asked: [3] }), null, '2026-07-10 14'],
    ['in dispute', document('2026-06-01', { is_disputed: true }), null, null],
    [
      'promised until tomorrow',
      document('2026-06-01', { promised_date: day('2026-07-01') }),
      null,
      '2026-07-02 14',
    ],
    [
      'promised until yesterday',
      document('2026-06-01', { promised_date: day('2026-06-29') }),
      null,
      '2026-06-30 14',
    ],
    ['paused, then the later step', document('2026-06-20', { asked: [3] }), '2026-07-10', '2026-07-11 14'],
    ['a pause that ends before the next step', document('2026-07-30'), '2026-07-10', '2026-07-27 -3'],
  ])('%s', (_, one, until, expected) => expect(next(one, until)).toBe(expected))

  test('a plan without steps asks for nothing', () => {
    expect(nextAsking(document('2026-01-01'), [], null, today)).toBeNull()
  })
})

test('today’s reminders equal the next reminders due today', () => {
  const documents = [document('2026-07-03'), document('2026-07-30'), document('2026-06-01', { asked: [14] })]
  expect(
    askedToday(documents, plan, null, today).map((one) => [one.document.due_date, one.step.days]),
  ).toEqual([['2026-07-03', -3]])
})

test.each([
  ['2026-06-30', 0, 'open'],
  ['2026-06-29', 0, 'broken'],
  ['2026-06-29', 99, 'broken'],
  ['2026-06-29', 100, 'kept'],
  ['2026-07-30', 100, 'kept'],
] as const)('promised 100 until %s, paid %i since: %s', (until, paid_since, status) => {
  expect(promiseStatus({ promised_date: day(until), owed: 100, paid_since }, today)).toBe(status)
})

test('plan step: named by its days from the due date', () => {
  expect([-3, -1, 0, 1, 14].map(stepWords)).toEqual([
    '3 days before the due date',
    '1 day before the due date',
    'on the due date',
    '1 day after the due date',
    '14 days after the due date',
  ])
})
