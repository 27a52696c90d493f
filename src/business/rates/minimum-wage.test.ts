import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { rate } from '#kernel/rate.ts'
import { minimumWageFault, minimumWageFaults, readsBirth } from './minimum-wage.rules.ts'

const paye = { payment_type: 'paye', born: null, currency: 'GBP' } as const
const below = (figure: string) => `Below the National Minimum Wage of £${figure}`

test.each([
  ['12.71', 'hourly', '2026-04-01', null, null],
  ['12.7099', 'hourly', '2026-04-01', null, below('12.71')],
  ['12.21', 'hourly', '2026-03-31', null, null],
  ['12.20', 'hourly', '2026-03-31', null, below('12.21')],
  // 21 on the day.
  ['12.70', 'hourly', '2026-06-01', '2005-06-01', below('12.71')],
  ['10.85', 'hourly', '2026-06-01', '2005-06-02', null],
  ['10.84', 'hourly', '2026-06-01', '2005-06-02', below('10.85')],
  // 18 on the day.
  ['8.00', 'hourly', '2026-06-01', '2008-06-02', null],
  ['7.99', 'hourly', '2026-06-01', '2008-06-02', below('8.00')],
  ['10.84', 'hourly', '2026-06-01', '2008-06-01', below('10.85')],
  // A day is 7.5 hours: 7.5 × 12.71 = 95.325.
  ['95.3250', 'daily', '2026-04-01', null, null],
  ['95.3249', 'daily', '2026-04-01', null, below('12.71')],
  // Units without known hours, and days without known figures.
  ['1.00', 'monthly', '2026-04-01', null, null],
  ['1.00', 'custom', '2026-04-01', null, null],
  ['1.00', 'hourly', '2025-03-31', null, null],
  ['1.00', 'hourly', '2027-03-31', null, below('12.71')],
  ['1.00', 'hourly', '2027-04-01', null, null],
] as const)('a %s %s rate from %s of a worker born %s: %s', (base, unit, from, born, expected) => {
  const typed = { base: rate(base), unit, from: day(from) }
  expect(minimumWageFault(typed, { ...paye, born: born === null ? null : day(born) })).toBe(expected)
})

test.each([
  [{ payment_type: 'limited' }, null],
  [{ payment_type: 'umbrella' }, null],
  [{ currency: 'EUR' }, null],
  [{}, below('12.71')],
] as const)('a rate of 1.00 with %o: %s', (change, expected) => {
  const typed = { base: rate('1'), unit: 'hourly', from: day('2026-05-04') } as const
  expect(minimumWageFault(typed, { ...paye, ...change })).toBe(expected)
})

test('typed rates: each by its own unit and first day; unreadable texts are left to their own faults', () => {
  const rates = [
    { contractor_rate: '12.50' },
    { contractor_rate: '12.50', effective_from: '2026-04-01' },
    { contractor_rate: '90', unit_type: 'daily', effective_from: '' },
    { contractor_rate: 'ten' },
    { contractor_rate: '1', effective_from: 'soon' },
  ]
  expect(minimumWageFaults({ start_date: '2026-03-02', unit_type: 'hourly', rates }, paye)).toEqual({
    'rates.1.contractor_rate': below('12.71'),
    'rates.2.contractor_rate': below('12.21'),
  })
})

test('birth dates: for payroll and the provider alone', () => {
  expect(readsBirth({ category: 'provider', roles: ['provider_operations'] })).toBe(true)
  expect(readsBirth({ category: 'agency', roles: ['agency_admin'] })).toBe(true)
  expect(readsBirth({ category: 'agency', roles: ['agency_user'] })).toBe(false)
})
