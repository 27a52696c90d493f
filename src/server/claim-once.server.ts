/** Own work that happens once: its mark commits together with it. */
import type { Instant } from '#kernel/instant.ts'
import { SYSTEM } from './system-user.ts'
import type { Tx } from './verb.ts'

type Claim = {
  /** The name of the work that is done once, such as `daily:2026-11-29`. */
  readonly key: string
  /** The kind of work. */
  readonly action_id: string
  readonly at: Instant
}

/**
 * Marks work as done within its transaction; a second caller waits for the end of the first.
 * @returns false where another call did it
 */
export async function claimOnce(tx: Tx, { key, action_id, at }: Claim): Promise<boolean> {
  const claimed = await tx.run(
    `insert into platform.idempotency (user_id, key, action_id, input_hash, answer, created_at)
     values ($1, $2, $3, '', 'null', $4) on conflict do nothing`,
    [SYSTEM, key, action_id, at],
  )
  return claimed > 0
}
