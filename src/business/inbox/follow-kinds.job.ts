/** Tasks of kinds that came with an upgrade: they open with its start, not with the first night. */
import { createHash } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import { frozenAt } from '#kernel/clock.ts'
import type { Database } from '#server/database.ts'
import { SYSTEM } from '#server/system-user.ts'
import { inTransaction } from '#server/tx.ts'
import { kind_names } from '../platform/notification-kinds.rules.ts'
import { followAll } from './open-tasks.server.ts'

/**
 * Compares all waiting records with the open tasks, once for each set of kinds.
 * @returns whether this call did it
 */
export async function followNewKinds(
  { database, clock }: { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock },
  kinds: readonly string[] = kind_names,
): Promise<boolean> {
  const now = frozenAt(clock)
  const key = createHash('sha256').update(kinds.toSorted().join()).digest('hex')
  return inTransaction(database, async (tx) => {
    const claimed = await tx.run(
      `insert into platform.idempotency (user_id, key, action_id, input_hash, answer, created_at)
       values ($1, $2, 'daily', '', 'null', $3) on conflict do nothing`,
      [SYSTEM, `tasks:${key}`, now.now()],
    )
    if (claimed === 0) return false
    await followAll(tx, now.now())
    return true
  })
}
