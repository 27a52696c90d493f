/** An earlier last day of a placement in force. Pure. */
import { addDays, type Day, formatDay, maxDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'

/** Tells the other sides that a placement ends earlier. */
export const placement_ended_topic = 'placement_ended_mail'

/** Why the placement may not end on this day; null where it may. Entered work stays inside. */
export function earlierEndFault(
  { start_date, end_date }: { readonly start_date: Day; readonly end_date: Day | null },
  worked_to: Day | null,
  asked: Day,
): string | null {
  const earliest = worked_to === null ? start_date : maxDay(worked_to, start_date)
  if (asked < earliest) return validationText.min_date(formatDay(addDays(earliest, -1)))
  return end_date !== null && asked >= end_date ? validationText.max_date(formatDay(end_date)) : null
}
