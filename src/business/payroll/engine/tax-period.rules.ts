/** Pay frequencies, and the parts of a year that their tables count in (payroll.md §2.10). */

export type SeveralWeeks = 'week' | 'fortnight' | 'four_week'
/** Of employments; a year is the earnings period of directors alone. */
export type WageFrequency = SeveralWeeks | 'month'
export type PayFrequency = WageFrequency | 'year'

/** Tax weeks of one pay period; null for months and years. */
export const weeksOf = (frequency: PayFrequency): number | null =>
  ({ week: 1, fortnight: 2, four_week: 4, month: null, year: null })[frequency]

/** Weeks or months of the tables in a year. */
export const partsOfYear = (frequency: PayFrequency): number =>
  frequency === 'year' ? 1 : frequency === 'month' ? 12 : 52
