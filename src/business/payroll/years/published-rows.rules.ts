/**
 * Rows of HMRC's published test sheets, computed with the engine. A row carries its inputs and the figures that HMRC
 * expects; the rows of one scenario follow each other by their period.
 */
import { calculate } from '../engine/calculate.rules.ts'
import { bandsLess, directorNi, type NiToDate, no_ni_yet, withPayment } from '../engine/director-ni.rules.ts'
import { type NiByLetter, nothing_yet } from '../engine/figures-to-date.rules.ts'
import { incomeTax } from '../engine/income-tax.rules.ts'
import { whyOf } from '../engine/line-why.rules.ts'
import {
  directorThresholds,
  type NiResult,
  nationalInsurance,
  periodThresholds,
  reportedBands,
} from '../engine/national-insurance.rules.ts'
import { readTaxCode, type TaxCode } from '../engine/tax-code.rules.ts'
import { type PayFrequency, partsOfPeriod } from '../engine/tax-period.rules.ts'
import type { NiLetter, TaxYear } from '../engine/tax-year.rules.ts'
import { nearestDiv, type Pence } from '../engine/whole.rules.ts'
import { employeeNiInputs, employerNiInputs, taxInputs } from '../engine/working.rules.ts'
import { millionths_of_one, type PublishedRow, type ReadRow, readRow } from './published-row.rules.ts'
import { TAX_YEARS } from './tax-years.rules.ts'

type Difference = { readonly field: string; readonly expected: Pence; readonly computed: Pence }

export type RowResult = {
  readonly name: string
  readonly differences: readonly Difference[]
  /** The sentences of the computed figures, or the fault of a row that cannot be read. */
  readonly working: readonly string[]
  readonly is_exact: boolean
}

/** The year to date before a row. */
type ToDate = {
  readonly period: number
  readonly frequency: PayFrequency
  readonly pay: Pence
  readonly tax: Pence
  readonly ni: NiByLetter
}

/** Rows of two tax years are never of one scenario. */
const scenarioOf = ({ TestIdentifier, TaxYearEnding }: PublishedRow): string =>
  `${TestIdentifier.replace(/\/[^/]*$/, '')} ${TaxYearEnding}`

/** The rates of `Apr5_2027`; sheets also write `2027`, `2027-04-05`, `5 April 2027` and `2026-27`. */
function yearOf({ TaxYearEnding: ending }: PublishedRow): TaxYear | undefined {
  const year = ending.match(/(?<!\d)\d{4}(?!\d)/g)?.at(-1)
  const short = ending.replace('/', '-')
  return (
    TAX_YEARS.find(({ name }) => name === short) ??
    TAX_YEARS.find(({ last_day }) => last_day.slice(0, 4) === year)
  )
}

const isRead = (row: ReadRow): row is PublishedRow => !('fault' in row)

/** Computes every row. The rows of a scenario follow each other by period, in any order of the file. */
export function computeRows(rows: readonly unknown[]): readonly RowResult[] {
  const read = rows.map(readRow)
  const computed = new Map<PublishedRow, RowResult>()
  for (const scenario of Map.groupBy(read.filter(isRead), scenarioOf).values())
    for (const [row, result] of computeScenario(inPeriodOrder(scenario))) computed.set(row, result)
  return read.map((row) =>
    isRead(row)
      ? (computed.get(row) ?? faulty(row.TestIdentifier, `There are no rates for ${row.TaxYearEnding}`))
      : faulty(row.name, row.fault),
  )
}

/** The rows as they are listed, where a period is there twice: such a scenario tells several years of pay. */
function inPeriodOrder(rows: readonly PublishedRow[]): readonly PublishedRow[] {
  const is_one_year = new Set(rows.map(({ Period }) => Period)).size === rows.length
  return is_one_year ? rows.toSorted((a, b) => a.Period - b.Period) : rows
}

/** The rows that have rates, each on the one before it. */
function computeScenario(rows: readonly PublishedRow[]): [PublishedRow, RowResult][] {
  let before: ToDate | undefined
  return rows.flatMap((row, index): [PublishedRow, RowResult][] => {
    const year = yearOf(row)
    if (!year) return []
    const later = rows[index + 1]
    const is_last = !later || later.Period <= row.Period
    const { result, after } = computeRow(year, row, startOf(year, row, before), is_last)
    before = after
    return [[row, result]]
  })
}

