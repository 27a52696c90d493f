/** Rates and thresholds of 2026-27 (payroll.md §2.1 to §2.12). */
import { day } from '#kernel/day.ts'
import { minimum_wage_2026 } from '../../rates/minimum-wage.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import { attachment_rates } from './attachment-rates.rules.ts'
import { ni_letters, uk_bands } from './lasting-rates.rules.ts'

export const year_2026_27 = {
  name: '2026-27',
  last_day: day('2027-04-05'),
  income_tax: {
    most_percent: 50,
    regimes: {
      uk: uk_bands,
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
      C: uk_bands,
    },
  },
  national_insurance: {
    lower_limit: { week: 129, month: 559, year: 6_708 },
    secondary: 5_000,
    primary: 12_570,
    freeport: 25_000,
    upper_limit: 50_270,
    letters: ni_letters,
  },
  student_loans: {
    plan_1: { threshold: 26_900, percent: 9 },
    plan_2: { threshold: 29_385, percent: 9 },
    plan_4: { threshold: 33_795, percent: 9 },
    plan_5: { threshold: 25_000, percent: 9 },
    postgraduate: { threshold: 21_000, percent: 6 },
  },
  pension: {
    limits: {
      week: { lower: 120, upper: 967, trigger: 192 },
      fortnight: { lower: 240, upper: 1_934, trigger: 384 },
      four_week: { lower: 480, upper: 3_867, trigger: 768 },
      month: { lower: 520, upper: 4_189, trigger: 833 },
    },
    least_percent: { total: 8, employer: 3 },
  },
  attachments: attachment_rates,
  statutory: {
    sick: { weekly: 123_25, percent_of_earnings: 80, waiting_days: 0, needs_lower_limit: false },
    parental: { weekly: 194_32, percent_of_earnings: 90 },
    recovered: { standard: 920, small_employer: 1090 },
  },
  minimum_wage: minimum_wage_2026,
  levy: { thousandths: 5, allowance: 15_000 },
  employment_allowance: 10_500,
} as const satisfies TaxYear
