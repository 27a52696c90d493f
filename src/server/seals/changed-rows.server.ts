/**
 * The sealed rows that were written since the last round of checks. A chain of seals has no gap, and its transactions end in its
 * order, so the last number that was judged is a cursor that misses nothing, however long a transaction takes.
 */
import { type Coded, faultOfCode, type Sealed, verifyRows } from '../seal-verify.server.ts'
import type { Tx } from '../verb.ts'
import type { BooksKeys } from './books-key.ts'

type Cursor = { readonly chain: number; readonly no: number; readonly mac: string; readonly tx: number }
type Head = { readonly chain: number; readonly no: number; readonly mac: string }

type ChangedTable = Sealed & {
  readonly is_uuid: boolean
  readonly ids: readonly string[]
  /** The newest seal of each id; null for a deleted row. */
  readonly hashes: readonly (string | null)[]
}

export type ChangedRows = {
  readonly tables: readonly ChangedTable[]
  /** Of the codes, in words. */
  readonly faults: readonly string[]
  /** When the last of them was written; null where nothing was left out. */
  readonly until: string | null
}

const cursors = `select chain::int as chain, no, mac, tx from platform.check_cursor where log = 'seals'`

/**
 * Reads the rows written since the cursor, and moves the cursor on.
 * @param most transactions of a chain
 */
export async function readChangedRows(tx: Tx, keys: BooksKeys | null, most: number): Promise<ChangedRows> {
  const known = new Map((await tx.rows<Cursor>(cursors)).map((row) => [row.chain, row]))
  const heads = await tx.rows<Head>('select chain, no, mac from log.seal_head')
  const rows = await tx.rows<Coded>(
    `select m.chain, m.no, m.tx, m.at, m.key_id, m.says, m.mac, log.digest_of(m.tx) as digest
     from log.seal_head h left join platform.check_cursor c on c.log = 'seals' and c.chain = h.chain::text
     cross join lateral (select * from log.tx_mac m where m.chain = h.chain and m.no >= coalesce(c.no, 1)
       order by m.no limit $1 + 1) m
     order by m.chain, m.no`,
    [most],
  )
  const chains = Map.groupBy(rows, ({ chain }) => chain)
  const faults = await outsideOf(tx)
  const txs: number[] = []
  const ends: Cursor[] = []
  let until: string | null = null
  for (const head of heads) {
    const from = known.get(head.chain)
    const judged = judgeChain(head, chains.get(head.chain) ?? [], { from, keys, most })
    faults.push(...judged.faults)
    txs.push(...judged.fresh.map((row) => row.tx))
    const last = judged.fresh.at(-1)
    if (last) ends.push({ ...last, tx: Math.max(last.tx, from?.tx ?? 0) })
    if (last && judged.is_cut && (until === null || last.at < until)) until = last.at
    known.delete(head.chain)
  }
  for (const { chain, no } of known.values()) faults.push(`chain ${chain} of seals, of ${no}, has no head`)
  await moveOn(tx, ends)
  return { tables: await tablesOf(tx, txs), faults, until }
}

type Judged = { readonly faults: string[]; readonly fresh: readonly Coded[]; readonly is_cut: boolean }

/** @param rows of the chain, from the one at its cursor on */
function judgeChain(
  head: Head,
  rows: readonly Coded[],
  { from, keys, most }: { from: Cursor | undefined; keys: BooksKeys | null; most: number },
): Judged {
  const faults: string[] = []
  const [first] = rows
  if (from && !(first && first.no === from.no && first.mac === from.mac))
    faults.push(`chain ${head.chain} of seals is not as it was at ${from.no}`)
  const fresh = from ? rows.filter(({ no }) => no > from.no) : rows
  let last: { no: number; mac: string } = from ?? { no: 0, mac: '' }
  for (const row of fresh) {
    const what = faultOfCode(row, last, keys)
    if (what !== null) faults.push(`sealed transaction ${row.no} of chain ${row.chain}: ${what}`)
    last = row
  }
  const is_cut = rows.length > most
  if (!is_cut && (last.no !== head.no || last.mac !== head.mac))
    faults.push(`chain ${head.chain} of seals ends at ${last.no}, its head says ${head.no}`)
  return { faults, fresh, is_cut }
}

