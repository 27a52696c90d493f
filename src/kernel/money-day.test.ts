import { expect, test } from 'vitest'
import { day } from './day.ts'
import { moneyDayFault } from './money-day.ts'

test.each([
  ['2024-12-31', 'Should be after 31/12/2024'],
  ['2019-06-01', 'Should be after 31/12/2024'],
  ['2025-01-01', null],
  ['2025-06-15', null],
  ['2025-06-16', 'Should be before 16/06/2025'],
])('a day of money %s, with books from 2025 and today 15 June 2025: %s', (on, fault) => {
  const days = { books_begin: day('2025-01-01'), today: day('2025-06-15') }
  expect(moneyDayFault(day(on), days)).toBe(fault)
})
