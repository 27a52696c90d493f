/**
 * Amounts due to HMRC for each month of a tax year (payroll-run, P32): debts of payslips, less the employer's relief, with
 * the employment allowance and the levy counted over the year. Pure; amounts are pence.
 */
import { type Day, formatDay } from '#kernel/day.ts'
import type { Pence } from '../engine/whole.rules.ts'

/** Sums of the payslips of a month. */
export type MonthSums = {
  readonly payslip_count: number
  readonly income_tax: Pence
  readonly employee_ni: Pence
  readonly student_loan: Pence
  readonly employer_ni: Pence
  readonly levy_charged: Pence
  readonly recovered: Pence
  readonly compensation: Pence
}

/** Allowances of the employer in the month. */
export type MonthTerms = {
  readonly claims_allowance: boolean
  /** Of a year, both. */
  readonly employment_allowance: Pence
  readonly levy_allowance: Pence
}

/** Amounts that a closed month stores. */
export const month_amounts = [
  'income_tax',
  'employee_ni',
  'student_loan',
  'employer_ni',
  'levy_charged',
  'levy_due',
  'recovered',
  'compensation',
  'employment_allowance',
  'cis_suffered',
  'relief',
  'due',
] as const

/** A month as the payroll before reported it; its statutory pay and compensation are given back by kind. */
export type FormerMonth = Omit<MonthSums, 'payslip_count'> & {
  readonly levy_due: Pence
  readonly employment_allowance: Pence
  readonly cis_suffered: Pence
  readonly due: Pence
  readonly paid: Pence
  readonly source: string
}

/** Sums of the year by the payroll before. */
type Former = Pick<
  FormerMonth,
  'source' | 'employer_ni' | 'employment_allowance' | 'levy_charged' | 'levy_due' | 'cis_suffered'
>

/** Figures of the year to date, which the sentences name. */
export type Working = {
  readonly claims_allowance: boolean
  readonly yearly_allowance: Pence
  readonly allowance_before: Pence
  /** That the allowance covers. */
  readonly ni_to_date: Pence
  /** On deemed payments, which it does not cover; absent without one. */
  readonly off_payroll_ni?: Pence
  readonly levy_to_date: Pence
  readonly levy_free: Pence
  readonly levy_due_before: Pence
  /** CIS deductions suffered, those set off before, and the most that the month takes; absent without any. */
  readonly cis?: { readonly to_date: Pence; readonly before: Pence; readonly most: Pence }
  /** Part of the figures to date; absent without one. */
  readonly former?: Former
}

export type MonthFigures = MonthSums & {
  readonly employment_allowance: Pence
  readonly levy_due: Pence
  /** CIS deductions suffered that are set off. */
  readonly cis_suffered: Pence
  /** Given back to the employer. */
  readonly relief: Pence
  readonly due: Pence
  readonly working: Working
}

const MONTHS = 12

/** The levy allowance of the months so far, down to the penny. */
function levyFree(yearly: Pence, month: number): Pence {
  const used = yearly * month
  return (used - (used % MONTHS)) / MONTHS
}

export type MonthInput = {
  readonly sums: MonthSums
  readonly terms: MonthTerms
  /** A closed month is not counted again. */
  readonly kept: MonthFigures | null
  readonly former?: FormerMonth | null
  /** Employer NI on deemed payments, on which there is no employment allowance; also of a closed month. */
  readonly off_payroll_ni?: Pence
  /** CIS deductions suffered to date, as approved; null where nothing was approved so far. */
  readonly cis_to_date?: Pence | null
}

/** The months of a year, in their order from the first. */
export function yearFigures(months: readonly MonthInput[]): MonthFigures[] {
  const done: MonthFigures[] = []
  const formers: FormerMonth[] = []
  let off_payroll_ni = 0
  for (const [at, { sums, terms, kept, former, ...month }] of months.entries()) {
    if (former) formers.push(former)
    off_payroll_ni += month.off_payroll_ni ?? 0
    const former_months = formerOf(formers)
    const cis_to_date = Math.max(month.cis_to_date ?? 0, former_months?.cis_suffered ?? 0)
    const before = { done, former: former_months, off_payroll_ni, cis_to_date }
    done.push(kept ?? monthFigures(sums, terms, before, at + 1))
  }
  return done
}

/** The sums of months by the payroll before; null without one. */
function formerOf(formers: readonly FormerMonth[]): Former | null {
  const last = formers.at(-1)
  if (last === undefined) return null
  const sum = (field: Exclude<keyof Former, 'source'>) => formers.reduce((all, one) => all + one[field], 0)
  return {
    source: last.source,
    employer_ni: sum('employer_ni'),
    employment_allowance: sum('employment_allowance'),
    levy_charged: sum('levy_charged'),
    levy_due: sum('levy_due'),
    cis_suffered: sum('cis_suffered'),
  }
}

