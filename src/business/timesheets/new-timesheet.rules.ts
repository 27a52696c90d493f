/** The period of a timesheet that is made by hand. Pure; asked by form and server. */
import { addDays, type Day, daysBetween, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Period } from '#kernel/period.ts'

/** A month: a longer one is a slip of the pen. */
const longest = 31
/** As far ahead as timesheets are generated. */
const ahead = 31

export function newPeriodErrors(
  { start_date, end_date }: Period,
  placement: { readonly start_date: Day; readonly end_date: Day | null },
  today: Day,
): FieldErrors {
  const errors: Record<string, string> = {}
  const latest = addDays(today, ahead)
  const last = placement.end_date !== null && placement.end_date < latest ? placement.end_date : latest
  if (start_date < placement.start_date)
    errors.start_date = validationText.min_date(formatDay(addDays(placement.start_date, -1)))
  else if (start_date > last) errors.start_date = validationText.max_date(formatDay(addDays(last, 1)))
  if (end_date < start_date) errors.end_date = validationText.min_date(formatDay(addDays(start_date, -1)))
  else if (end_date > last) errors.end_date = validationText.max_date(formatDay(addDays(last, 1)))
  else if (daysBetween(start_date, end_date) >= longest)
    errors.end_date = validationText.max_date(formatDay(addDays(start_date, longest)))
  return errors
}
