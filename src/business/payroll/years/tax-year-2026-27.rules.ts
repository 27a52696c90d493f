/** Rates and thresholds of 2026-27 (payroll.md §2.1 to §2.4). */
import { day } from '#kernel/day.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'

export const year_2026_27 = {
  name: '2026-27',
  last_day: day('2027-04-05'),
  income_tax: {
    regimes: {
      uk: {
        bands: [
          { up_to: 37_700, percent: 20 },
          { up_to: 125_140, percent: 40 },
          { up_to: null, percent: 45 },
        ],
        basic: 0,
        band_tax: 'annual',
      },
      S: {
        bands: [
          { up_to: 3_967, percent: 19 },
          { up_to: 16_956, percent: 20 },
          { up_to: 31_092, percent: 21 },
          { up_to: 62_430, percent: 42 },
          { up_to: 125_140, percent: 45 },
          { up_to: null, percent: 48 },
        ],
        basic: 1,
        band_tax: 'annual',
      },
      C: {
        bands: [
          { up_to: 37_700, percent: 20 },
          { up_to: 125_140, percent: 40 },
          { up_to: null, percent: 45 },
        ],
        basic: 0,
        band_tax: 'annual',
      },
    },
  },
  national_insurance: {
    lower_limit: { week: 129, month: 559, year: 6_708 },
    secondary: 5_000,
    primary: 12_570,
    freeport: 25_000,
    upper_limit: 50_270,
    letters: {
      A: { employee: [800, 200], employer: [1500, 1500, 1500] },
      B: { employee: [185, 200], employer: [1500, 1500, 1500] },
      C: { employee: [0, 0], employer: [1500, 1500, 1500] },
      D: { employee: [200, 200], employer: [0, 1500, 1500] },
      E: { employee: [185, 200], employer: [0, 1500, 1500] },
      F: { employee: [800, 200], employer: [0, 1500, 1500] },
      H: { employee: [800, 200], employer: [0, 0, 1500] },
      I: { employee: [185, 200], employer: [0, 1500, 1500] },
      J: { employee: [200, 200], employer: [1500, 1500, 1500] },
      K: { employee: [0, 0], employer: [0, 1500, 1500] },
      L: { employee: [200, 200], employer: [0, 1500, 1500] },
      M: { employee: [800, 200], employer: [0, 0, 1500] },
      N: { employee: [800, 200], employer: [0, 1500, 1500] },
      S: { employee: [0, 0], employer: [0, 1500, 1500] },
      V: { employee: [800, 200], employer: [0, 0, 1500] },
      X: { employee: [0, 0], employer: [0, 0, 0] },
      Z: { employee: [200, 200], employer: [0, 0, 1500] },
    },
  },
} as const satisfies TaxYear
