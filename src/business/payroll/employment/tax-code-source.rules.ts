/** The tax code that an employment begins with, and rules of the codes after it (payroll-run, tax details). Pure. */

import { addDays, type Day, formatDay, partsOf } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { taxYearName, taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { readTaxCode, type TaxCode } from '../engine/tax-code.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'

/** Of both loaded years: the personal allowance is frozen (payroll.md §2.1). */
const STANDARD_CODE = '1257L'

/** The loaded tax year of a day; null where its rates are not loaded. */
export function taxYearOf(on: Day): TaxYear | null {
  const start = taxYearStart(on)
  return TAX_YEARS.find(({ last_day }) => taxYearStart(last_day) === start) ?? null
}

/** Why a day has no rates. */
export const noRates = (on: Day): string =>
  `There are no rates for the tax year ${taxYearName(partsOf(taxYearStart(on)).year)} yet`

export type Starter = {
  readonly start_date: Day
  /** `none`: the worker has given no statement. */
  readonly starter_declaration?: 'A' | 'B' | 'C' | 'none' | undefined
  readonly p45_leave_date?: Day | undefined
  readonly p45_tax_code?: string | undefined
  readonly p45_is_week1: boolean
}

export type FirstCode = {
  readonly code: TaxCode
  readonly source: 'p45' | 'starter' | 'default'
}

const by_declaration = {
  A: { text: STANDARD_CODE, is_week1: false },
  B: { text: STANDARD_CODE, is_week1: true },
  C: { text: 'BR', is_week1: false },
  none: { text: '0T', is_week1: true },
} as const

const isFault = (read: ReturnType<typeof readTaxCode>): read is Extract<typeof read, { message: string }> =>
  'message' in read

/**
 * The code of a starter: of a P45 of the same tax year, else of the declaration.
 * @returns the faults by field where they contradict each other or are missing
 */
export function firstCode(starter: Starter): FirstCode | FieldErrors {
  const year = taxYearOf(starter.start_date)
  if (year === null) return { start_date: noRates(starter.start_date) }
  const { p45_leave_date, p45_tax_code, starter_declaration } = starter
  const p45 = p45_tax_code === undefined ? null : readTaxCode(p45_tax_code, year, starter.p45_is_week1)
  if (p45 !== null && isFault(p45)) return { p45_tax_code: p45.message }
  const is_of_this_year = p45_leave_date !== undefined && p45_leave_date >= taxYearStart(starter.start_date)
  if (p45 !== null && is_of_this_year)
    return starter_declaration === 'A'
      ? { starter_declaration: 'Statement A is for a first job of the tax year, but the P45 is of this year' }
      : { code: p45, source: 'p45' }
  if (starter_declaration === undefined) return { starter_declaration: validationText.required }
  const { text, is_week1 } = by_declaration[starter_declaration]
  const code = readTaxCode(text, year, is_week1)
  if (isFault(code)) return { starter_declaration: code.message }
  return { code, source: starter_declaration === 'none' ? 'default' : 'starter' }
}

export type CodeEntry = {
  readonly code: string
  readonly is_week1: boolean
  readonly source: string
  readonly notice_date?: Day | undefined
  readonly effective_from: Day
}

/** The source of the code in force before; null without one. */
type Before = { readonly source: string } | null

/** Notices from HMRC have a date; a P45 does not replace them. */
export const isNotice = (source: string): boolean => source === 'p6' || source === 'p9'

/** Reads a code to enter. @returns the faults by field */
export function readCodeEntry(entry: CodeEntry, before: Before): TaxCode | { readonly errors: FieldErrors } {
  const errors: Record<string, string> = {}
  const year = taxYearOf(entry.effective_from)
  const read = year === null ? null : readTaxCode(entry.code, year, entry.is_week1)
  if (read === null) errors.effective_from = noRates(entry.effective_from)
  else if (isFault(read)) errors.code = read.message
  if (isNotice(entry.source) && entry.notice_date === undefined) errors.notice_date = validationText.required
  if (entry.source === 'p9' && entry.effective_from !== taxYearStart(entry.effective_from))
    errors.effective_from = 'A P9 applies from 6 April'
  if (entry.source === 'p45' && before !== null && isNotice(before.source))
    errors.source = 'A P45 does not replace a notice from HMRC'
  return read === null || isFault(read) || Object.keys(errors).length > 0 ? { errors } : read
}

/** The fault of a first day on or before `last`; null where it is later. */
export const afterDay = (first: Day, last: Day | null): string | null =>
  last !== null && first <= last ? validationText.min_date(formatDay(last)) : null

/** The fault of a first day before the employment begins. */
export const fromStart = (first: Day, start_date: Day): string | null =>
  afterDay(first, addDays(start_date, -1))

/** The fault of a code for paid days: the tax of an ended year is settled with HMRC (decision 0207). Null for days not paid. */
export function paidCode(from: Day, last: Day | null, today: Day): string | null {
  const late = afterDay(from, last)
  const start = taxYearStart(from)
  return late === null || start === taxYearStart(today)
    ? late
    : `Tax of ${taxYearName(partsOf(start).year)} stays as it was deducted: HMRC settles a wrong code of an ended year with the worker (P800), or asks the employer where its notice was not used`
}
