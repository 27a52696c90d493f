/** The form of a tax year's data (payroll.md §2). A new year is a new file in `years/`, without code. */
import type { Day } from '#kernel/day.ts'
import type { MinimumWage } from '../../rates/minimum-wage.rules.ts'
import type { SeveralWeeks } from './tax-period.rules.ts'
import type { Pence } from './whole.rules.ts'

/** England and Northern Ireland, Scotland, Wales: the prefix of a tax code. */
export type Regime = 'uk' | 'S' | 'C'

export const NI_LETTERS = [
  'A',
  'B',
  'C',
  'D',
  'E',
  'F',
  'H',
  'I',
  'J',
  'K',
  'L',
  'M',
  'N',
  'S',
  'V',
  'X',
  'Z',
] as const
export type NiLetter = (typeof NI_LETTERS)[number]

/** Taxable pay of a year, in pounds, up to which the percentage applies; null in the last band. */
export type TaxBand = { readonly up_to: number | null; readonly percent: number }

export type RegimeBands = {
  readonly bands: readonly TaxBand[]
  /** Index of the band of code BR; codes D0 to D3 are the bands after it. */
  readonly basic: number
  /** Tax of the full bands below: of the annual sum, or added up from each band's truncated tax. */
  readonly band_tax: 'annual' | 'per_band'
}

/** Hundredths of a percent: 1.85 % is 185. */
export type NiRates = {
  /** From the primary threshold to the upper limit, and above it. */
  readonly employee: readonly [number, number]
  /** From the secondary threshold to the freeport threshold, from there to the upper limit, and above it. */
  readonly employer: readonly [number, number, number]
}

/** Plans of student loans, lowest number first, and the postgraduate loan. */
export const LOAN_PLANS = ['plan_1', 'plan_2', 'plan_4', 'plan_5', 'postgraduate'] as const
export type LoanPlan = (typeof LOAN_PLANS)[number]

/** Pounds of a pay period: qualifying earnings lie between the limits, and the trigger makes a worker eligible. */
export type PensionLimits = { readonly lower: number; readonly upper: number; readonly trigger: number }

/** Earnings in pounds up to which the percentage applies; null in the last step. */
export type TableStep = { readonly up_to: number | null; readonly percent: number }

/** A table of weekly and one of monthly earnings; several weeks are divided, looked up and multiplied. */
export type AttachmentTable = {
  readonly from: Day
  readonly week: readonly TableStep[]
  readonly month: readonly TableStep[]
}

export type StatutoryRates = {
  /** The most that a week of sick pay is, the share of earnings that caps it, and the days that are not paid. */
  readonly sick: {
    readonly weekly: Pence
    readonly percent_of_earnings: number | null
    readonly waiting_days: number
    readonly needs_lower_limit: boolean
  }
  /** Pay of parents: the share of earnings, and the most of weeks at the flat rate. */
  readonly parental: { readonly weekly: Pence; readonly percent_of_earnings: number }
  /** Tenths of a percent that HMRC gives back, of small employers with their compensation. */
  readonly recovered: { readonly standard: number; readonly small_employer: number }
}

export type TaxYear = {
  /** `2025-26`. */
  readonly name: string
  readonly last_day: Day
  readonly income_tax: {
    /** Of a payment, the most that tax takes. */
    readonly most_percent: number
    readonly regimes: Readonly<Record<Regime, RegimeBands>>
  }
  readonly national_insurance: {
    /** Lower earnings limit in pounds; HMRC publishes each. */
    readonly lower_limit: { readonly week: number; readonly month: number; readonly year: number }
    /** Annual thresholds in pounds; those of a period follow from them. */
    readonly secondary: number
    readonly primary: number
    readonly freeport: number
    readonly upper_limit: number
    readonly letters: Readonly<Record<NiLetter, NiRates>>
  }
  /** Annual threshold in pounds and percentage above it; null where the plan is not collected. */
  readonly student_loans: Readonly<
    Record<LoanPlan, { readonly threshold: number; readonly percent: number } | null>
  >
  readonly pension: {
    readonly limits: Readonly<Record<SeveralWeeks | 'month', PensionLimits>>
    /** The least of employee and employer together, and of the employer. */
    readonly least_percent: { readonly total: number; readonly employer: number }
  }
  readonly attachments: {
    readonly dea: { readonly standard: AttachmentTable; readonly higher: AttachmentTable }
    readonly council_tax: AttachmentTable
    /** Of net earnings, that deductions together leave to a worker with a direct earnings attachment. */
    readonly protected_percent: number
    /** For the employer's costs, each time an order takes something. */
    readonly admin_fee: Pence
  }
  readonly statutory: StatutoryRates
  readonly minimum_wage: MinimumWage
  /** Thousandths of the pay bill, and pounds a year that are free of it. */
  readonly levy: { readonly thousandths: number; readonly allowance: number }
  /** Pounds a year. */
  readonly employment_allowance: number
}
