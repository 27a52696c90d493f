import type { Tx } from '#server/verb.ts'

/**
 * Holds a named lock until the transaction ends, for rules about rows that do not exist yet. Call it before reading:
 * the later of two requests then reads the committed rows of the earlier one.
 */
export async function lockKey(tx: Pick<Tx, 'rows'>, ...key: readonly string[]): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key.join(':')])
}
