import type pg from 'pg'
import { assert } from '#kernel/assert.ts'
import type { Database } from './database.ts'
import type { Tx } from './verb.ts'

/** The verbs' view of one connection inside a transaction. `refused` keeps an error that aborted it. */
function watchTx(client: pg.ClientBase): { tx: Tx; refused: () => unknown } {
  let error: unknown
  const query = async (sql: string, params: readonly unknown[]): Promise<pg.QueryResult> => {
    try {
      const result = await client.query(sql, [...params])
      if (sql.startsWith('rollback to ')) error = undefined
      return result
    } catch (thrown) {
      error ??= thrown
      throw thrown
    }
  }
  const rows = async <R>(sql: string, params: readonly unknown[] = []): Promise<R[]> =>
    (await query(sql, params)).rows as R[] // The caller names the row type of his own SQL.
  const tx: Tx = {
    rows,
    row: async <R>(sql: string, params?: readonly unknown[]) => {
      const found = await rows<R>(sql, params)
      assert(found.length <= 1, 'the statement answers with one row at most')
      return found[0]
    },
    run: async (sql, params = []) => (await query(sql, params)).rowCount ?? 0,
  }
  return { tx, refused: () => error }
}

/** A connection as verbs use it, for callers that open and end the transaction themselves. */
export function wrapTx(client: pg.ClientBase): Tx {
  return watchTx(client).tx
}

/** Runs `work` in one transaction of the verbs' role; what it throws undoes everything. */
export function inTransaction<T>(
  database: Pick<Database, 'transaction'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return database.transaction(async (client) => {
    const { tx, refused } = watchTx(client)
    const result = await work(tx)
    // PostgreSQL answers the commit of an aborted transaction with a silent rollback.
    if (refused() !== undefined) throw refused()
    return result
  })
}

/**
 * Runs `work` so that its failure undoes only itself, inside a transaction that goes on.
 * Cheap, yet not free: for the rows of a batch that failed as a whole, not for every row.
 */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.run('savepoint step')
  try {
    const result = await work()
    await tx.run('release savepoint step')
    return result
  } catch (error) {
    await tx.run('rollback to savepoint step')
    await tx.run('release savepoint step')
    throw error
  }
}
