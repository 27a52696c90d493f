/** Closes the seals of a transaction with a code that the database cannot make (decision 0038). */
import type pg from 'pg'
import { type BooksKeys, macOf, type SealedTransaction } from './books-key.ts'

type Queryable = Pick<pg.ClientBase, 'query'>

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

/** Transactions without a code; null where the database has no seals yet. */
async function unclosed(owner: pg.Pool): Promise<number[] | null> {
  const { rows: asked } = await owner.query<{ has_seals: boolean }>(HAS_SEALS)
  if (asked[0]?.has_seals !== true) return null
  const { rows } = await owner.query<{ tx: number }>(
    'select distinct tx from log.seal_log l where not exists (select from log.tx_mac m where m.tx = l.tx) order by 1',
  )
  return rows.map((row) => row.tx)
}

/** Runs the migrations and closes their seals, and no earlier seal made by hand. */
export async function closeUpgrade(
  owner: pg.Pool,
  keys: BooksKeys | null,
  migrate: () => Promise<string[]>,
): Promise<string[]> {
  const before = new Set(await unclosed(owner))
  const applied = await migrate()
  if (keys === null) return applied
  for (const tx of (await unclosed(owner)) ?? []) {
    if (before.has(tx)) continue
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('stint.seal_tx', $1, true)`, [String(tx)])
      await closeOpenSeals(client, keys, applied.at(-1) ?? '')
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return applied
}
