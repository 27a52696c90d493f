/**
 * The day of re-enrolment, on which an employer enrols former members of its pension again: every three years, chosen from a
 * window of six months (Automatic Enrolment Regulations 2010, regulation 12). Pure.
 */
import { addDays, addMonths, type Day, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'

/** Of an employer. */
export type PensionDuties = {
  /** The first day of its duties, or its staging date; null where it is not known. */
  readonly pension_duties_from: Day | null
  /** The last day that it chose. */
  readonly re_enrolled_on: Day | null
}

export const no_duties: PensionDuties = { pension_duties_from: null, re_enrolled_on: null }

/** The duties of the first employers began on this day. */
export const first_duties = '2012-10-01' as Day

export const EVERY_MONTHS = 36
/** Months of the window before the anniversary, and after it. */
export const AROUND_MONTHS = 3

/** The window after a first day of duties, or a chosen day: from three months before the third anniversary, for six months. */
export function reEnrolmentWindow(last: Day): { readonly from: Day; readonly to: Day } {
  const anniversary = addMonths(last, EVERY_MONTHS)
  return {
    from: addMonths(anniversary, -AROUND_MONTHS),
    to: addDays(addMonths(anniversary, AROUND_MONTHS), -1),
  }
}

type Typed = { readonly pension_duties_from: Day; readonly re_enrolled_on: Day | null }

/** The faults of typed days. A first entry may name the latest of several days; a later one is of the next window. */
export function dutiesFaults(
  { pension_duties_from, re_enrolled_on }: Typed,
  before: PensionDuties,
  today: Day,
): FieldErrors {
  const errors: Record<string, string> = {}
  if (pension_duties_from < first_duties)
    errors.pension_duties_from = validationText.min_date(formatDay(addDays(first_duties, -1)))
  else if (pension_duties_from > today)
    errors.pension_duties_from = validationText.max_date(formatDay(addDays(today, 1)))
  if (re_enrolled_on === null) {
    if (before.re_enrolled_on !== null) errors.re_enrolled_on = validationText.required
    return errors
  }
  const earliest = reEnrolmentWindow(pension_duties_from).from
  const known = before.re_enrolled_on
  const is_next = known === null ? re_enrolled_on > today : re_enrolled_on > known
  const window = reEnrolmentWindow(known !== null && is_next ? known : pension_duties_from)
  if (is_next && (re_enrolled_on < window.from || re_enrolled_on > window.to))
    errors.re_enrolled_on = `Choose a day from ${formatDay(window.from)} to ${formatDay(window.to)}`
  else if (re_enrolled_on < earliest)
    errors.re_enrolled_on = validationText.min_date(formatDay(addDays(earliest, -1)))
  return errors
}

/** Former members of less than a year need not be enrolled again. */
const RECENT_MONTHS = 12

/**
 * The first day on which a former member, left on a day, is enrolled again: the employer's day where that is a year later or
 * more, else the first of its next window. Without known duties, three years after leaving.
 */
export function reEnrolFrom(
  left: Day,
  { pension_duties_from, re_enrolled_on }: PensionDuties,
): { readonly from: Day; readonly is_due: boolean } {
  if (pension_duties_from === null) return { from: addMonths(left, EVERY_MONTHS), is_due: true }
  if (re_enrolled_on !== null && addMonths(left, RECENT_MONTHS) <= re_enrolled_on)
    return { from: re_enrolled_on, is_due: true }
  return { from: reEnrolmentWindow(re_enrolled_on ?? pension_duties_from).from, is_due: false }
}