/** Rows that were sealed since, and that no code of the product closes. */
async function outsideOf(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ what: string }>(
    `with fresh as (select m.tx from log.seal_head h
         left join platform.check_cursor c on c.log = 'seals' and c.chain = h.chain::text
         cross join lateral (select m.tx from log.tx_mac m where m.chain = h.chain and m.no > coalesce(c.no, 0)) m)
     select format('rows of %s were sealed outside of the product: %s', string_agg(distinct t.name, ', '),
       (array_agg(array_to_string(l.ids[1:3], ', ')))[1]) as what
     from log.seal_log l left join log.sealed_table t on t.no = l.table_no
     where l.tx > (select coalesce(max(c.tx), 0) from platform.check_cursor c where c.log = 'seals')
       and not exists (select from fresh f where f.tx = l.tx) group by l.tx limit 3`,
  )
  return rows.map(({ what }) => what)
}

async function moveOn(tx: Tx, ends: readonly Cursor[]): Promise<void> {
  if (ends.length === 0) return
  await tx.run(
    `insert into platform.check_cursor (log, chain, no, mac, tx)
     select 'seals', e.chain, e.no, e.mac, e.tx from jsonb_to_recordset($1) as e (chain text, no bigint, mac text, tx bigint)
     on conflict (log, chain) do update set no = excluded.no, mac = excluded.mac, tx = excluded.tx`,
    [JSON.stringify(ends.map(({ chain, no, mac, tx: of }) => ({ chain, no, mac, tx: of })))],
  )
}

/** The rows that the transactions sealed, each once, by table. */
function tablesOf(tx: Tx, txs: readonly number[]): Promise<readonly ChangedTable[]> {
  if (txs.length === 0) return Promise.resolve([])
  return tx.rows<ChangedTable>(
    `select t.no, t.name, t.key, true as has_seals, s.ids, s.hashes, coalesce(a.atttypid = 'uuid'::regtype, false) as is_uuid
     from (select table_no, array_agg(id) as ids, array_agg(hash) as hashes
       from (select distinct on (e.table_no, u.id) e.table_no, u.id, u.hash from log.seal_log e
         cross join lateral unnest(e.ids, e.hashes) u(id, hash)
         where e.tx = any($1::bigint[]) order by e.table_no, u.id, e.no desc) newest group by 1) s
     join log.sealed_table t on t.no = s.table_no
     left join pg_attribute a on a.attrelid = to_regclass(t.name) and a.attname = t.key order by t.name`,
    [txs],
  )
}

/** Changed rows that are not as their newest seal says, in words. */
export async function verifyChangedRows(
  tx: Tx,
  tables: readonly ChangedTable[],
  most: number,
): Promise<string[]> {
  const broken: string[] = []
  for (const table of tables) {
    if (broken.length >= most) break
    const suspects = await suspectsOf(tx, table)
    // A row that was written again after this batch is as a later seal says.
    if (suspects.length > 0) broken.push(...(await verifyRows(tx, table, most, suspects)))
  }
  return broken.slice(0, most)
}

async function suspectsOf(tx: Tx, { no, name, key, is_uuid, ids, hashes }: ChangedTable): Promise<string[]> {
  // Table and key are the migration's own.
  const text = `concat_ws('/', ${key
    .split(',')
    .map((one) => `t.${one}`)
    .join(', ')})`
  const which = is_uuid
    ? `t.${key} = any($1::uuid[])`
    : `${text} in (select k.key from log.seal_key k where k.table_no = ${no} and k.id = any($1::uuid[]))`
  const rows = await tx.rows<{ id: string }>(
    `with found as (select log.seal_id(${text}) as id, log.row_hash(to_jsonb(t)) as hash from ${name} t where ${which})
     select s.id from unnest($1::uuid[], $2::uuid[]) s (id, hash) left join found f using (id)
     where f.hash is distinct from s.hash limit 100`,
    [ids, hashes],
  )
  return rows.map(({ id }) => id)
}
