import { isStintError } from '#kernel/errors.ts'
import { type CurrencyCode, type Money, parseMoney } from '#kernel/money.ts'

/** The amount of a typed text, or the words of its fault. */
export function readMoney(text: string, code: CurrencyCode): Money | string {
  try {
    return parseMoney(text, code, 'amount')
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return refusal.message
  }
}
