/** The earliest day of work that is billed here. Pure. */
import { addDays, type Day } from '#kernel/day.ts'

/** A provider that begins on a Monday bills last week's work; work of an earlier quarter was billed elsewhere. */
const DAYS_BEFORE_BOOKS = 92

export const firstWorkDay = (books_begin: Day): Day => addDays(books_begin, -DAYS_BEFORE_BOOKS)
