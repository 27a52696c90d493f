/** Rules of a worker's employment (payroll-run, employments). Pure. */

import { addDays, type Day, formatDay, maxDay, minDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { futureFaults } from '../../shared/past-day.rules.ts'

/** Characters that HMRC accepts in a payroll id (its character set G). */
const payroll_id_form = /^[A-Za-z0-9 .,\-()/=!"%&*;<>'+:?]+$/
const PAYROLL_ID_MAX = 35

/** The fault of a typed payroll id; null where HMRC accepts it. */
export function payrollIdFault(text: string): string | null {
  if (text.length > PAYROLL_ID_MAX) return validationText.max_length(PAYROLL_ID_MAX)
  return payroll_id_form.test(text) ? null : validationText.matches
}

export type P45 = {
  readonly p45_leave_date?: Day | undefined
  readonly p45_tax_code?: string | undefined
  readonly p45_pay_to_date: number | null
  readonly p45_tax_to_date: number | null
}

/** The faults of a P45's parts by field; amounts are pence. An employer gives it on or after the last day. */
export function p45Faults(p45: P45, today: Day): FieldErrors {
  const errors: Record<string, string> = {}
  const { p45_pay_to_date: pay, p45_tax_to_date: tax } = p45
  const has_any = [p45.p45_leave_date, p45.p45_tax_code, pay ?? undefined, tax ?? undefined].some(
    (part) => part !== undefined,
  )
  if (has_any && p45.p45_leave_date === undefined) errors.p45_leave_date = validationText.required
  if (has_any && p45.p45_tax_code === undefined) errors.p45_tax_code = validationText.required
  Object.assign(errors, futureFaults('p45_leave_date', p45.p45_leave_date, today))
  return { ...errors, ...toDateFaults({ pay, tax }, 'p45_pay_to_date', 'p45_tax_to_date') }
}

/** The faults of pay and tax of an earlier employment: both or none, neither below zero, tax within pay. */
export function toDateFaults(
  { pay, tax }: { readonly pay: number | null; readonly tax: number | null },
  pay_field: string,
  tax_field: string,
): FieldErrors {
  const errors: Record<string, string> = {}
  if (pay === null && tax !== null) errors[pay_field] = validationText.required
  if (tax === null && pay !== null) errors[tax_field] = validationText.required
  if (pay !== null && pay < 0) errors[pay_field] = validationText.positive
  if (tax !== null && tax < 0) errors[tax_field] = validationText.positive
  else if (pay !== null && tax !== null && tax > pay) errors[tax_field] = 'Tax cannot be more than pay'
  return errors
}

export type PaidFacts = {
  readonly off_payroll: boolean
  readonly rolled_up_percent?: string | undefined
  readonly retained_percent?: string | undefined
  readonly director_from?: string | undefined
}

/** Facts of an off-payroll worker that the law does not have, by field. */
export function offPayrollFaults({ off_payroll, ...facts }: PaidFacts): FieldErrors {
  if (!off_payroll) return {}
  const holiday = 'An off-payroll worker has no holiday pay'
  return {
    ...(facts.rolled_up_percent ? { rolled_up_percent: holiday } : {}),
    ...(facts.retained_percent ? { retained_percent: holiday } : {}),
    ...(facts.director_from
      ? { director_from: 'National Insurance of an off-payroll worker is that of an ordinary employee' }
      : {}),
  }
}

export type Leaving = {
  readonly start_date: Day
  readonly last_worked: Day | null
  /** Of the worker's next employment with the employer. */
  readonly next_start: Day | null
  readonly today: Day
}

const LEAVE_DAYS_AHEAD = 30

/** The fault of a leave date; HMRC accepts it at most 30 days ahead (rules 7828 and 7831). */
export function leaveFault(leave_date: Day, facts: Leaving): string | null {
  const { start_date, last_worked, next_start } = facts
  const earliest = last_worked === null ? start_date : maxDay(start_date, last_worked)
  if (leave_date < earliest) return validationText.min_date(formatDay(addDays(earliest, -1)))
  const ahead = addDays(facts.today, LEAVE_DAYS_AHEAD + 1)
  const before = next_start === null ? ahead : minDay(ahead, next_start)
  return leave_date >= before ? validationText.max_date(formatDay(before)) : null
}
