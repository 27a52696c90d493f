/** Tasks of kinds that came with an upgrade: they open with its start, not with the first night. */
import { createHash } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import { frozenAt } from '#kernel/clock.ts'
import { claimOnce } from '#server/claim-once.server.ts'
import type { Database } from '#server/database.ts'
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
    if (!(await claimOnce(tx, { key: `tasks:${key}`, action_id: 'daily', at: now.now() }))) return false
    await followAll(tx, now.now())
    return true
  })
}