type Before = {
  readonly done: readonly MonthFigures[]
  readonly former: Former | null
  /** To date, with that of the month. */
  readonly off_payroll_ni: Pence
  readonly cis_to_date: Pence
}

function monthFigures(
  sums: MonthSums,
  terms: MonthTerms,
  { done, former, off_payroll_ni, cis_to_date }: Before,
  month: number,
): MonthFigures {
  const toDate = (field: Exclude<keyof Former, 'source'>) =>
    done.reduce((sum, one) => sum + one[field], former?.[field] ?? 0)
  const working: Working = {
    claims_allowance: terms.claims_allowance,
    yearly_allowance: terms.employment_allowance,
    allowance_before: toDate('employment_allowance'),
    ni_to_date: toDate('employer_ni') + sums.employer_ni - off_payroll_ni,
    ...(off_payroll_ni === 0 ? {} : { off_payroll_ni }),
    levy_to_date: toDate('levy_charged') + sums.levy_charged,
    levy_free: levyFree(terms.levy_allowance, month),
    levy_due_before: toDate('levy_due'),
    ...(former === null ? {} : { former }),
  }
  const allowed = terms.claims_allowance
    ? Math.max(0, Math.min(terms.employment_allowance, working.ni_to_date))
    : 0
  const employment_allowance = allowed - working.allowance_before
  const levy_due = Math.max(0, working.levy_to_date - working.levy_free) - working.levy_due_before
  const others = sums.recovered + sums.compensation + employment_allowance + sums.levy_charged - levy_due
  const cis = {
    to_date: cis_to_date,
    before: toDate('cis_suffered'),
    most: Math.max(0, owedByPayslips(sums) - others),
  }
  // The rest waits for later months of the tax year.
  const cis_suffered = Math.max(0, Math.min(cis.to_date - cis.before, cis.most))
  const relief = others + cis_suffered
  return {
    ...sums,
    employment_allowance,
    levy_due,
    cis_suffered,
    relief,
    due: owedByPayslips(sums) - relief,
    working: cis_to_date === 0 ? working : { ...working, cis },
  }
}

/** The debt of the month's payslips to HMRC in the books. */
export const owedByPayslips = (sums: Omit<MonthSums, 'payslip_count'>): Pence =>
  sums.income_tax + sums.employee_ni + sums.student_loan + sums.employer_ni + sums.levy_charged

/** The amount that HMRC left to the employer in a month by the payroll before. */
export const formerRelief = (of: Omit<FormerMonth, 'due' | 'paid' | 'source'>): Pence =>
  of.recovered + of.compensation + of.employment_allowance + of.cis_suffered + of.levy_charged - of.levy_due

/** The part of each set of books: as much as it owes, the largest first, and the first also the rest. */
export function spreadRelief(relief: Pence, owed: ReadonlyMap<string, Pence>): ReadonlyMap<string, Pence> {
  const books = [...owed].toSorted(([a_id, a], [b_id, b]) => b - a || (a_id < b_id ? -1 : 1))
  let left = relief
  const parts = new Map(
    books.map(([id, amount]) => {
      const part = Math.max(0, Math.min(left, amount))
      left -= part
      return [id, part]
    }),
  )
  const [first] = books
  if (first) parts.set(first[0], (parts.get(first[0]) ?? 0) + left)
  return parts
}

export type MonthState = {
  readonly month: number
  readonly from: Day
  readonly to: Day
  readonly is_closed: boolean
  readonly payslip_count: number
  /** Human id of a pay run with unpaid payslips; null without one. */
  readonly waiting_run: string | null
  /** Last day of a month with CIS deductions suffered that wait for approval; null without one. */
  readonly waiting_cis: Day | null
}

/**
 * Why a month cannot be closed; null when it can. Months are closed in their order, from the first with pay, because the
 * allowances of later ones depend on them.
 */
export function closeFault(months: readonly MonthState[], month: number, today: Day): string | null {
  const asked = months.find((one) => one.month === month)
  if (!asked) return 'There is no such month'
  if (asked.is_closed) return `The tax month to ${formatDay(asked.to)} is closed already`
  if (today <= asked.to) return `The tax month ends on ${formatDay(asked.to)}`
  const first = months.find(({ payslip_count, is_closed }) => payslip_count > 0 || is_closed)
  if (!first || first.month > month) return 'No payslips are in this month or before it in the tax year'
  const before = months.find((one) => one.month >= first.month && one.month < month && !one.is_closed)
  if (before) return `Close the tax month to ${formatDay(before.to)} first`
  if (asked.waiting_cis !== null)
    return `CIS suffered to ${formatDay(asked.waiting_cis)} waits for approval: approve or withdraw it first`
  return asked.waiting_run === null
    ? null
    : `Pay run ${asked.waiting_run} of this month is not paid yet: pay or cancel it first`
}
