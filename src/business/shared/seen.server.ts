/** Decisions on records that somebody else may have changed since their sender read them (decision 0175). */
import { z } from 'zod'
import { conflict } from '#kernel/errors.ts'
import { type Instant, instant } from '#kernel/instant.ts'
import { refuse } from '#kernel/refusal.ts'

/** A moment of the record as its sender read it. Without one, the decision takes the record as it is. */
export const seenInput = z.string().trim().max(40).optional()

/** Nobody agrees to values that they have not seen. @throws conflict */
export function requireSeen(noun: string, updated_at: string, seen: string | undefined): void {
  if (seen !== undefined && instant(seen, 'updated_at') !== instant(updated_at))
    throw conflict(`Somebody else changed this ${noun}. Reload it.`)
}

export type Submitted = { readonly human_id: string; readonly submitted_date: string | null }

/** The newest submission that a sender saw, as a moment. */
export const submissionSeen = (text: string): Instant => instant(text, 'submitted_until')

/** Is the record submitted after the newest submission that its sender saw? */
export const notSeen = (
  { human_id, submitted_date }: Submitted,
  newest: Instant,
): ReturnType<typeof refuse> | null =>
  submitted_date !== null && instant(submitted_date) > newest
    ? refuse('conflict', `${human_id} was submitted again meanwhile. Reload it.`)
    : null

/** The same of several records, by the newest submission that their sender saw. @throws conflict */
export function requireSubmissionsSeen(rows: readonly Submitted[], newest: string | undefined): void {
  if (newest === undefined) return
  const seen = submissionSeen(newest)
  for (const row of rows) {
    const refusal = notSeen(row, seen)
    if (refusal) throw conflict(refusal.message)
  }
}
