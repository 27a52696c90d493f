import { addDays, type Day, formatDay } from './day.ts'
import { validationText } from './messages.ts'

/** Days on which money may be dated: from the first day of the books to today. */
export type BookDays = { readonly books_begin: Day; readonly today: Day }

/** The fault of a day of money: before the books begin, or still to come. */
export function moneyDayFault(on: Day, { books_begin, today }: BookDays): string | null {
  if (on < books_begin) return validationText.min_date(formatDay(addDays(books_begin, -1)))
  return on > today ? validationText.max_date(formatDay(addDays(today, 1))) : null
}
