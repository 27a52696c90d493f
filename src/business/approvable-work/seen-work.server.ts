/** Saves of approvable work by several devices or people: a step takes the work as its sender saw it. */
import { z } from 'zod'
import { instant } from '#kernel/instant.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { requireSeen, seenInput } from '../shared/seen.server.ts'

/** The work as its sender saw it. */
export const seen_shape = {
  /** Its `updated_at`; left out, anything saved is replaced. */
  updated_at: seenInput,
  /** Idempotency keys of the sender's later saves without an answer. */
  saved_keys: z.array(z.string().trim().min(1).max(200)).max(50, { error: validationText.max }).optional(),
}
type Seen = { readonly updated_at?: string | undefined; readonly saved_keys?: readonly string[] | undefined }

export interface SavedWork {
  readonly id: string
  readonly updated_at: string
  /** The moment of the last change of facts that all readers of the work read. Every save moves it. */
  readonly told_updated_at: string
}

/** Values saved since then would be lost without a word, unless the sender saved them. @throws conflict */
export async function refuseUnseen(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  noun: 'timesheet' | 'expense',
  work: SavedWork,
  { updated_at: seen, saved_keys = [] }: Seen,
): Promise<void> {
  if (seen === undefined) return
  const moment = instant(seen, 'updated_at')
  // Client and contractor read the told moment, agency and provider the other.
  if (moment === instant(work.updated_at) || moment === instant(work.told_updated_at)) return
  const own = await tx.row(
    `select 1 as one from platform.idempotency where user_id = $1 and key = any ($2) and action_id = $3
       and answer ->> 'id' = $4 and answer ->> 'updated_at' = $5`,
    [viewer.user_id, saved_keys, `transaction.${noun}.save_draft`, work.id, instant(work.told_updated_at)],
  )
  if (!own) requireSeen(noun, work.told_updated_at, seen)
}
