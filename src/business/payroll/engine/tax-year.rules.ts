/** The form of a tax year's data (payroll.md §2). A new year is a new file in `years/`, without code. */
import type { Day } from '#kernel/day.ts'

/** England and Northern Ireland, Scotland, Wales: the prefix of a tax code. */
export type Regime = 'uk' | 'S' | 'C'

export const NI_LETTERS = [
  'A',
  'B',
  'C',
  'D',
  'E',
  'F',
  'H',
  'I',
  'J',
  'K',
  'L',
  'M',
  'N',
  'S',
  'V',
  'X',
  'Z',
] as const
export type NiLetter = (typeof NI_LETTERS)[number]

/** Taxable pay of a year, in pounds, up to which the percentage applies; null in the last band. */
export type TaxBand = { readonly up_to: number | null; readonly percent: number }

export type RegimeBands = {
  readonly bands: readonly TaxBand[]
  /** Index of the band of code BR; codes D0 to D3 are the bands after it. */
  readonly basic: number
  /** Tax of the full bands below: of the annual sum, or added up from each band's truncated tax. */
  readonly band_tax: 'annual' | 'per_band'
}

/** Hundredths of a percent: 1.85 % is 185. */
export type NiRates = {
  /** From the primary threshold to the upper limit, and above it. */
  readonly employee: readonly [number, number]
  /** From the secondary threshold to the freeport threshold, from there to the upper limit, and above it. */
  readonly employer: readonly [number, number, number]
}

export type TaxYear = {
  /** `2025-26`. */
  readonly name: string
  readonly last_day: Day
  readonly income_tax: {
    readonly regimes: Readonly<Record<Regime, RegimeBands>>
  }
  readonly national_insurance: {
    /** Lower earnings limit in pounds; HMRC publishes each. */
    readonly lower_limit: { readonly week: number; readonly month: number; readonly year: number }
    /** Annual thresholds in pounds; those of a period follow from them. */
    readonly secondary: number
    readonly primary: number
    readonly freeport: number
    readonly upper_limit: number
    readonly letters: Readonly<Record<NiLetter, NiRates>>
  }
}
