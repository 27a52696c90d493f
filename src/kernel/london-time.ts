import type { Day } from './day.ts'
import { formatInstant, type Instant, instant, instantFromMs, toMs } from './instant.ts'

/** The moment a London clock shows `time` (`HH:mm`) on the day, summer or winter. */
export function londonTime(day: Day, time: string): Instant {
  const in_winter = instant(`${day}T${time}:00Z`)
  const is_winter = formatInstant(in_winter).endsWith(` ${time}`)
  return is_winter ? in_winter : instantFromMs(toMs(in_winter) - 3_600_000)
}
