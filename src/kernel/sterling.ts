/** Amounts in pounds at a stated rate: for statements beside a document, and totals on screen; never for a posting. */
import { add, currency, GBP, type Money, money, parseMoney, zero } from './money.ts'
import { roundToMinor } from './round.ts'

/** @param sterling_rate pounds for one unit of the currency, up to six decimals */
export function inSterling(amount: Money, sterling_rate: string): Money {
  const [whole = '0', fraction = ''] = sterling_rate.split('.')
  const scaled = BigInt(whole + fraction.padEnd(6, '0').slice(0, 6))
  return money(roundToMinor(BigInt(amount.minor) * scaled, 1_000_000n), GBP)
}

/**
 * The total of several currencies in pounds (spec §9, fallback exchange rates); null where one has no rate.
 * @param amounts in units of their currency
 * @param rates pounds for one unit, by currency code
 */
export function sterlingTotal(
  amounts: readonly { readonly currency: string; readonly amount: number }[],
  rates: ReadonlyMap<string, string>,
): Money | null {
  let total = zero(GBP)
  for (const { currency: code, amount } of amounts) {
    const rate = rates.get(code)
    if (rate === undefined) return null
    total = add(total, inSterling(parseMoney(amount.toFixed(2), currency(code)), rate))
  }
  return total
}
