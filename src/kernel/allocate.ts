import { assert } from './assert.ts'
import type { Money } from './money.ts'
import { money } from './money.ts'
import { toSafe } from './round.ts'

/**
 * Splits an amount by whole-number weights without losing a penny: each share is floored, and the
 * remaining pennies go one each to the first shares that were rounded down. A negative amount is
 * split as its positive twin and negated, so that a credit mirrors its invoice.
 */
export function allocate(amount: Money, weights: readonly number[]): Money[] {
  const total = weights.reduce((all, weight) => all + weight, 0)
  assert(
    weights.every((w) => Number.isSafeInteger(w) && w >= 0),
    'weights are whole, not negative',
  )
  assert(total > 0, 'some weight is positive')
  const sign = amount.minor < 0 ? -1 : 1
  const whole = BigInt(Math.abs(amount.minor))
  const dues = weights.map((weight) => whole * BigInt(weight))
  const shares = dues.map((due) => toSafe(due / BigInt(total)))
  let left = Math.abs(amount.minor) - shares.reduce((all, share) => all + share, 0)
  return shares.map((share, i) => {
    const extra = left > 0 && (dues[i] ?? 0n) % BigInt(total) !== 0n ? 1 : 0
    left -= extra
    return money(sign * (share + extra), amount.currency)
  })
}