const faulty = (name: string, fault: string): RowResult => ({
  name,
  differences: [],
  working: [fault],
  is_exact: false,
})

/** The row before it in the scenario, where it builds on that; otherwise the row's own figures to date less its own. */
function startOf(year: TaxYear, row: PublishedRow, previous: ToDate | undefined): ToDate {
  const { GrossPay, PayFrequency: frequency, Period } = row
  const is_alone = row.W1M1Flag && row.TaxablePayToDate === GrossPay
  const taxable = is_alone ? undefined : row.TaxablePayToDate
  const pay_to_date = row.NiCategory ? (row.GrossPayYtd ?? taxable) : taxable
  const pay = pay_to_date === undefined ? undefined : pay_to_date - GrossPay
  const follows = previous && Period > previous.period && frequency === previous.frequency
  if (follows && (pay === undefined || pay === previous.pay)) return previous
  const start = { period: Period - 1, frequency, pay: pay ?? 0 }
  if (start.pay === 0) return { ...start, tax: 0, ni: {} }
  const own = nationalInsurance(
    year,
    row.NiCategory ?? 'X',
    GrossPay,
    periodThresholds(year, frequency),
  ).bands
  return {
    ...start,
    tax: less(row.TaxDueToDate, row.TaxDueInPeriod) ?? taxBefore(year, row, start.pay),
    ni: {
      [row.NiCategory ?? 'X']: {
        earnings: start.pay,
        ...niBefore(year, row, start.pay),
        bands: {
          at_lel: (row.EarningsAtLEL_YTD ?? 0) - own.at_lel,
          lel_pt: (row.EarningsLELtoPT_YTD ?? 0) - own.lel_pt,
          pt_uel: (row.EarningsPTtoUEL_YTD ?? 0) - own.pt_uel,
        },
      },
    },
  }
}

/** The difference of two stated figures; null where the row lacks one. */
const less = (to_date: Pence | undefined, of_period: Pence | undefined): Pence | null =>
  to_date === undefined || of_period === undefined ? null : to_date - of_period

/** Tax due on the pay before a row that does not state it. */
function taxBefore(year: TaxYear, row: PublishedRow, pay: Pence): Pence {
  const code = readTaxCode(row.TaxCode ?? '', year, row.W1M1Flag)
  const period = tablePeriodOf(row)
  if ('message' in code || code.is_week1 || period === null) return 0
  const frequency = row.PayFrequency
  const before = period - partsOfPeriod(frequency)
  return incomeTax(year, { code, frequency, period: before, pay, pay_before: 0, tax_before: 0 }).due
}

/** Contributions before a row: as stated, else due on the pay before; by the alternative method on equal payments. */
function niBefore(year: TaxYear, row: PublishedRow, pay: Pence): Pick<NiToDate, 'employee' | 'employer'> {
  const { NiCategory: letter = 'X', PayFrequency: frequency, StatusMethod: method } = row
  const payments = Math.max(1, row.Period - 1)
  const by_year = nationalInsurance(year, letter, pay, directorThresholds(year, weeksOfRow(row)))
  const of_one = nationalInsurance(year, letter, nearestDiv(pay, payments), periodThresholds(year, frequency))
  const due = (side: 'employee' | 'employer') => (method === 'AL' ? of_one[side] * payments : by_year[side])
  return {
    employee:
      less(row.EmployeeNiContributionYtd ?? row.TotalEmployeeContributions_YTD, row.EmployeeNiContribution) ??
      due('employee'),
    employer:
      less(row.EmployerNiContributionYtd ?? row.TotalEmployerContributions_YTD, row.EmployerNiContribution) ??
      due('employer'),
  }
}

/** Weeks of a director's year. */
const weeksOfRow = ({ ProRataFactor }: PublishedRow): number =>
  nearestDiv((ProRataFactor ?? millionths_of_one) * weeks_a_year, millionths_of_one)

type Computed = { readonly figures: Readonly<Record<string, Pence>>; readonly working: string }

