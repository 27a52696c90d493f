/** Rates and thresholds of 2025-26 (payroll.md §2.1 to §2.12). */
import { day } from '#kernel/day.ts'
import { minimum_wage_2025 } from '../../rates/minimum-wage.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import { attachment_rates } from './attachment-rates.rules.ts'
import { ni_letters, uk_bands } from './lasting-rates.rules.ts'

export const year_2025_26 = {
  name: '2025-26',
  last_day: day('2026-04-05'),
  income_tax: {
    most_percent: 50,
    regimes: {
      uk: uk_bands,
      S: {
        bands: [
          { up_to: 2_827, percent: 19 },
          { up_to: 14_921, percent: 20 },
          { up_to: 31_092, percent: 21 },
          { up_to: 62_430, percent: 42 },
          { up_to: 125_140, percent: 45 },
          { up_to: null, percent: 48 },
        ],
        basic: 1,
        // HMRC's Scottish sheets of this year add the bands up.
        band_tax: 'per_band',
      },
      C: uk_bands,
    },
  },
  national_insurance: {
    lower_limit: { week: 125, month: 542, year: 6_500 },
    secondary: 5_000,
    primary: 12_570,
    freeport: 25_000,
    upper_limit: 50_270,
    letters: ni_letters,
  },
  student_loans: {
    plan_1: { threshold: 26_065, percent: 9 },
    plan_2: { threshold: 28_470, percent: 9 },
    plan_4: { threshold: 32_745, percent: 9 },
    plan_5: null,
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
    sick: { weekly: 118_75, percent_of_earnings: null, waiting_days: 3, needs_lower_limit: true },
    parental: { weekly: 187_18, percent_of_earnings: 90 },
    recovered: { standard: 920, small_employer: 1085 },
  },
  minimum_wage: minimum_wage_2025,
  levy: { thousandths: 5, allowance: 15_000 },
  employment_allowance: 10_500,
} as const satisfies TaxYear
