/** Marks of a day of a timesheet, beside its time: the reason of an absence, and a description of the work. Pure. */

import type { Day } from '#kernel/day.ts'

/** None: the worker was available. */
export const availabilities = [
  { value: 'holiday', label: 'Holiday' },
  { value: 'public_holiday', label: 'Public holiday' },
  { value: 'sickness', label: 'Sickness' },
  { value: 'training', label: 'Training' },
  { value: 'unavailable', label: 'Unavailable' },
] as const
export type Availability = (typeof availabilities)[number]['value']

export type Marked = {
  readonly date: Day
  readonly availability: Availability | null
  readonly description: string | null
}

/** Days with a mark, first to last; of several cells of a day the first that says something. */
export function markedDays(cells: readonly Marked[]): Marked[] {
  const days = new Map<Day, Marked>()
  for (const { date, availability, description } of cells) {
    const before = days.get(date)
    if (availability === null && description === null) continue
    days.set(date, {
      date,
      availability: before?.availability ?? availability,
      description: before?.description ?? description,
    })
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** The words of days on which nobody works, by day. */
export const awayDays = (cells: readonly Marked[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    markedDays(cells).flatMap(({ date, availability }) =>
      availability === null ? [] : [[date, awayWords(availability)]],
    ),
  )

const awayWords = (of: Availability): string =>
  (availabilities.find(({ value }) => value === of)?.label ?? of).toLowerCase()
