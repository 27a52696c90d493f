/** Decisions on records that somebody else may have changed since their sender read them (decision 0175). */
import { z } from 'zod'
import { conflict } from '#kernel/errors.ts'
import { instant } from '#kernel/instant.ts'

/** A moment of the record as its sender read it. Without one, the decision takes the record as it is. */
export const seenInput = z.string().trim().max(40).optional()

/** Nobody agrees to values that they have not seen. @throws conflict */
export function requireSeen(noun: string, updated_at: string, seen: string | undefined): void {
  if (seen !== undefined && instant(seen, 'updated_at') !== instant(updated_at))
    throw conflict(`Somebody else changed this ${noun}. Reload it.`)
}

type Submitted = { readonly human_id: string; readonly submitted_date: string | null }

/** The same of several records, by the newest submission that their sender saw. @throws conflict */
export function requireSubmissionsSeen(rows: readonly Submitted[], newest: string | undefined): void {
  if (newest === undefined) return
  const seen = instant(newest, 'submitted_until')
  const again = rows.find(({ submitted_date }) => submitted_date !== null && instant(submitted_date) > seen)
  if (again) throw conflict(`${again.human_id} was submitted again meanwhile. Reload it.`)
}
