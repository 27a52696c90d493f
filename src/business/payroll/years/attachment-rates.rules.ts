/** Rates of attachment orders, unchanged since 2013 (payroll.md §2.12). */
import { day } from '#kernel/day.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'

export const attachment_rates = {
  dea: {
    standard: {
      from: day('2013-04-08'),
      week: [
        { up_to: 100, percent: 0 },
        { up_to: 160, percent: 3 },
        { up_to: 220, percent: 5 },
        { up_to: 270, percent: 7 },
        { up_to: 375, percent: 11 },
        { up_to: 520, percent: 15 },
        { up_to: null, percent: 20 },
      ],
      month: [
        { up_to: 430, percent: 0 },
        { up_to: 690, percent: 3 },
        { up_to: 950, percent: 5 },
        { up_to: 1_160, percent: 7 },
        { up_to: 1_615, percent: 11 },
        { up_to: 2_240, percent: 15 },
        { up_to: null, percent: 20 },
      ],
    },
    higher: {
      from: day('2013-04-08'),
      week: [
        { up_to: 100, percent: 5 },
        { up_to: 160, percent: 6 },
        { up_to: 220, percent: 10 },
        { up_to: 270, percent: 14 },
        { up_to: 375, percent: 22 },
        { up_to: 520, percent: 30 },
        { up_to: null, percent: 40 },
      ],
      month: [
        { up_to: 430, percent: 5 },
        { up_to: 690, percent: 6 },
        { up_to: 950, percent: 10 },
        { up_to: 1_160, percent: 14 },
        { up_to: 1_615, percent: 22 },
        { up_to: 2_240, percent: 30 },
        { up_to: null, percent: 40 },
      ],
    },
  },
  // The last percentage is of the earnings above the step before it; that step's percentage is of all earnings up to it.
  council_tax: {
    from: day('2007-04-01'),
    week: [
      { up_to: 75, percent: 0 },
      { up_to: 135, percent: 3 },
      { up_to: 185, percent: 5 },
      { up_to: 225, percent: 7 },
      { up_to: 355, percent: 12 },
      { up_to: 505, percent: 17 },
      { up_to: null, percent: 50 },
    ],
    month: [
      { up_to: 300, percent: 0 },
      { up_to: 550, percent: 3 },
      { up_to: 740, percent: 5 },
      { up_to: 900, percent: 7 },
      { up_to: 1_420, percent: 12 },
      { up_to: 2_020, percent: 17 },
      { up_to: null, percent: 50 },
    ],
  },
  protected_percent: 60,
  admin_fee: 100,
} as const satisfies TaxYear['attachments']
