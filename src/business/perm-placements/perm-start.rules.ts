/** The first day of a permanent placement: its documents are raised from that day on. Pure. */
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import type { BookDays } from '#kernel/money-day.ts'

/** A candidate's notice is shorter: a later day is a slip of the pen. */
const days_ahead = 366

/** The fault of a first day: before the books begin it was invoiced elsewhere. */
export function permStartFault(start: Day, { books_begin, today }: BookDays): string | null {
  if (start < books_begin) return validationText.min_date(formatDay(addDays(books_begin, -1)))
  const last = addDays(today, days_ahead)
  return start > last ? validationText.max_date(formatDay(addDays(last, 1))) : null
}
