import { expect, test } from 'vitest'
import { GBP, money } from '#kernel/money.ts'
import { employerInsurance } from '../../rates/employer-insurance.rules.ts'
import { nationalInsurance, periodThresholds } from '../engine/national-insurance.rules.ts'
import { TAX_YEARS } from './tax-years.rules.ts'

test.each(['week', 'month'] as const)(
  'the estimate of a %s is what the engine computes, to a penny',
  (period) => {
    for (const year of TAX_YEARS)
      for (const pence of [0, 9_600, 41_700, 75_000, 75_003, 180_000, 600_000]) {
        const { employer } = nationalInsurance(year, 'A', pence, periodThresholds(year, period))
        expect(Math.abs(employerInsurance(money(pence, GBP), period).minor - employer)).toBeLessThanOrEqual(1)
      }
  },
)
