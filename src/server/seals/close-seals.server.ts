/** Closes the seals of a transaction with a code that the database cannot make (decision 0038). */
import type pg from 'pg'
import { type BooksKeys, macOf, type SealedTransaction } from './books-key.ts'

type Queryable = {
  readonly query: <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<{ rows: R[] }>
}

/** A step before each commit. */
export type CloseSeals = (connection: Queryable) => Promise<void>

/** @param says the migration, for rows that were sealed at an upgrade */
async function closeOpenSeals(connection: Queryable, keys: BooksKeys, says: string): Promise<void> {
  const { rows } = await connection.query<Omit<SealedTransaction, 'says'>>(
    'select tx, chain, no, previous_mac, at, digest from log.close_seals()',
  )
  const [found] = rows
  if (!found) return
  const [key] = keys
  const sealed = { ...found, says }
  const { chain, no, tx, at } = sealed
  await connection.query('select log.keep_mac($1, $2, $3, $4, $5, $6, $7)', [
    chain,
    no,
    tx,
    at,
    key.id,
    says,
    macOf(key, sealed),
  ])
}

/** A database of tests may have no seals yet. */
const HAS_SEALS = `select exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'log' and p.proname = 'close_seals') as has_seals`

export function sealCloser(keys: BooksKeys): CloseSeals {
  let has_seals = false
  return async (connection) => {
    if (!has_seals) {
      const { rows } = await connection.query<{ has_seals: boolean }>(HAS_SEALS)
      has_seals = rows[0]?.has_seals === true
      if (!has_seals) return
    }
    await closeOpenSeals(connection, keys, '')
  }
}

/** Closes the seals of a migration's transaction, and no earlier seal made by hand. */
export function migrationCloser(
  keys: BooksKeys,
): (connection: Queryable, migration: string) => Promise<void> {
  return async (connection, migration) => {
    const { rows: asked } = await connection.query<{ has_seals: boolean }>(HAS_SEALS)
    if (asked[0]?.has_seals !== true) return
    const { rows } = await connection.query<{ tx: string }>(
      `select distinct l.tx::text as tx from log.seal_log l
       where l.xmin = pg_current_xact_id()::xid and not exists (select from log.tx_mac m where m.tx = l.tx) order by 1`,
    )
    for (const { tx } of rows) {
      await connection.query(`select set_config('stint.seal_tx', $1, true)`, [tx])
      await closeOpenSeals(connection, keys, migration)
    }
  }
}
