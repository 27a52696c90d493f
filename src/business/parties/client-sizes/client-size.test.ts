import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { type ClientSize, determinerFault, statedYears, taxYearOf } from './client-size.rules.ts'
import { sizeFields, sizeInput, sizeStart } from './client-size.view.ts'

test.each([
  ['2026-04-05', 2025, '2025-26'],
  ['2026-04-06', 2026, '2026-27'],
  ['2026-12-31', 2026, '2026-27'],
  ['2027-01-01', 2026, '2026-27'],
  ['2099-04-06', 2099, '2099-00'],
])('%s is in the tax year that begins in %d, %s', (of, year, label) => {
  expect([taxYearOf(day(of)), taxYearName(taxYearOf(day(of)))]).toEqual([year, label])
})

test('client size: a size is stated for the tax year before, this one and the next', () => {
  expect(statedYears(day('2026-11-28'))).toEqual([2025, 2026, 2027])
  expect(statedYears(day('2026-04-05'))).toEqual([2024, 2025, 2026])
})

const refused = 'The client is not small in 2026-27, so it determines the status'
test.each<['client' | 'contractor' | undefined, ClientSize | null, string | null]>([
  ['contractor', 'small', null],
  ['contractor', null, null],
  ['contractor', 'medium_large', refused],
  ['contractor', 'public_sector', refused],
  ['client', 'medium_large', null],
  ['client', 'small', null],
  [undefined, 'medium_large', null],
])('determined by the %s for a client of size %s: %s', (determined_by, size, fault) => {
  expect(determinerFault(determined_by, { size, start: day('2026-11-28') })).toBe(fault)
})

test('client size: the form of a new client sends no size that is not known, and asks for the tax year of a known one', () => {
  expect(sizeInput('not_known', '2026')).toEqual({})
  expect(sizeInput('small', '2026')).toEqual({ size: 'small', size_tax_year: 2026 })
  expect(sizeStart(day('2026-11-28'))).toEqual({ size: 'not_known', size_tax_year: '2026' })
  const [, tax_year] = sizeFields(day('2026-11-28'))
  expect([tax_year.when({ size: 'not_known' }), tax_year.when({ size: 'small' })]).toEqual([false, true])
  expect(tax_year.options.map(({ label }) => label)).toEqual(['2025-26', '2026-27', '2027-28'])
})
