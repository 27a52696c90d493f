import { type Day, formatDayLong } from '#kernel/day.ts'
import { instant, londonDay } from '#kernel/instant.ts'

/** "With Amelia Stanton since 20 Nov": the approvers by name where the reader may see them, else their business. */
export function waitsWith(
  names: readonly (string | null | undefined)[],
  business: string,
  submitted_at: string | null,
  today: Day,
): string {
  const people = names.flatMap((name) => name ?? [])
  const who = people.length === 0 || people.length > 2 ? business : people.join(' or ')
  if (submitted_at === null) return `With ${who}`
  const since = formatDayLong(londonDay(instant(submitted_at)))
  const isThisYear = since.endsWith(today.slice(0, 4))
  return `With ${who} since ${isThisYear ? since.slice(0, -5) : since}`
}
