import type pg from 'pg'
import { assert } from '#kernel/assert.ts'
import { tracedStatement } from '#kernel/tracing.ts'
import type { Database } from './database.ts'
import { isKept } from './kept-statement.server.ts'
import type { Tx } from './verb.ts'

/** Transactions with prepared statements. */
const preparing = new WeakSet<Tx>()
/** Names of prepared statements by text; one name never means two texts. */
const names = new Map<string, string>()
/** More texts than bulk work repeats: a connection keeps all it prepared. Kept statements, which are few, have names beyond it. */
const NAMES_MAX = 400

/**
 * From here on statements with parameters stay prepared on this connection: planning takes longer than running, and
 * bulk work repeats a few of them thousands of times.
 */
export function keepStatements(tx: Tx): void {
  preparing.add(tx)
}

function nameOf(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || (names.size >= NAMES_MAX && !isKept(sql))) return known
  const name = `many_${names.size}`
  names.set(sql, name)
  return name
}

/** The verbs' view of one connection inside a transaction. `refused` keeps an error that aborted it. */
function watchTx(client: pg.ClientBase): { tx: Tx; refused: () => unknown } {
  let error: unknown
  const query = async (sql: string, params: readonly unknown[]): Promise<pg.QueryResult> => {
    const name = params.length > 0 && (isKept(sql) || preparing.has(tx)) ? nameOf(sql) : undefined
    try {
      const result = await tracedStatement(sql, () =>
        client.query({ text: sql, values: [...params], ...(name ? { name } : {}) }),
      )
      if (sql.startsWith('rollback to ')) error = undefined
      return result
    } catch (thrown) {
      error ??= thrown
      throw thrown
    }
  }
  const rows = async <R>(sql: string, params: readonly unknown[] = []): Promise<R[]> =>
    (await query(sql, params)).rows as R[] // The caller names the row type of their own SQL.
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

/** Runs `work` in one transaction of the verbs' role; an error rolls it back. */
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
 * Runs `work` so that its failure undoes only itself, inside a transaction that continues. It has a cost: use it for
 * the rows of a failed batch, not for every row.
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
