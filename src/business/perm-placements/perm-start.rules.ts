/** The first day of a permanent placement: its documents are raised from that day on. Pure. */
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import type { BookDays } from '#kernel/money-day.ts'
import { firstWorkDay } from '../shared/first-work-day.rules.ts'

/** A candidate's notice is shorter: a later day is a slip of the pen. */
const days_ahead = 366

/** The fault of a first day: long before the books begin it was invoiced elsewhere. */
export function permStartFault(start: Day, { books_begin, today }: BookDays): string | null {
  const first = firstWorkDay(books_begin)
  if (start < first) return validationText.min_date(formatDay(addDays(first, -1)))
  const last = addDays(today, days_ahead)
  return start > last ? validationText.max_date(formatDay(addDays(last, 1))) : null
}
