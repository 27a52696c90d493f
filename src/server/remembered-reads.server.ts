/**
 * Asks once a batch for reads that every row of a file repeats. A rehearsal rolls each unit back to one mark, so a
 * read before the unit's first write or lock gives every unit the same answer.
 */
import { assert } from '#kernel/assert.ts'
import type { Tx } from './verb.ts'

/** Tables filled only by migrations: a write leaves them unchanged. */
const settled: readonly string[] = ['platform.currency']

/** A select without locks and function calls, so that it cannot write. */
const isRead = (sql: string): boolean =>
  /^\s*select\b/i.test(sql) &&
  !/\bfor\s+(update|share|no\s+key|key)\b/i.test(sql) &&
  !/\w\.\w+\s*\(|\b(pg_\w+|nextval|setval|random|clock_timestamp)\s*\(/i.test(sql)

const tablesOf = (sql: string): string[] =>
  [...sql.matchAll(/\b(?:from|join)\s+([\w."]+)/gi)].map(([, table = '']) => table)

const isSettled = (sql: string): boolean => {
  const tables = tablesOf(sql)
  return tables.length > 0 && tables.every((table) => settled.includes(table))
}

export type Remembering = {
  readonly tx: Tx
  /** Everything since the mark was rolled back. */
  readonly atMark: () => void
}

/** A `tx` that answers repeated reads from the same mark itself. Lives for one batch. */
export function rememberReads(tx: Tx): Remembering {
  const known = new Map<string, readonly unknown[]>()
  let isAtMark = true
  const rows = async <R>(sql: string, params: readonly unknown[] = []): Promise<R[]> => {
    const read = isRead(sql)
    if (!(read && (isAtMark || isSettled(sql)))) {
      isAtMark &&= read
      return tx.rows<R>(sql, params)
    }
    const key = JSON.stringify([sql, params])
    const found = known.get(key) ?? (await tx.rows<R>(sql, params))
    known.set(key, found)
    // A copy, because a verb may change its rows.
    return structuredClone(found) as R[] // As the first who asked with this very text named them.
  }
  return {
    tx: {
      rows,
      row: async <R>(sql: string, params?: readonly unknown[]) => {
        const found = await rows<R>(sql, params)
        assert(found.length <= 1, 'the statement answers with one row at most')
        return found[0]
      },
      run: (sql, params) => {
        isAtMark = false
        return tx.run(sql, params)
      },
    },
    atMark: () => {
      isAtMark = true
    },
  }
}
