import { assert } from './assert.ts'
import { formatScaled, parseScaled } from './decimal-text.ts'
import { invalid } from './errors.ts'
import { validationText } from './messages.ts'
import type { CurrencyCode, Money } from './money.ts'
import { money } from './money.ts'
import { roundToMinor } from './round.ts'

/** Rates, units and percents are integers scaled by 10,000, each under its own brand. Columns: numeric(12,4). */
export type Rate4 = number & { readonly __brand: 'Rate4' }
export type Units4 = number & { readonly __brand: 'Units4' }
/** 2.5 % is 25,000; 12.07 % is 120,700. */
export type Percent4 = number & { readonly __brand: 'Percent4' }

export const scale4 = 10_000
const integer_digits_max = 8

/** Decimal text with at most four decimals to a scaled integer. Throws `invalid` on `field`. */
function parse4(text: string, field: string): number {
  const scaled = parseScaled(text, 4, integer_digits_max)
  if (typeof scaled === 'number') return scaled
  const message = scaled === 'too_many_digits' ? validationText.max : validationText.number
  throw invalid({ [field]: message })
}

/** `rate('20.00')`: currency units per unit of work. */
export function rate(text: string, field = 'rate'): Rate4 {
  return parse4(text, field) as Rate4 // Branded where it is scaled.
}

/** `units('7.5')`: hours, days or other units of work. */
export function units(text: string, field = 'units'): Units4 {
  return parse4(text, field) as Units4 // Branded where it is scaled.
}

/** `percent('2.5')` is two and a half percent. */
export function percent(text: string, field = 'percent'): Percent4 {
  return parse4(text, field) as Percent4 // Branded where it is scaled.
}

/** Brands an integer that is scaled by 10,000 already, such as a sum of units. */
export function unitsFromScaled(scaled: number): Units4 {
  assert(Number.isSafeInteger(scaled), `${scaled} scaled units are whole`)
  return scaled as Units4 // Asserted above.
}

export function sumUnits(list: Iterable<Units4>): Units4 {
  let total = 0
  for (const one of list) total += one
  return unitsFromScaled(total)
}

/** Four decimals, as the columns hold it: `'20.0000'`. */
export function toNumericText(scaled: Rate4 | Units4 | Percent4): string {
  return formatScaled(scaled, 4)
}

/** For the reader: two to four decimals, `'20.00'`, `'22.4140'` as `'22.414'`. */
export function formatRate(value: Rate4): string {
  return formatScaled(value, 4, 2)
}

/** For the reader: no needless zeros, `'37.5'`. */
export function formatUnits(value: Units4): string {
  return formatScaled(value, 4, 0)
}

/** For the reader: `'2.50%'` (spec §9: at least two decimals). */
export function formatPercent(value: Percent4): string {
  return `${formatScaled(value, 4, 2)}%`
}

/** A line of a document: units × rate, rounded once to the penny (money.md §1.4, §1.10). */
export function amountOf(worked: Units4, price: Rate4, code: CurrencyCode): Money {
  const minor = roundToMinor(BigInt(worked) * BigInt(price) * 100n, BigInt(scale4 * scale4))
  return money(minor, code)
}

/** So many percent of an amount, rounded once to the penny. */
export function percentOf(share: Percent4, amount: Money): Money {
  const minor = roundToMinor(BigInt(share) * BigInt(amount.minor), BigInt(scale4 * 100))
  return money(minor, amount.currency)
}

/** So many percent of a rate, rounded to 4 decimals: holiday pay (spec §9). */
export function percentOfRate(share: Percent4, price: Rate4): Rate4 {
  const scaled = roundToMinor(BigInt(share) * BigInt(price), BigInt(scale4 * 100))
  return scaled as Rate4 // Both factors are scaled by 10,000, one scale is divided out.
}

export function addRates(a: Rate4, b: Rate4): Rate4 {
  return (a + b) as Rate4 // The sum of two scaled integers is scaled alike.
}
