/** The basket of a receipt that is being matched: what each document is offered, and what is left. Pure. */
import type { Money } from '#kernel/money.ts'
import { currencyOrGbp, minOf, money, parseMoney } from '#kernel/money.ts'

/** What is offered for a document: all of it, or what the receipt still holds. */
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

export function moneyOf(minor: number, code: string | null | undefined): Money {
  return money(minor, currencyOrGbp(code))
}