function computeRow(year: TaxYear, row: PublishedRow, before: ToDate, is_last: boolean) {
  const tax = row.TaxCode ? taxOf(year, row, row.TaxCode, before) : null
  const ni = row.NiCategory ? niOf(year, row, before, is_last) : null
  const parts = [tax, ni].filter((part) => part !== null)
  const differences = parts.flatMap(({ figures }) =>
    Object.entries(figures).flatMap(([field, computed]) => {
      const expected = row[field as keyof PublishedRow] // The figures are named as the row's fields are.
      return typeof expected === 'number' && expected !== computed ? [{ field, expected, computed }] : []
    }),
  )
  const compared = parts.flatMap(({ figures }) =>
    Object.keys(figures).filter((field) => typeof row[field as keyof PublishedRow] === 'number'),
  )
  const faults =
    parts.length === 0
      ? ['The row has no TaxCode and no NiCategory']
      : compared.length === 0 && row.GrossPay !== 0 && parts.every(({ figures }) => figures !== nothing)
        ? ['The row states no figure to compare']
        : []
  const working = [...faults, ...parts.map((part) => part.working)]
  const is_exact =
    faults.length === 0 && parts.every((part) => part.figures !== nothing) && differences.length === 0
  return {
    result: { name: row.TestIdentifier, differences, working, is_exact } satisfies RowResult,
    after: {
      period: row.Period,
      frequency: row.PayFrequency,
      pay: before.pay + row.GrossPay,
      // The year's tax, also where a week 1 row states that of its period alone.
      tax: before.tax + (tax?.figures.TaxDueInPeriod ?? 0),
      ni: ni?.to_date ?? before.ni,
    } satisfies ToDate,
  }
}

const nothing: Computed['figures'] = {}

function taxOf(year: TaxYear, row: PublishedRow, typed: string, before: ToDate): Computed {
  const code = readTaxCode(typed, year, row.W1M1Flag)
  if ('message' in code) return { figures: nothing, working: `${typed}: ${code.message}` }
  const frequency = row.PayFrequency
  const period = tablePeriodOf(row)
  if (period === null)
    return { figures: nothing, working: `Period ${row.Period} is after the last one of the year` }
  const input = {
    code,
    frequency,
    period,
    pay: row.GrossPay,
    pay_before: before.pay,
    tax_before: before.tax,
  }
  const working = incomeTax(year, input)
  const to_date = statesPeriodAlone(row, code) ? working.tax : before.tax + working.tax
  return {
    figures: { TaxDueInPeriod: working.tax, TaxDueToDate: to_date },
    working: whyOf('income_tax', taxInputs(input, working)),
  }
}

const weeks_a_year = 52

/** Of a year; weekly sheets may number week 53 of longer periods by their last week, 54 and 56. */
const periods_a_year = {
  week: 52,
  fortnight: 26,
  four_week: 13,
  month: 12,
  quarter: 4,
  half_year: 2,
  year: 1,
}
const after_the_last: Readonly<Record<PayFrequency, readonly number[]>> = {
  week: [53, 54, 56],
  fortnight: [27, 54],
  four_week: [14, 56],
  month: [],
  quarter: [],
  half_year: [],
  year: [],
}

/** The last payment of a year, such as week 52 or later. */
const endsYear = ({ PayFrequency: frequency, Period }: PublishedRow): boolean =>
  Period >= periods_a_year[frequency]

/** The week or month of the tables in which the row's period ends; null for a period that no year has. */
function tablePeriodOf({ PayFrequency: frequency, Period }: PublishedRow): number | null {
  const parts = partsOfPeriod(frequency)
  if (frequency === 'year') return parts
  const exists = Period <= periods_a_year[frequency] || after_the_last[frequency].includes(Period)
  return exists ? Period * parts : null
}

/** Sheets state tax to date of a week 1 row as they state its pay: of its period, or of the year. */
function statesPeriodAlone(row: PublishedRow, { is_week1 }: TaxCode): boolean {
  const { TaxablePayToDate, GrossPay, TaxDueToDate, TaxDueInPeriod } = row
  return (
    is_week1 &&
    (TaxablePayToDate === undefined ? TaxDueToDate === TaxDueInPeriod : TaxablePayToDate === GrossPay)
  )
}

