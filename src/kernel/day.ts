/**
 * A calendar day is text, `YYYY-MM-DD`, never a Date: midnight of 1 April in London is 31 March in UTC, so that a due date
 * would move back at each save. Text sorts as it is and means the same in every zone. "Today" comes from clock.ts.
 */
import { assert } from './assert.ts'
import { invalid } from './errors.ts'
import { validationText } from './messages.ts'

export type Day = string & { readonly __brand: 'Day' }

/** Monday 1 to Sunday 7, as ISO 8601 counts. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

const shape = /^(\d{4})-(\d{2})-(\d{2})$/
const month_lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const month_names = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

/** Spec §5: date text must match year-month-day and be a real date. Null when it is not. */
export function parseDay(text: string): Day | null {
  const parts = shape.exec(text)
  if (!parts) return null
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (year < 1 || month < 1 || month > 12) return null
  if (date < 1 || date > daysInMonth(year, month)) return null
  return text as Day // Checked above.
}

export function isDay(text: string): text is Day {
  return parseDay(text) !== null
}

/** The day, or `invalid` on `field`. */
export function day(text: string, field = 'date'): Day {
  const parsed = parseDay(text)
  if (parsed === null) throw invalid({ [field]: validationText.matches })
  return parsed
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (month_lengths[month - 1] ?? 0)
}

/** Year, month 1 to 12 and day of the month. */
export function partsOf(of: Day): { year: number; month: number; date: number } {
  return { year: Number(of.slice(0, 4)), month: Number(of.slice(5, 7)), date: Number(of.slice(8)) }
}

/** The day of these parts; asserts a real one between the years 1 and 9999. */
export function dayOf(year: number, month: number, date: number): Day {
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`
  const made = parseDay(text)
  assert(made !== null, `${text} is a day`)
  return made
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}

/** Days since 1 January of the year 1, which is 0. */
function ordinal(of: Day): number {
  const { year, month, date } = partsOf(of)
  let days = daysBeforeYear(year) + date - 1
  for (let m = 1; m < month; m += 1) days += daysInMonth(year, m)
  return days
}

function daysBeforeYear(year: number): number {
  const past = year - 1
  return past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400)
}

function fromOrdinal(days: number): Day {
  let year = Math.floor(days / 365.2425) + 1
  while (daysBeforeYear(year) > days) year -= 1
  while (daysBeforeYear(year + 1) <= days) year += 1
  let rest = days - daysBeforeYear(year)
  let month = 1
  while (rest >= daysInMonth(year, month)) {
    rest -= daysInMonth(year, month)
    month += 1
  }
  return dayOf(year, month, rest + 1)
}

export function addDays(to: Day, days: number): Day {
  return fromOrdinal(ordinal(to) + days)
}

/** The same date some months on; the last of the month where that date does not exist. */
export function addMonths(to: Day, months: number): Day {
  const { year, month, date } = partsOf(to)
  const count = year * 12 + (month - 1) + months
  const [y, m] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1]
  return dayOf(y, m, Math.min(date, daysInMonth(y, m)))
}

/** Days from the first to the second; negative when the second is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return ordinal(to) - ordinal(from)
}

/** Days of a span, its first and last included. */
export const daysThrough = (first: Day, last: Day): number => daysBetween(first, last) + 1

export function weekday(of: Day): Weekday {
  // 1 January of the year 1 was a Monday; the remainder plus one is always 1 to 7.
  return ((ordinal(of) % 7) + 1) as Weekday
}

export function startOfMonth(of: Day): Day {
  const { year, month } = partsOf(of)
  return dayOf(year, month, 1)
}

export function endOfMonth(of: Day): Day {
  const { year, month } = partsOf(of)
  return dayOf(year, month, daysInMonth(year, month))
}

/** -1, 0 or 1. Days compare as text, so `a < b` reads as well. */
export function compareDays(a: Day, b: Day): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

export function minDay(a: Day, b: Day): Day {
  return a <= b ? a : b
}

export function maxDay(a: Day, b: Day): Day {
  return a >= b ? a : b
}

/** Every day from the first to the last, both included; empty when they are out of order. */
export function eachDay(from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let at = ordinal(from); at <= ordinal(to); at += 1) days.push(fromOrdinal(at))
  return days
}

/** `DD/MM/YYYY` (spec §9). */
export function formatDay(of: Day): string {
  return `${of.slice(8)}/${of.slice(5, 7)}/${of.slice(0, 4)}`
}

/** `DD MMM YYYY` (spec §9). */
export function formatDayLong(of: Day): string {
  return `${of.slice(8)} ${month_names[partsOf(of).month - 1]} ${of.slice(0, 4)}`
}
