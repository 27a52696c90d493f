import { expect, test } from 'vitest'
import { currency, parseMoney } from './money.ts'
import { inSterling, sterlingTotal } from './sterling.ts'

test.each([
  ['187.50', 16_106],
  ['-187.50', -16_106],
])('%s EUR in sterling: rounded once to the penny', (amount, minor) => {
  expect(inSterling(parseMoney(amount, currency('EUR')), '0.859000').minor).toBe(minor)
})

test('total of several currencies: in pounds at the rates given, none where a rate is missing', () => {
  const rates = new Map([
    ['GBP', '1'],
    ['EUR', '0.859'],
  ])
  const amounts = [
    { currency: 'GBP', amount: 136_398.48 },
    { currency: 'EUR', amount: 22_464 },
  ]
  expect(sterlingTotal(amounts, rates)?.minor).toBe(15_569_506)
  expect(sterlingTotal([...amounts, { currency: 'PLN', amount: 1 }], rates)).toBeNull()
})
