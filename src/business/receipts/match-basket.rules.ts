/** The basket of a receipt in matching: the amount for each document, and the rest. Pure. */
import type { Money } from '#kernel/money.ts'
import { minOf, money, parseMoney } from '#kernel/money.ts'

/** The offered amount for a document: all of it, or the rest of the receipt. */
export function offeredAmount(unmatched: Money, outstanding: Money): Money {
  return minOf(unmatched, outstanding)
}

/** Left of the receipt after these amounts; null when one of them is no amount. Negative: too much was given out. */
export function leftOf(unmatched: Money, amounts: readonly string[]): Money | null {
  let given = 0
  for (const text of amounts) {
    try {
      given += parseMoney(text.trim() === '' ? '0' : text, unmatched.currency).minor
    } catch {
      return null
    }
  }
  return money(unmatched.minor - given, unmatched.currency)
}
