/** The basket of a receipt in matching: the amount for each document, and the rest. Pure. */
import type { Money } from '#kernel/money.ts'
import { minOf, money } from '#kernel/money.ts'
import { readMoney } from '../shared/read-money.rules.ts'

/** The offered amount for a document: all of it, or the rest of the receipt. */
export function offeredAmount(unmatched: Money, outstanding: Money): Money {
  return minOf(unmatched, outstanding)
}

/** Left of the receipt after these amounts; null when one of them is no amount. Negative: too much was given out. */
export function leftOf(unmatched: Money, amounts: readonly string[]): Money | null {
  let given = 0
  for (const text of amounts) {
    const amount = readMoney(text.trim() || '0', unmatched.currency)
    if (typeof amount === 'string') return null
    given += amount.minor
  }
  return money(unmatched.minor - given, unmatched.currency)
}
