/** Days on which UK banks move money: neither weekends nor bank holidays of England and Wales. Pure. */
import type { Day } from '#kernel/day.ts'
import { addDays, dayOf, partsOf, weekday } from '#kernel/day.ts'

const whole = (of: number, by: number) => (of - (of % by)) / by

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876). */
function easterSunday(year: number): Day {
  const a = year % 19
  const b = whole(year, 100)
  const c = year % 100
  const d = whole(b, 4)
  const e = b % 4
  const f = whole(b + 8, 25)
  const g = whole(b - f + 1, 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = whole(c, 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = whole(a + 11 * h + 22 * l, 451)
  const sum = h + l - 7 * m + 114
  return dayOf(year, whole(sum, 31), (sum % 31) + 1)
}

const firstMonday = (year: number, month: number): Day => {
  const first = dayOf(year, month, 1)
  return addDays(first, (8 - weekday(first)) % 7)
}

const lastMonday = (year: number, month: number): Day => {
  const last = dayOf(year, month, 31)
  return addDays(last, 1 - weekday(last))
}

/**
 * The holidays that the law names, each moved to the next free weekday where it falls on a weekend. Holidays that are
 * proclaimed for one year alone are not in it: the bank refuses such a day, and another is chosen.
 */
function holidaysOf(year: number): ReadonlySet<Day> {
  const days = new Set<Day>()
  const add = (day: Day) => {
    let free = day
    while (weekday(free) > 5 || days.has(free)) free = addDays(free, 1)
    days.add(free)
  }
  const easter = easterSunday(year)
  add(dayOf(year, 1, 1))
  add(addDays(easter, -2))
  add(addDays(easter, 1))
  add(firstMonday(year, 5))
  add(lastMonday(year, 5))
  add(lastMonday(year, 8))
  add(dayOf(year, 12, 25))
  add(dayOf(year, 12, 26))
  return days
}

export function isBankDay(day: Day): boolean {
  return weekday(day) <= 5 && !holidaysOf(partsOf(day).year).has(day)
}

/** The first bank day after this one. */
export function nextBankDay(after: Day): Day {
  let day = addDays(after, 1)
  while (!isBankDay(day)) day = addDays(day, 1)
  return day
}

/** This day, or the last bank day before it. */
export function bankDayOnOrBefore(on: Day): Day {
  let day = on
  while (!isBankDay(day)) day = addDays(day, -1)
  return day
}

/** The last bank day before this one. */
export const bankDayBefore = (before: Day): Day => bankDayOnOrBefore(addDays(before, -1))
