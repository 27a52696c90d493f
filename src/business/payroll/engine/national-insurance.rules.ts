/** Class 1 National Insurance of employee and employer (payroll.md §2.4). Amounts are pence. */
import { type PayFrequency, partsOfPeriod, partsOfYear } from './tax-period.rules.ts'
import type { NiLetter, TaxYear } from './tax-year.rules.ts'
import { ceilDiv, floorDiv, nearestDiv, type Pence } from './whole.rules.ts'

/** Thresholds of an earnings period, in pence. */
export type NiThresholds = {
  readonly lower_limit: Pence
  readonly secondary: Pence
  readonly primary: Pence
  readonly freeport: Pence
  readonly upper_limit: Pence
}

/** Earnings in the three bands that are reported to HMRC. */
export type NiBands = { readonly at_lel: Pence; readonly lel_pt: Pence; readonly pt_uel: Pence }

export type NiResult = { readonly employee: Pence; readonly employer: Pence; readonly bands: NiBands }

const no_bands: NiBands = { at_lel: 0, lel_pt: 0, pt_uel: 0 }

/** The bands as HMRC takes them: no earnings under letter X count (rules 7852 to 7854 of the submission). */
export const reportedBands = (letter: NiLetter, bands: NiBands): NiBands =>
  letter === 'X' ? no_bands : bands

const pence = 100
const weeks_a_year = 52

/** A period of one week or month rounds to the nearest pound, a longer one up. */
export function periodThresholds({ national_insurance: ni }: TaxYear, frequency: PayFrequency): NiThresholds {
  const count = partsOfPeriod(frequency)
  const parts = partsOfYear(frequency)
  const share = (annual: number): Pence =>
    (count === 1 ? nearestDiv(annual, parts) : ceilDiv(annual * count, parts)) * pence
  const { week, month, year } = ni.lower_limit
  const lower = frequency === 'year' ? year : (parts === weeks_a_year ? week : month) * count
  return {
    lower_limit: lower * pence,
    secondary: share(ni.secondary),
    primary: share(ni.primary),
    freeport: share(ni.freeport),
    upper_limit: share(ni.upper_limit),
  }
}

/** Of a director: the year's thresholds, or their share of the weeks from the appointment on, up to the next pound. */
export function directorThresholds({ national_insurance: ni }: TaxYear, weeks = weeks_a_year): NiThresholds {
  const share = (annual: number): Pence => ceilDiv(annual * weeks, weeks_a_year) * pence
  return {
    lower_limit: share(ni.lower_limit.year),
    secondary: share(ni.secondary),
    primary: share(ni.primary),
    freeport: share(ni.freeport),
    upper_limit: share(ni.upper_limit),
  }
}

/**
 * A contribution to the penny: half a penny goes down, and decimals after the third do not count (SI 2001/1004 reg 12).
 * @param scaled pence times hundredths of a percent
 */
export function contribution(scaled: number): Pence {
  const tenths_of_a_penny = floorDiv(scaled, 1_000)
  return floorDiv(tenths_of_a_penny + 4, 10)
}

const between = (pay: Pence, from: Pence, to: Pence): Pence => Math.max(0, Math.min(pay, to) - from)

/** Contributions on the earnings of one period. Negative earnings give none. */
export function nationalInsurance(
  year: TaxYear,
  letter: NiLetter,
  pay: Pence,
  thresholds: NiThresholds,
): NiResult {
  const { employee, employer } = year.national_insurance.letters[letter]
  const { lower_limit, secondary, primary, freeport, upper_limit } = thresholds
  const above = Math.max(0, pay - upper_limit)
  const main = between(pay, primary, upper_limit)
  const to_freeport = between(pay, secondary, freeport)
  const to_upper = between(pay, freeport, upper_limit)
  const reaches_lel = pay >= lower_limit
  return {
    employee: contribution(main * employee[0]) + contribution(above * employee[1]),
    employer:
      contribution(to_freeport * employer[0] + to_upper * employer[1]) + contribution(above * employer[2]),
    bands: {
      at_lel: reaches_lel ? lower_limit : 0,
      lel_pt: reaches_lel ? between(pay, lower_limit, primary) : 0,
      pt_uel: main,
    },
  }
}
