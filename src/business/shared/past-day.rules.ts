/** Days of facts that have happened. Pure. */
import { addDays, type Day, formatDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'

/** The fault of a day after today; null from today back, and without a day. */
export const futureFault = (on: Day | null | undefined, today: Day): string | null =>
  on !== null && on !== undefined && on > today ? validationText.max_date(formatDay(addDays(today, 1))) : null

/** The fault of a day after today as an error of its field; nothing for a day that has come. */
export function futureFaults<Field extends string>(
  field: Field,
  on: Day | null | undefined,
  today: Day,
): Partial<Record<Field, string>> {
  const fault = futureFault(on, today)
  return fault === null ? {} : ({ [field]: fault } as Partial<Record<Field, string>>) // Of this field alone.
}
