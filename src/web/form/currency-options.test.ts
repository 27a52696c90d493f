import { expect, test } from 'vitest'
import { currencyOptions } from './currency-options.ts'

const rows = [
  { alpha_code: 'EUR', name: 'Euro', is_active: true },
  { alpha_code: 'PLN', name: 'Polish Zloty', is_active: false },
  { alpha_code: 'GBP', name: 'Pound Sterling', is_active: true },
]
const offered = (in_use: readonly string[], read = rows) =>
  currencyOptions(read, in_use).map(({ value }) => value)

test('currencies: those that are on, sterling first', () => {
  expect(offered(['GBP'])).toEqual(['GBP', 'EUR'])
  expect(offered([''])).toEqual(['GBP', 'EUR'])
})

test('currencies: the record keeps its own that is off', () => {
  expect(offered(['PLN'])).toEqual(['GBP', 'EUR', 'PLN'])
})

test('currencies: the chosen one shows before the others are read', () => {
  expect(offered(['PLN', 'PLN'], [])).toEqual(['PLN'])
})
