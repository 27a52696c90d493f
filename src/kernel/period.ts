import type { Day } from './day.ts'
import {
  addDays,
  addMonths,
  dayOf,
  endOfMonth,
  maxDay,
  minDay,
  partsOf,
  startOfMonth,
  weekday,
} from './day.ts'

/** From the first day to the last, both included. */
export type Period = { readonly start_date: Day; readonly end_date: Day }

/** Reporting periods (spec §2). */
type PeriodKind = 'week' | 'month' | 'quarter'

/** Monday to Sunday. */
export function weekOf(of: Day): Period {
  const start_date = addDays(of, 1 - weekday(of))
  return { start_date, end_date: addDays(start_date, 6) }
}

export function monthOf(of: Day): Period {
  return { start_date: startOfMonth(of), end_date: endOfMonth(of) }
}

/** Calendar quarter. */
export function quarterOf(of: Day): Period {
  const { year, month } = partsOf(of)
  const start_date = dayOf(year, month - ((month - 1) % 3), 1)
  return { start_date, end_date: endOfMonth(addMonths(start_date, 2)) }
}

/** The week (from Monday), month or quarter that the day is in. */
export function periodOf(kind: PeriodKind, of: Day): Period {
  const of_kind = { week: weekOf, month: monthOf, quarter: quarterOf } satisfies Record<
    PeriodKind,
    (of: Day) => Period
  >
  return of_kind[kind](of)
}

export function contains(period: Period, of: Day): boolean {
  return period.start_date <= of && of <= period.end_date
}

export function overlaps(a: Period, b: Period): boolean {
  return a.start_date <= b.end_date && b.start_date <= a.end_date
}

/** The common part, or null where there is none. */
export function clip(period: Period, to: Period): Period | null {
  const start_date = maxDay(period.start_date, to.start_date)
  const end_date = minDay(period.end_date, to.end_date)
  return start_date <= end_date ? { start_date, end_date } : null
}
