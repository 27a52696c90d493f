/** Pay frequencies, and the parts of a year that their tables count in (payroll.md §2.10). */

export type SeveralWeeks = 'week' | 'fortnight' | 'four_week'
/** Of employments. HMRC's rows also pay by the quarter, half-year and year; a year is a director's earnings period. */
export type WageFrequency = SeveralWeeks | 'month'
export type PayFrequency = WageFrequency | 'quarter' | 'half_year' | 'year'

const weeks = { week: 1, fortnight: 2, four_week: 4 } as const
const months = { month: 1, quarter: 3, half_year: 6, year: 12 } as const

/** Tax weeks of one pay period; null for months and longer periods. */
export const weeksOf = (frequency: PayFrequency): number | null =>
  frequency in weeks ? weeks[frequency as keyof typeof weeks] : null // Its keys.

/** Weeks or months of the tables in one pay period. */
export const partsOfPeriod = (frequency: PayFrequency): number => ({ ...weeks, ...months })[frequency]

/** Weeks or months of the tables in a year (payroll.md §2.3). */
export const partsOfYear = (frequency: PayFrequency): number => (weeksOf(frequency) === null ? 12 : 52)
