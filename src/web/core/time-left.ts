/** Remaining time of a job, from its observed progress. */

/** Progress at a time in milliseconds. */
export interface Progress {
  readonly at: number
  readonly done: number
}

/** Too early for a steady estimate. */
const SEEN_MS = 4000

/** Remaining time in words at the observed speed; null if unknown. */
export function timeLeft(first: Progress, now: Progress, total: number): string | null {
  const [done, ms] = [now.done - first.done, now.at - first.at]
  if (done <= 0 || ms < SEEN_MS || now.done >= total) return null
  const minutes = Math.round((((total - now.done) / done) * ms) / 60_000)
  if (minutes < 1) return 'less than a minute left'
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
}
