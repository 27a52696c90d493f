import { describe, expect, test } from 'vitest'
import { formatMoney, GBP } from '#kernel/money.ts'
import { rate } from '#kernel/rate.ts'
import { suggestedLimit } from './suggested-limit.rules.ts'

describe('a suggested limit', () => {
  test.each([
    [3, '25.00', 30, '24000.00'],
    [1, '25.00', 0, '3000.00'],
    [1, '25.00', 7, '4000.00'],
    // 22,222.22… would round down.
    [4, '24.6914', 28, '27000.00'],
  ])('%d placements at %s, %d days', (placements, average, payment_terms, wanted) => {
    const limit = suggestedLimit({ placements, average_rate: rate(average), payment_terms }, GBP)
    expect(limit && formatMoney(limit)).toBe(wanted)
  })

  test('without work: none', () => {
    expect(suggestedLimit({ placements: 0, average_rate: rate('25'), payment_terms: 30 }, GBP)).toBe(null)
  })
})
