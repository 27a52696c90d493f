/** Rates that the tax years from 2025-26 on share (payroll.md §2.1, §2.4). */
import type { TaxYear } from '../engine/tax-year.rules.ts'

/** Income tax of England, Northern Ireland and Wales. */
export const uk_bands = {
  bands: [
    { up_to: 37_700, percent: 20 },
    { up_to: 125_140, percent: 40 },
    { up_to: null, percent: 45 },
  ],
  basic: 0,
  band_tax: 'annual',
} as const satisfies TaxYear['income_tax']['regimes']['uk']

/** National Insurance by category letter. */
export const ni_letters = {
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
} as const satisfies TaxYear['national_insurance']['letters']
