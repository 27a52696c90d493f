/**
 * Reads one row of HMRC's published test sheets, as spreadsheets and programs write it: names and words in any letter
 * case, numbers also as text, and an empty cell as no figure. Pure; amounts are pence.
 */
import { z } from 'zod'
import { parseScaled } from '#kernel/decimal-text.ts'
import type { PayFrequency } from '../engine/tax-period.rules.ts'
import { NI_LETTERS } from '../engine/tax-year.rules.ts'
import { nearestDiv } from '../engine/whole.rules.ts'

export const millionths_of_one = 1_000_000
/** Of four-weekly pay in a year with 53 weeks. */
const LAST_WEEK = 56

const isRecord = (row: unknown): row is Readonly<Record<string, unknown>> =>
  typeof row === 'object' && row !== null && !Array.isArray(row)

/** `1.5e-7` of a spreadsheet is noise; `6e2` is 600. */
function plainNumber(text: string): string {
  const [, digits = '', exponent = ''] = /^([+-]?\d+(?:\.\d+)?)e([+-]?\d+)$/i.exec(text) ?? []
  if (exponent === '') return text
  return exponent.startsWith('-') ? '0' : String(Number(`${digits}e${exponent}`))
}

const missing = 'It is missing, or of another kind'

/** A number of the sheets in millionths; further decimals are noise of their spreadsheet. */
const millionths = z.union([z.number(), z.string()], missing).transform((given, context) => {
  const text = plainNumber(String(given).replace(/[£,\s]/g, ''))
  const scaled = parseScaled(text.replace(/(\.\d{6})\d+$/, '$1'), 6, 9)
  if (typeof scaled === 'number') return scaled
  context.addIssue({ code: 'custom', message: `${given} is no number` })
  return z.NEVER
})
const pence = millionths.transform((amount) => nearestDiv(amount, millionths_of_one / 100))
const optional_pence = pence.optional()

const word = (given: unknown): string =>
  String(given)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const flags = new Map<string, boolean>(
  Object.entries({
    ...Object.fromEntries(
      ['true', 'yes', 'y', '1', 'on', 'wm1', 'w1', 'm1', 'w1m1', 'x'].map((on) => [on, true]),
    ),
    ...Object.fromEntries(
      ['false', 'no', 'n', '0', 'off', 'cum', 'cumul', 'cumulative'].map((off) => [off, false]),
    ),
    noncum: true,
    noncumulative: true,
  }),
)
/** Sheets write the basis as a boolean, or as `WM1`. */
const flag = z.union([z.boolean(), z.string(), z.number()]).transform((given, context) => {
  const is_week1 = flags.get(word(given))
  if (is_week1 !== undefined) return is_week1
  context.addIssue({ code: 'custom', message: `W1M1Flag is true or false, not ${given}` })
  return z.NEVER
})

const frequencies = new Map<string, PayFrequency>(
  Object.entries({
    weekly: 'week',
    week: 'week',
    fortnightly: 'fortnight',
    fortnight: 'fortnight',
    twoweekly: 'fortnight',
    '2weekly': 'fortnight',
    biweekly: 'fortnight',
    fourweekly: 'four_week',
    fourweek: 'four_week',
    '4weekly': 'four_week',
    monthly: 'month',
    month: 'month',
    quarterly: 'quarter',
    quarter: 'quarter',
    '3monthly': 'quarter',
    threemonthly: 'quarter',
    biannually: 'half_year',
    biannual: 'half_year',
    halfyearly: 'half_year',
    semiannually: 'half_year',
    halfyear: 'half_year',
    '6monthly': 'half_year',
    sixmonthly: 'half_year',
    annually: 'year',
    annual: 'year',
    yearly: 'year',
    year: 'year',
  } as const),
)
const frequency = z.string(missing).transform((given, context) => {
  const known = frequencies.get(word(given))
  if (known) return known
  context.addIssue({
    code: 'custom',
    message: `PayFrequency is Weekly, Fortnightly, FourWeekly, Monthly, Quarterly, BiAnnually or Annually, not ${given}`,
  })
  return z.NEVER
})

/** `EMP` is a director who is computed as an employee. */
const method = z.string().transform((given, context) => {
  const [known] = (['alt', 'st', 'an', 'emp'] as const).filter((start) => word(given).startsWith(start))
  if (known) return known === 'alt' ? 'AL' : known === 'emp' ? 'employee' : 'AN'
  context.addIssue({
    code: 'custom',
    message: 'StatusMethod is AlternativeMethod or StandardAnnualisedEarningsMethod',
  })
  return z.NEVER
})

/** `3`, `Week 3` or `M3`. One sheet prints 0 for the first period. */
const period = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.replace(/^[a-z][a-z .:#]*(?=\d)/i, '') : given),
    z.coerce.number().int().min(0).max(LAST_WEEK),
  )
  .transform((number) => Math.max(1, number))

const text = z.union([z.string(), z.number()], missing).transform(String)

/** A row as it is published. Absent figures are not compared. */
const published_row = z.object({
  TestIdentifier: text,
  /** `Apr5_2027`: the year of the last day. */
  TaxYearEnding: text,
  RelatesTo: text.default(''),
  PayFrequency: frequency,
  Period: period.default(1),
  GrossPay: pence,
  TaxCode: text.optional(),
  W1M1Flag: flag.default(false),
  TaxablePayToDate: optional_pence,
  TaxDueInPeriod: optional_pence,
  TaxDueToDate: optional_pence,
  NiCategory: z.string().toUpperCase().pipe(z.enum(NI_LETTERS)).optional(),
  StatusMethod: method.optional(),
  ProRataFactor: millionths
    .refine((factor) => factor > 0 && factor <= millionths_of_one, 'ProRataFactor is above 0, and at most 1')
    .optional(),
  GrossPayYtd: optional_pence,
  EmployeeNiContribution: optional_pence,
  EmployerNiContribution: optional_pence,
  TotalNiContribution: optional_pence,
  EarningsAtLEL_YTD: optional_pence,
  EarningsLELtoPT_YTD: optional_pence,
  EarningsPTtoUEL_YTD: optional_pence,
  TotalEmployerContributions_YTD: optional_pence,
  TotalEmployeeContributions_YTD: optional_pence,
  EmployeeNiContributionYtd: optional_pence,
  EmployerNiContributionYtd: optional_pence,
})
export type PublishedRow = z.infer<typeof published_row>

const names = new Map(Object.keys(published_row.shape).map((name) => [word(name), name]))

/** The fields that a row has, by their published names. Empty cells and unknown fields fall away. */
function fieldsOf(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.entries(row).flatMap(([name, value]) => {
    const published = names.get(word(name))
    const given = typeof value === 'string' ? value.trim() : value
    return published === undefined || given === null || given === '' ? [] : [[published, given] as const]
  })
  return Object.fromEntries(known)
}

export type ReadRow = PublishedRow | { readonly name: string; readonly fault: string }

/** @param index of the row in its list, for the name of a row without one */
export function readRow(row: unknown, index: number): ReadRow {
  const name = `row ${index + 1}`
  if (!isRecord(row)) return { name, fault: 'It is no row with named fields' }
  const fields = { TestIdentifier: name, ...fieldsOf(row) }
  const read = published_row.safeParse(fields)
  if (read.success) return read.data
  return { name: String(fields.TestIdentifier), fault: z.prettifyError(read.error) }
}
