import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate } from './allocate.ts'
import { GBP, money } from './money.ts'

test.each([
  // pence, weights,      shares
  [100, [1, 1, 1], [34, 33, 33]],
  [-100, [1, 1, 1], [-34, -33, -33]],
  [5, [3, 7], [2, 3]],
  [1, [0, 1, 1], [0, 1, 0]],
  [0, [1, 2], [0, 0]],
  [10, [1], [10]],
  // An exact share gets none of the remaining pennies.
  [5, [2, 1, 1], [3, 1, 1]],
  [2, [2, 1, 1], [1, 1, 0]],
])('%i pence by %j are %j', (minor, weights, shares) => {
  expect(allocate(money(minor, GBP), weights).map((share) => share.minor)).toEqual(shares)
})

test('loses no penny, and no share is a penny or more from its due', () => {
  const weights = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), weights, (minor, list) => {
      const total = list.reduce((a, b) => a + b, 0)
      fc.pre(total > 0)
      const shares = allocate(money(minor, GBP), list).map((share) => share.minor)
      expect(shares.reduce((a, b) => a + b, 0)).toBe(minor)
      shares.forEach((share, i) => {
        const off = BigInt(share) * BigInt(total) - BigInt(minor) * BigInt(list[i] ?? 0)
        expect(off < BigInt(total) && -off < BigInt(total)).toBe(true)
      })
    }),
  )
})

test('refuses weights that share nothing', () => {
  expect(() => allocate(money(1, GBP), [0, 0])).toThrow('some weight is positive')
  expect(() => allocate(money(1, GBP), [1, -1])).toThrow('weights')
})
