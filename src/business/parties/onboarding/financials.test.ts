import { expect, test } from 'vitest'
import { financialsOf, workWords } from './financials.rules.ts'

test.each([
  [{}, null],
  [{ temp_placement_count: ' ', name: 'Larch' }, null],
  [
    { credit_limit_amount: ' 24000.00', name: 'Larch' },
    { credit_limit_amount: '24000.00', currency: 'GBP' },
  ],
  [
    { temp_placement_count: '3', currency: 'EUR' },
    { temp_placement_count: '3', currency: 'EUR' },
  ],
])('financials of %o', (values, wanted) => {
  expect(financialsOf(values)).toEqual(wanted)
})

test('financials: the work in words', () => {
  const all = { temp_placement_count: '3', perm_placement_count: '1', average_client_rate: '25.00' }
  expect(workWords(all)).toBe('3 temp and 1 perm placements, on average 25.00 an hour')
  expect(workWords({ perm_placement_count: '1' })).toBe('1 perm placements')
  expect(workWords({ average_client_rate: '25.00' })).toBe('on average 25.00 an hour')
  expect(workWords({ credit_limit_amount: '1' })).toBe('')
})
