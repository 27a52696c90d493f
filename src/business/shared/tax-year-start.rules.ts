/** Tax years, from 6 April to 5 April. Pure. */
import { compareDays, type Day, dayOf, partsOf } from '#kernel/day.ts'

/** The sixth of April on or before a day. */
export function taxYearStart(of: Day): Day {
  const { year } = partsOf(of)
  const start = dayOf(year, 4, 6)
  return compareDays(of, start) < 0 ? dayOf(year - 1, 4, 6) : start
}

/** `2025` begins the tax year 2025-26. */
export const taxYearName = (year: number): string => `${year}-${String((year + 1) % 100).padStart(2, '0')}`
