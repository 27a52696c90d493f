import type { Day } from '#kernel/day.ts'
import { addDays, addMonths, dayOf, partsOf, weekday } from '#kernel/day.ts'

/** Terms in whole days. */
export type Terms = {
  readonly contractor_payment_terms: number
  readonly client_payment_terms: number
  readonly is_extended_contractor_payment_terms: boolean
}

/** The client pays so many days after the document's own date (money.md §1.5). */
export function clientDueDate(raised_date: Day, terms: Terms): Day {
  return addDays(raised_date, terms.client_payment_terms)
}

/**
 * The contractor is paid so many days after approval. Extended terms stretch to the client's own:
 * the specification names the flag and not its length, and this is the longest a payment can be
 * justified by the client's money (money.md §1.5; our choice).
 */
export function contractorTerms(terms: Terms): number {
  const { contractor_payment_terms, client_payment_terms } = terms
  return terms.is_extended_contractor_payment_terms
    ? Math.max(contractor_payment_terms, client_payment_terms)
    : contractor_payment_terms
}

export function contractorDueDate(approved_day: Day, terms: Terms): Day {
  return addDays(approved_day, contractorTerms(terms))
}

/**
 * Employer NI and levy of a pay day are due on the 22nd after the tax month's end, and tax months
 * run from the 6th to the 5th (money.md §1.5, electronic payment). Pension contributions follow the
 * same day here: it is the statutory latest for them too.
 */
export function statutoryDueDate(pay_day: Day): Day {
  const { year, month, date } = partsOf(pay_day)
  const same_month = dayOf(year, month, 22)
  return date <= 5 ? same_month : addMonths(same_month, 1)
}

/**
 * The next payment run on or after the day, when runs are held on one weekday: Monday 1 to Sunday 7.
 * Runs follow approval: nothing is paid on the day it is approved unless that is a run day.
 */
export function nextRunDay(from: Day, run_weekday: number): Day {
  return addDays(from, (run_weekday - weekday(from) + 7) % 7)
}
