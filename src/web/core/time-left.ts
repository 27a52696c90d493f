/** How long work will still take, told by the progress that was seen of it. */

/** How far it was, and when that was read, in milliseconds. */
export interface Progress {
  readonly at: number
  readonly done: number
}

/** Before that a guess would jump about. */
const SEEN_MS = 4000

/** Words for what is left, as fast as it went since it was first seen; null where nothing can be said yet. */
export function timeLeft(first: Progress, now: Progress, total: number): string | null {
  const [done, ms] = [now.done - first.done, now.at - first.at]
  if (done <= 0 || ms < SEEN_MS || now.done >= total) return null
  const minutes = Math.round((((total - now.done) / done) * ms) / 60_000)
  if (minutes < 1) return 'less than a minute left'
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
}
