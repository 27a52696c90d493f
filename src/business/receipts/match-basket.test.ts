import { describe, expect, it } from 'vitest'
import { GBP, money, parseMoney } from '#kernel/money.ts'
import { leftOf, offeredAmount } from './match-basket.rules.ts'

const gbp = (text: string) => parseMoney(text, GBP)

describe('amounts in the basket', () => {
  it('offers a document the rest of the receipt', () => {
    expect(offeredAmount(gbp('100.00'), gbp('250.00'))).toEqual(money(10000, GBP))
    expect(offeredAmount(gbp('100.00'), gbp('40.00'))).toEqual(money(4000, GBP))
  })
  it('the rest may be negative, and is unknown with an invalid amount', () => {
    expect(leftOf(gbp('100.00'), ['60', '50.50'])?.minor).toBe(-1050)
    expect(leftOf(gbp('100.00'), ['60', ''])?.minor).toBe(4000)
    expect(leftOf(gbp('100.00'), ['sixty'])).toBeNull()
  })
})
