import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { units } from '#kernel/rate.ts'
import { standardDayFault } from './standard-day.rules.ts'
import { readEntries } from './units.rules.ts'

test.each([
  [undefined, 'hourly', null],
  ['8', 'hourly', null],
  ['24.5', 'hourly', 'Max number is reached'],
  ['0', 'hourly', 'Needs Positive Number'],
  ['eight', 'hourly', 'Please enter a valid number'],
  ['8', 'daily', 'Please enter a valid Input'],
] as const)('a standard day of %s at an %s rate: %s', (typed, unit, fault) => {
  expect(standardDayFault(typed, unit)).toBe(fault)
})

test('s is the standard day of its rate, else that of the placement', () => {
  const { cells } = readEntries(
    [
      { date: '2025-06-02', group_id: 'own', units: 's' },
      { date: '2025-06-03', group_id: 'other', units: 's' },
    ],
    {
      unit_type: 'hourly',
      standard_units: units('7.5'),
      standard_units_of_group: { own: units('10') },
      period: { start_date: day('2025-06-02'), end_date: day('2025-06-08') },
      placement: { start_date: day('2025-06-02'), end_date: null },
    },
  )
  expect(cells.map((cell) => cell.units)).toEqual([units('10'), units('7.5')])
})
