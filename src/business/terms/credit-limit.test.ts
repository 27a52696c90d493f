import { describe, expect, test } from 'vitest'
import { formatMoney, GBP, parseMoney } from '#kernel/money.ts'
import { type Allocation, allocatedWithin, headroomOf, partFault, wholeFault } from './credit-limit.rules.ts'

const gbp = (text: string) => parseMoney(text, GBP)
const part = (
  agency_id: string,
  amount: string,
  from = '2026-01-01',
  to: string | null = null,
): Allocation => ({
  agency_id,
  amount: gbp(amount),
  effective_from: from,
  effective_to: to,
})

describe('allocated parts', () => {
  const parts = [part('a', '60000.00'), part('b', '30000.00')]
  const always = { effective_from: '2026-06-01', effective_to: null }

  test('add up over agencies', () => {
    expect(formatMoney(allocatedWithin(GBP, parts, always))).toBe('90000.00')
  })

  test('of one agency: the larger version within the days', () => {
    const versions = [part('a', '10.00', '2026-01-01', '2026-06-30'), part('a', '40.00', '2026-07-01')]
    expect(formatMoney(allocatedWithin(GBP, versions, always))).toBe('40.00')
    expect(
      formatMoney(
        allocatedWithin(GBP, versions, { effective_from: '2026-02-01', effective_to: '2026-06-30' }),
      ),
    ).toBe('10.00')
  })

  test('outside of the days: nothing', () => {
    const before = { effective_from: '2025-01-01', effective_to: '2025-12-31' }
    expect(formatMoney(allocatedWithin(GBP, parts, before))).toBe('0.00')
  })
})

const below = 'Credit limit Should be greater than Allocated credit limit'
describe('a limit against the parts of agencies', () => {
  const parts = [part('a', '60000.00'), part('b', '30000.00')]
  const days = { effective_from: '2026-06-01', effective_to: null }

  test.each([
    ['90000.00', null],
    ['89999.99', below],
  ])('a whole limit of %s', (amount, fault) => {
    expect(wholeFault(gbp(amount), GBP, parts, days)).toBe(fault)
  })

  test.each([
    ['40000.00', null],
    ['40000.01', below],
  ])('a part of %s beside 60,000.00, of 100,000.00', (amount, fault) => {
    expect(partFault(gbp(amount), GBP, parts.slice(0, 1), [{ amount: gbp('100000.00') }], days)).toBe(fault)
  })
})

test.each([
  ['100000.00', '80000.00', undefined, '20000.00'],
  ['100000.00', '80000.00', { allocated: gbp('30000.00'), owed: gbp('5000.00') }, '20000.00'],
  ['100000.00', '50000.00', { allocated: gbp('30000.00'), owed: gbp('25000.00') }, '5000.00'],
  ['100000.00', '50000.00', { allocated: gbp('30000.00'), owed: gbp('35000.00') }, '-5000.00'],
])('headroom of %s less %s', (total, owed, own, wanted) => {
  expect(formatMoney(headroomOf({ total: gbp(total), owed: gbp(owed) }, own))).toBe(wanted)
})
