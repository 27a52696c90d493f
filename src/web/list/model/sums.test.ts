import { expect, it } from 'vitest'
import { displayMoney } from '#kernel/money.ts'
import { clampWidth } from '../rows/widths.ts'
import { sumsByCurrency } from './sums.ts'

it('sums a selection per currency, to the penny, in the order the currencies appear', () => {
  const rows = [
    { id: 'a', amount: 0.1, currency: { alpha_code: 'GBP' } },
    { id: 'b', amount: 18840, currency: { alpha_code: 'EUR' } },
    { id: 'c', amount: '0.20', currency: { alpha_code: 'GBP' } },
    { id: 'd', amount: -0.05, currency: { alpha_code: 'GBP' } },
  ]
  expect(sumsByCurrency(rows, 'amount', 'currency.alpha_code').map(displayMoney)).toEqual([
    '£0.25',
    '€18,840.00',
  ])
  expect(sumsByCurrency([], 'amount', 'currency.alpha_code')).toEqual([])
})

it('keeps widths between 100 and 1000', () => {
  expect([20, 100.4, 333, 5000].map(clampWidth)).toEqual([100, 100, 333, 1000])
})
