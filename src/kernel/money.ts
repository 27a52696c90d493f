import { assert } from './assert.ts'
import { formatScaled, groupThousands, parseScaled } from './decimal-text.ts'
import { conflict, invalid } from './errors.ts'
import { validationText } from './messages.ts'

/** Three capital letters, ISO 4217 (`GBP`). */
export type CurrencyCode = string & { readonly __brand: 'CurrencyCode' }

/**
 * An amount: integer minor units and its currency. Every currency of the product has two decimals
 * (spec §9: GBP, EUR, USD, SEK, PLN), as has the column behind it, numeric(15,2).
 */
export type Money = { readonly minor: number; readonly currency: CurrencyCode }

/** 13 integer digits, as numeric(15,2): the greatest amount is 9,999,999,999,999.99. */
export const money_minor_max = 999_999_999_999_999
const integer_digits_max = 13

/** A currency code we made ourselves or read from our database; asserts its form. */
export function currency(code: string): CurrencyCode {
  assert(/^[A-Z]{3}$/.test(code), `${code} is a currency code`)
  return code as CurrencyCode // Asserted above.
}

export const GBP = currency('GBP')

/** Spec §5: a currency code must be 3 letters, otherwise GBP. For display of foreign input. */
export function currencyOrGbp(code: string | null | undefined): CurrencyCode {
  return /^[A-Za-z]{3}$/.test(code ?? '') ? currency((code ?? '').toUpperCase()) : GBP
}

/** Money from minor units (pence). Throws `invalid` beyond 13 integer digits. */
export function money(minor: number, code: CurrencyCode): Money {
  assert(Number.isInteger(minor), `${minor} minor units are whole`)
  if (Math.abs(minor) > money_minor_max) throw invalid({ amount: validationText.max })
  return { minor: minor === 0 ? 0 : minor, currency: code } // no negative zero
}

export function zero(code: CurrencyCode): Money {
  return { minor: 0, currency: code }
}

/** Decimal text (`'123.45'`, `'-5'`) to money, without a float. Throws `invalid` on `field`. */
export function parseMoney(text: string, code: CurrencyCode, field = 'amount'): Money {
  const minor = parseScaled(text, 2, integer_digits_max)
  if (typeof minor === 'number') return money(minor, code)
  const message = minor === 'too_many_digits' ? validationText.max : validationText.number
  throw invalid({ [field]: message })
}

/** Decimal text with two decimals, as the database and the API carry it: `'-1234.50'`. */
export function formatMoney(amount: Money): string {
  return formatScaled(amount.minor, 2)
}

/** For the reader: `'£1,234.50'`, minus in front; an unknown symbol shows the code (spec §9). */
export function displayMoney(amount: Money): string {
  const text = groupThousands(formatScaled(Math.abs(amount.minor), 2))
  return (amount.minor < 0 ? '-' : '') + symbolOf(amount.currency) + text
}

/** The symbol put before an amount; for a currency without one, the code and a space. */
export function symbolOf(code: CurrencyCode): string {
  const symbols: Record<string, string> = { GBP: '£', EUR: '€', USD: '$' }
  return symbols[code] ?? `${code} `
}

/** Throws `conflict` unless both amounts are of one currency (quality I20). */
function assertSameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) {
    throw conflict(`Amounts in ${a.currency} and ${b.currency} cannot be combined`)
  }
}

export function add(a: Money, b: Money): Money {
  assertSameCurrency(a, b)
  return money(a.minor + b.minor, a.currency)
}

export function sub(a: Money, b: Money): Money {
  assertSameCurrency(a, b)
  return money(a.minor - b.minor, a.currency)
}

export function neg(amount: Money): Money {
  return money(-amount.minor, amount.currency)
}

export function abs(amount: Money): Money {
  return money(Math.abs(amount.minor), amount.currency)
}

/** The currency is given because an empty sum has one too. */
export function sum(code: CurrencyCode, amounts: Iterable<Money>): Money {
  let total = zero(code)
  for (const amount of amounts) total = add(total, amount)
  return total
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compare(a: Money, b: Money): number {
  assertSameCurrency(a, b)
  return a.minor - b.minor
}

export function equals(a: Money, b: Money): boolean {
  return a.currency === b.currency && a.minor === b.minor
}

export function minOf(a: Money, b: Money): Money {
  return compare(a, b) <= 0 ? a : b
}

export function maxOf(a: Money, b: Money): Money {
  return compare(a, b) >= 0 ? a : b
}

export function isZero(amount: Money): boolean {
  return amount.minor === 0
}

export function isNegative(amount: Money): boolean {
  return amount.minor < 0
}

export function isPositive(amount: Money): boolean {
  return amount.minor > 0
}

/** Minor units as money; a missing or unknown code counts as pounds. */
export function moneyOf(minor: number, code: string | null | undefined): Money {
  return money(minor, currencyOrGbp(code))
}
