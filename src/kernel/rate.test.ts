import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, GBP, money } from './money.ts'
import {
  amountOf,
  formatPercent,
  formatRate,
  formatUnits,
  percent,
  percentOf,
  percentOfRate,
  rate,
  sumUnits,
  toNumericText,
  units,
} from './rate.ts'

test.each([
  // units     rate        amount
  ['37.5', '25.00', '937.50'],
  ['37.5', '20.00', '750.00'],
  ['0', '25.00', '0.00'],
  ['0.3333', '10.00', '3.33'],
  ['0.5', '0.01', '0.01'], // half a penny goes up
  ['-0.5', '0.01', '-0.01'], // and a credit mirrors it
  ['40', '22.4140', '896.56'],
  ['0.0001', '0.0001', '0.00'],
  ['1', '99999999.9999', '100000000.00'],
])('%s units at %s are %s', (worked, price, amount) => {
  expect(formatMoney(amountOf(units(worked), rate(price), GBP))).toBe(amount)
})

test.each([
  // percent   of            gives
  ['2.5', '1125.00', '28.13'],
  ['20', '28.13', '5.63'],
  ['2.5', '-1125.00', '-28.13'],
  ['20', '25.06', '5.01'],
  ['0', '100.00', '0.00'],
  ['100', '0.01', '0.01'],
])('%s %% of %s is %s', (share, of, gives) => {
  const amount = money(Math.round(Number(of) * 100), GBP)
  expect(formatMoney(percentOf(percent(share), amount))).toBe(gives)
})

test('holiday pay of 12.07 % on 20.00 is 2.4140, to four decimals', () => {
  expect(toNumericText(percentOfRate(percent('12.07'), rate('20.00')))).toBe('2.4140')
  expect(toNumericText(percentOfRate(percent('12.07'), rate('11.4399')))).toBe('1.3808')
})

test.each([
  ['1.23456', 'Please enter a valid number'],
  ['x', 'Please enter a valid number'],
  ['100000000', 'Max number is reached'],
])('refuses the rate %s', (text, message) => {
  expect(() => rate(text)).toThrow(message)
})

test('is shown without needless zeros', () => {
  expect(formatRate(rate('20'))).toBe('20.00')
  expect(formatRate(rate('22.4140'))).toBe('22.414')
  expect(formatUnits(units('37.5000'))).toBe('37.5')
  expect(formatUnits(units('40'))).toBe('40')
  expect(formatPercent(percent('12.07'))).toBe('12.07%')
  expect(formatUnits(sumUnits([units('7.5'), units('7.25'), units('0.0001')]))).toBe('14.7501')
})

test('negating the units negates the amount: a refinement cancels to the penny', () => {
  const worked = fc.integer({ min: 0, max: 1_000_0000 })
  const price = fc.integer({ min: 0, max: 5_000_0000 })
  fc.assert(
    fc.property(worked, price, (w, p) => {
      const [forth, back] = [units(toText(w)), units(toText(-w))]
      const at = rate(toText(p))
      const minor = amountOf(forth, at, GBP).minor
      expect(minor + amountOf(back, at, GBP).minor).toBe(0)
      expect(Math.abs(minor - (w * p) / 1_000_000)).toBeLessThanOrEqual(0.5001)
    }),
  )
})

function toText(scaled: number): string {
  const digits = String(Math.abs(scaled)).padStart(5, '0')
  return `${scaled < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}
