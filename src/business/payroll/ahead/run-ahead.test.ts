import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { dayToOpen, type EarlierRuns } from './run-ahead.rules.ts'

const runsOf = (
  frequency: EarlierRuns['frequency'],
  days: readonly string[],
  last_seen?: string,
): EarlierRuns => ({
  frequency,
  pay_days: days.map((text) => day(text)),
  last_seen: day(last_seen ?? days.toSorted().at(-1) ?? ''),
})
const opened = (runs: EarlierRuns, today: string) => dayToOpen(runs, day(today))

test('run ahead: opens a run from 14 days before its pay day until the day', () => {
  const monthly = runsOf('month', ['2026-05-29'])
  expect(opened(monthly, '2026-06-14')).toBeNull()
  expect(opened(monthly, '2026-06-15')).toBe('2026-06-29')
  expect(opened(monthly, '2026-06-29')).toBe('2026-06-29')
  expect(opened(monthly, '2026-06-30')).toBeNull()
})

test('run ahead: the next pay day follows how often the employer pays', () => {
  expect(opened(runsOf('week', ['2026-06-05', '2026-06-12']), '2026-06-12')).toBe('2026-06-19')
  expect(opened(runsOf('fortnight', ['2026-06-12']), '2026-06-13')).toBe('2026-06-26')
  expect(opened(runsOf('four_week', ['2026-06-12']), '2026-06-26')).toBe('2026-07-10')
})

test('run ahead: a pay day at the end of the month stays there after a short month', () => {
  expect(opened(runsOf('month', ['2026-01-31']), '2026-02-20')).toBe('2026-02-28')
  expect(opened(runsOf('month', ['2026-01-31', '2026-02-28']), '2026-03-20')).toBe('2026-03-31')
})

test('run ahead: a cancelled run is left out, and the one after it is opened', () => {
  const cancelled = runsOf('week', ['2026-06-12'], '2026-06-19')
  expect(opened(cancelled, '2026-06-13')).toBe('2026-06-26')
  expect(opened(cancelled, '2026-06-11')).toBeNull()
})
