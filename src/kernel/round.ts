import { assert } from './assert.ts'

/**
 * The one rounding rule of the product: half away from zero, so that a credit note is the exact
 * mirror of its invoice (2.5 p gives 3 p, -2.5 p gives -3 p). Exact on integers of any size.
 */
export function roundHalfAway(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'denominator of a rounding is positive')
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n)
  return numerator < 0n ? -rounded : rounded
}

/** The ratio rounded half away from zero to whole minor units (pence). Asserts a safe integer. */
export function roundToMinor(numerator: bigint, denominator: bigint): number {
  return toSafe(roundHalfAway(numerator, denominator))
}

/** A bigint as a number that holds it exactly. */
export function toSafe(value: bigint): number {
  const number = Number(value)
  assert(Number.isSafeInteger(number), `${value} is a safe integer`)
  return number
}
