import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { year_2026_27 } from '../years/tax-year-2026-27.rules.ts'
import { pensionStatus } from './pension-status.rules.ts'

test.each([
  ['2004-06-12', 19_200, 'eligible'],
  ['2004-06-13', 19_200, 'non_eligible'],
  ['1960-01-01', 60_000, 'non_eligible'],
  ['1990-01-01', 19_199, 'non_eligible'],
  ['1990-01-01', 11_999, 'entitled'],
  ['2010-06-13', 60_000, 'none'],
  ['1951-06-12', 60_000, 'none'],
])('born on %s with a week of %i pence: %s', (born, pay, status) => {
  const judged = { born: day(born), pay_day: day('2026-06-12'), pay, frequency: 'week' as const }
  expect(pensionStatus(year_2026_27, judged).status).toBe(status)
})