function niOf(year: TaxYear, row: PublishedRow, before: ToDate, is_last: boolean) {
  const { NiCategory, GrossPay: pay, PayFrequency: frequency } = row
  const letter = NiCategory ?? 'X'
  const is_director =
    row.StatusMethod === undefined ? /director/i.test(row.RelatesTo) : row.StatusMethod !== 'employee'
  const weeks = weeksOfRow(row)
  const method = row.StatusMethod === 'AL' ? 'AL' : 'AN'
  const is_last_of_year = is_last && endsYear(row)
  const by_year = is_director && (method === 'AN' || is_last_of_year)
  const own = before.ni[letter] ?? no_ni_yet
  const has_changed = Object.keys(before.ni).some((other) => other !== letter)
  const changed =
    by_year && has_changed ? afterChange(year, row, { letter, method, weeks, by_letter: before.ni }) : null
  const result =
    changed ??
    (is_director
      ? directorNi(year, { letter, pay, before: own, weeks, method, frequency, is_last_of_year })
      : nationalInsurance(year, letter, pay, periodThresholds(year, frequency)))
  const ni = changed?.by_letter ?? { ...before.ni, [letter]: withPayment(own, pay, result) }
  const to_date = sumOfLetters(ni)
  const { bands, employee, employer } = to_date
  const thresholds = by_year ? directorThresholds(year, weeks) : periodThresholds(year, frequency)
  const shown = by_year ? to_date : result
  const on = (due: Pence) => ({ pay: by_year ? to_date.earnings : pay, due, before: 0 })
  return {
    to_date: ni,
    figures: {
      EmployeeNiContribution: result.employee,
      EmployerNiContribution: result.employer,
      TotalNiContribution: result.employee + result.employer,
      EarningsAtLEL_YTD: bands.at_lel,
      EarningsLELtoPT_YTD: bands.lel_pt,
      EarningsPTtoUEL_YTD: bands.pt_uel,
      TotalEmployerContributions_YTD: employer,
      TotalEmployeeContributions_YTD: employee,
      EmployeeNiContributionYtd: employee,
      EmployerNiContributionYtd: employer,
      GrossPayYtd: to_date.earnings,
    },
    working: `${whyOf('employee_ni', employeeNiInputs(year, letter, on(shown.employee), thresholds))}; employer: ${whyOf('employer_ni', employerNiInputs(year, letter, on(shown.employer), thresholds))}`,
  }
}

type Changed = {
  readonly letter: NiLetter
  readonly method: 'AN' | 'AL'
  readonly weeks: number
  readonly by_letter: NiByLetter
}

/** A director's payment on the whole year's earnings after a change of letter. It settles earlier letters, too. */
function afterChange(
  year: TaxYear,
  { GrossPay: amount, PayFrequency: frequency, Period: period_number }: PublishedRow,
  { letter, method, weeks, by_letter }: Changed,
): (NiResult & { readonly by_letter: NiByLetter }) | null {
  const code = readTaxCode('NT', year, false)
  if ('message' in code) return null
  const is_wage = frequency !== 'quarter' && frequency !== 'half_year' && frequency !== 'year'
  const slip = calculate(
    year,
    {
      code,
      frequency: is_wage ? frequency : 'month',
      ni_letter: letter,
      director: { method, weeks, ni_by_letter: by_letter },
      loans: [],
      pension: null,
      orders: [],
      charges_levy: false,
      ytd: nothing_yet,
      ni_ytd_by_letter: by_letter,
      previous: { pay: 0, tax: 0 },
    },
    {
      pay_day: year.last_day,
      period_number,
      is_last_of_year: true,
      after_leaving: null,
      already_paid: [],
      earlier_parts: [],
      elements: [{ kind: 'basic', amount, taxable: true, niable: true, pensionable: false, nmw: false }],
    },
  )
  // Employments are not paid by quarters, so their bands by period are taken from the thresholds.
  const bands =
    method === 'AL'
      ? nationalInsurance(year, letter, amount, periodThresholds(year, frequency)).bands
      : slip.bands
  const added = { employee: 0, employer: 0, bands: bandsLess(bands, slip.bands) }
  const own = withPayment(slip.ni_ytd_by_letter[letter] ?? no_ni_yet, 0, added)
  return {
    employee: slip.deductions.employee_ni,
    employer: slip.employer.ni,
    bands,
    by_letter: { ...slip.ni_ytd_by_letter, [letter]: own },
  }
}

/** Earnings of a director count together, under all letters. */
const sumOfLetters = (by_letter: NiByLetter): NiToDate =>
  (Object.entries(by_letter) as [NiLetter, NiToDate][]).reduce(
    (sum, [letter, { earnings, bands, ...result }]) =>
      withPayment(sum, earnings, { ...result, bands: reportedBands(letter, bands) }),
    no_ni_yet,
  ) // Keys are letters.
