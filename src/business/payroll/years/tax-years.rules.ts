import type { TaxYear } from '../engine/tax-year.rules.ts'
import { year_2025_26 } from './tax-year-2025-26.rules.ts'
import { year_2026_27 } from './tax-year-2026-27.rules.ts'

/** Every loaded tax year, oldest first. */
export const TAX_YEARS: readonly TaxYear[] = [year_2025_26, year_2026_27]
