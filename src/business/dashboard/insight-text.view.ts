/** How figures of the insights are written (spec §9): percent with two decimals, large numbers with three digits. */
import type { Day } from '#kernel/day.ts'
import { formatDayLong } from '#kernel/day.ts'
import { formatScaled, groupThousands } from '#kernel/decimal-text.ts'
import { currencyOrGbp, symbolOf } from '#kernel/money.ts'

const percents = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const shorts = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })
const tenths = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const quantities = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

/** Spec §9: 100 times the value, with two decimals. */
export const percentText = (share: number): string => percents.format(share)

/** Spec §9: large numbers shorten with K, M, B, T to three significant digits. */
export function shortText(minor: number, code: string): string {
  const sign = minor < 0 ? '-' : ''
  return `${sign}${symbolOf(currencyOrGbp(code))}${shorts.format(Math.abs(minor) / 100)}`
}

/** An amount in full, as text for a title or a table. */
export function exactText(minor: number, code: string): string {
  const sign = minor < 0 ? '-' : ''
  return `${sign}${symbolOf(currencyOrGbp(code))}${groupThousands(formatScaled(Math.abs(minor), 2))}`
}

/** Units are kept in ten-thousandths. */
export const unitsText = (scaled: number): string => quantities.format(scaled / 10_000)

export const daysText = (days: number | null): string =>
  days === null ? '–' : `${tenths.format(days)} ${days === 1 ? 'day' : 'days'}`

/** `Mar 2026`. */
export const monthText = (month: Day): string => formatDayLong(month).slice(3)
