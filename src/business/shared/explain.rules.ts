/**
 * Explains a figure in sentences that can be recomputed: `Standard: 37.5 × £20.00 = £750.00`. Pure. The left of the
 * equals sign gives the right, rounded half up to the penny (money.md §1.4, §1.10); explain.test.ts recomputes them.
 */
import type { Money } from '#kernel/money.ts'
import { displayMoney, isNegative, neg } from '#kernel/money.ts'
import type { Percent4, Rate4, Units4 } from '#kernel/rate.ts'
import { formatPercent, formatRate, formatUnits } from '#kernel/rate.ts'

/** One amount of a sum, with its name. */
export type Term = { readonly what: string; readonly amount: Money }

/** Amounts listed one by one; the rest is one amount. */
const LISTED = 12

/** Units at a rate. `symbol` is the currency's. */
export function productWords(
  what: string,
  worked: Units4,
  price: Rate4,
  symbol: string,
  amount: Money,
): string {
  const minus = price < 0 ? '-' : ''
  const size = Math.abs(price) as Rate4 // The size of a scaled number is scaled alike.
  return `${what}: ${formatUnits(worked)} × ${minus}${symbol}${formatRate(size)} = ${displayMoney(amount)}`
}

export function shareWords(what: string, share: Percent4, of: Money, amount: Money): string {
  return `${what}: ${formatPercent(share)} of ${displayMoney(of)} = ${displayMoney(amount)}`
}

/** Terms with their signs, and their sum. One term alone is the sum. */
export function sumWords(
  terms: readonly Term[],
  total: Money,
  add: (all: readonly Money[]) => Money,
): string {
  const listed = terms.slice(0, terms.length > LISTED ? LISTED - 1 : LISTED)
  const more = terms.slice(listed.length)
  const all = [
    ...listed,
    ...(more.length > 0 ? [{ what: `${more.length} more`, amount: add(more.map((one) => one.amount)) }] : []),
  ]
  const sentences = all.map(({ what, amount }, i) => {
    const sign = isNegative(amount) ? '−' : '+'
    const size = displayMoney(isNegative(amount) ? neg(amount) : amount)
    return i === 0 && sign === '+' ? `${size} (${what})` : `${sign} ${size} (${what})`
  })
  return `${sentences.join(' ')} = ${displayMoney(total)}`
}

/** Of more than can be listed: the largest rows one by one, all others as one amount. */
export function rowsWords(
  listed: readonly Term[],
  more: { readonly count: number; readonly amount: Money },
  total: Money,
  add: (all: readonly Money[]) => Money,
): string {
  const rest = more.count > 0 ? [{ what: `${more.count} more`, amount: more.amount }] : []
  const all = [...listed, ...rest]
  return all.length === 0 ? 'No rows.' : sumWords(all, total, add)
}
