import type { Clock } from '#kernel/clock.ts'
import type { Tx } from '#server/verb.ts'
import { draft_days } from './timesheet-draft.rules.ts'

/** Removes typed values that their author has not touched for too long; the saved timesheet stays as it is. */
export async function expireTyped({ tx, clock }: { readonly tx: Tx; readonly clock: Clock }): Promise<void> {
  await tx.run(
    `update transaction.timesheet_draft set changes = '{}', updated_at = $1
     where updated_at <= $1::timestamptz - make_interval(days => $2) and changes <> '{}'`,
    [clock.now(), draft_days],
  )
}
