/** Divisions of whole numbers, exact and named by their rounding. Amounts of payroll are whole pence or ten-thousandths of a pound. */
import { assert } from '#kernel/assert.ts'

/** Whole pence. */
export type Pence = number

/** @param b positive. @returns the greatest whole number that is not above a / b */
export function floorDiv(a: number, b: number): number {
  assert(Number.isSafeInteger(a) && Number.isSafeInteger(b) && b > 0, `${a} / ${b} is of whole numbers`)
  const rest = ((a % b) + b) % b
  return (a - rest) / b
}

/** @param b positive. @returns the least whole number that is not below a / b */
export const ceilDiv = (a: number, b: number): number => -floorDiv(-a, b)

/** @param b positive. Half rounds up. */
export const nearestDiv = (a: number, b: number): number => floorDiv(2 * a + b, 2 * b)
