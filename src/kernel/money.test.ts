import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  compare,
  currency,
  currencyOrGbp,
  displayMoney,
  equals,
  formatMoney,
  GBP,
  money,
  money_minor_max,
  neg,
  parseMoney,
  sub,
  sum,
  zero,
} from './money.ts'

const EUR = currency('EUR')

test.each([
  // text                  minor
  ['0', 0],
  ['-0.00', 0],
  ['1', 100],
  ['123.45', 12_345],
  ['123.4', 12_340],
  ['-0.01', -1],
  ['007.10', 710],
  [' 5.00 ', 500],
  ['1.2300', 123],
  ['9999999999999.99', money_minor_max],
])('reads %s as %i pence', (text, minor) => {
  expect(parseMoney(text, GBP)).toEqual({ minor, currency: 'GBP' })
})

test.each([
  // text                 message
  ['', 'Please enter a valid number'],
  ['abc', 'Please enter a valid number'],
  ['1.234', 'Please enter a valid number'],
  ['1,000.00', 'Please enter a valid number'],
  ['1e3', 'Please enter a valid number'],
  ['.5', 'Please enter a valid number'],
  ['NaN', 'Please enter a valid number'],
  ['10000000000000', 'Max number is reached'],
])('refuses %j with the words of the spec', (text, message) => {
  expect(() => parseMoney(text, GBP)).toThrow(message)
})

test('text to money to text gives the same text back, for every amount a column can hold', () => {
  fc.assert(
    fc.property(fc.integer({ min: -money_minor_max, max: money_minor_max }), (minor) => {
      const amount = money(minor, GBP)
      expect(parseMoney(formatMoney(amount), GBP)).toEqual(amount)
    }),
  )
})

test('adding is commutative, subtracting undoes it, and a sum does not depend on the order', () => {
  const amount = fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((minor) => money(minor, GBP))
  fc.assert(
    fc.property(amount, amount, amount, (a, b, c) => {
      expect(add(a, b)).toEqual(add(b, a))
      expect(sub(add(a, b), b)).toEqual(a)
      expect(sum(GBP, [a, b, c])).toEqual(sum(GBP, [c, a, b]))
      expect(add(a, neg(a))).toEqual(zero(GBP))
    }),
  )
})

test('two currencies never meet in one sum', () => {
  const [pound, euro] = [money(100, GBP), money(100, EUR)]
  expect(() => add(pound, euro)).toThrow('Amounts in GBP and EUR cannot be combined')
  expect(() => compare(pound, euro)).toThrow('GBP and EUR')
  expect(equals(pound, euro)).toBe(false)
})

test('a sum beyond 13 integer digits is refused, not stored wrong', () => {
  expect(() => add(money(money_minor_max, GBP), money(1, GBP))).toThrow('Max number is reached')
})

test.each([
  ['gbp', 'GBP'],
  ['EUR', 'EUR'],
  ['', 'GBP'],
  ['POUND', 'GBP'],
  [null, 'GBP'],
])('a currency code that is not 3 letters is GBP: %j', (text, code) => {
  expect(currencyOrGbp(text)).toBe(code)
})

test.each([
  ['1234567.5', GBP, '£1,234,567.50'],
  ['-0.05', GBP, '-£0.05'],
  ['999', EUR, '€999.00'],
  ['1000', currency('SEK'), 'SEK 1,000.00'],
])('shows %s as the reader expects', (text, code, shown) => {
  expect(displayMoney(parseMoney(text, code))).toBe(shown)
})
