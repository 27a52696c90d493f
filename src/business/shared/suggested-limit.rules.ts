/** The credit limit that a client's work needs. Pure. */
import { type CurrencyCode, type Money, money } from '#kernel/money.ts'
import { type Rate4, scale4 } from '#kernel/rate.ts'

/** A week has 37.5 hours, VAT is 20 %, and two weeks pass before a week's work is invoiced and after it is due. */
const TENTHS_OF_HOURS = 375
const TENTHS_WITH_VAT = 12
const WEEKS_BESIDE_TERMS = 2
const ROUNDED_TO = 1000

export type LimitBasis = {
  readonly placements: number
  readonly average_rate: Rate4
  /** Days. */
  readonly payment_terms: number
}

/** The next multiple; itself where it is one. */
const upTo = (number: number, step: number) => number + ((step - (number % step)) % step)

/** The limit that this work needs, rounded up to a thousand; null without work. */
export function suggestedLimit(
  { placements, average_rate, payment_terms }: LimitBasis,
  code: CurrencyCode,
): Money | null {
  const weeks = upTo(payment_terms, 7) / 7 + WEEKS_BESIDE_TERMS
  const scaled = placements * average_rate * TENTHS_OF_HOURS * TENTHS_WITH_VAT * weeks
  if (scaled <= 0) return null
  // Hours and VAT are in tenths, and a minor unit is a hundredth.
  return money(upTo(scaled, scale4 * 100 * ROUNDED_TO) / scale4, code)
}
