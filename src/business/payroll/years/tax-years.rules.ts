import type { Day } from '#kernel/day.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import { year_2025_26 } from './tax-year-2025-26.rules.ts'
import { year_2026_27 } from './tax-year-2026-27.rules.ts'

/** Every loaded tax year, oldest first. */
export const TAX_YEARS: readonly TaxYear[] = [year_2025_26, year_2026_27]

/** The year of a day, or the nearest that is loaded: bounds hold for every pay day. */
export const nearestYear = (on: Day): TaxYear =>
  TAX_YEARS.find(({ last_day }) => on <= last_day) ?? year_2026_27
