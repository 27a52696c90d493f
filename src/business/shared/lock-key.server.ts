import type { Tx } from '#server/verb.ts'

/**
 * Lets one transaction at a time on, until it ends, for rules about rows that are not there yet. Ask for what the rule
 * is about before looking: what one of two waiting requests reads then, the other has committed.
 */
export async function lockKey(tx: Pick<Tx, 'rows'>, ...key: readonly string[]): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key.join(':')])
}
