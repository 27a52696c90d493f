import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundHalfAway, roundToMinor } from './round.ts'

test.each([
  // numerator, denominator, rounded
  [5n, 2n, 3n],
  [-5n, 2n, -3n],
  [4n, 3n, 1n],
  [-4n, 3n, -1n],
  [5n, 3n, 2n],
  [1n, 2n, 1n],
  [-1n, 2n, -1n],
  [0n, 7n, 0n],
  [499_999n, 1_000_000n, 0n],
  [500_000n, 1_000_000n, 1n],
])('%s / %s rounds to %s', (numerator, denominator, rounded) => {
  expect(roundHalfAway(numerator, denominator)).toBe(rounded)
})

test('is never more than half away, and is odd: rounding -x is minus rounding x', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.bigInt(1n, 10n ** 9n), (n, d) => {
      const rounded = roundHalfAway(n, d)
      const off = rounded * d - n
      expect((off < 0n ? -off : off) * 2n <= d).toBe(true)
      expect(roundHalfAway(-n, d)).toBe(-rounded)
    }),
  )
})

test('refuses values beyond exact numbers', () => {
  expect(() => roundToMinor(2n ** 53n, 1n)).toThrow('safe integer')
  expect(() => roundToMinor(1n, 0n)).toThrow('denominator')
})
