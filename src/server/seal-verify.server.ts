/** Compares sealed rows with their seals, and the seals with the codes of the application's key (quality R12, R16). */
import { type BooksKeys, isMacOf, type SealedTransaction } from './seals/books-key.ts'
import { sealed_tables } from './seals/sealed-tables.ts'
import type { Tx } from './verb.ts'

export type Sealed = { no: number; name: string; key: string; has_seals: boolean }

/** The first faults, in words; none = every row is as the product left it. */
export async function verifySeals(tx: Tx, keys: BooksKeys | null, most: number): Promise<string[]> {
  const broken: string[] = []
  const steps = [() => verifyCodes(tx, keys, most), () => verifyTables(tx), ...(await rowSteps(tx, most))]
  for (const step of steps) {
    if (broken.length >= most) break
    broken.push(...(await step()))
  }
  return broken.slice(0, most)
}

/** Facts that the report names, and that are no fault. */
export async function notesOfSeals(tx: Tx, keys: BooksKeys | null): Promise<string[]> {
  const notes: string[] = []
  const upgraded = await tx.rows<{ says: string; name: string; n: number }>(
    `select m.says, t.name, sum(cardinality(l.ids)) as n from log.seal_log l
     join log.sealed_table t on t.no = l.table_no left join log.tx_mac m on m.tx = l.tx
     where l.op = 'S' group by 1, 2 order by 1, 2`,
  )
  for (const { says, name, n } of upgraded)
    notes.push(`${n} rows of ${name} were sealed at upgrade (${says || 'not closed'}), as they were then`)
  if (keys !== null) return notes
  const count = (await tx.row<{ n: number }>('select count(*) as n from log.tx_mac'))?.n ?? 0
  notes.push(
    `the codes of ${count} transactions were not checked, since the key is not here (BOOKS_KEY_FILE): rows that were sealed by hand are not found`,
  )
  return notes
}

export type Coded = Omit<SealedTransaction, 'previous_mac' | 'digest'> & {
  readonly digest: string | null
  readonly key_id: string
  readonly mac: string
}

/** The fault of a closed transaction; null for none. */
export function faultOfCode(
  row: Coded,
  last: { no: number; mac: string },
  keys: BooksKeys | null,
): string | null {
  if (row.no !== last.no + 1) return `transactions after ${last.no} are missing`
  if (row.digest === null) return 'its seals are gone'
  if (keys === null) return null
  const key = keys.find((one) => one.id === row.key_id)
  if (!key) return `it was closed with key ${row.key_id}, which is not here`
  const { key_id: _, mac, ...sealed } = row
  if (!isMacOf(key, { ...sealed, digest: row.digest, previous_mac: last.mac }, mac))
    return 'its seals are not those that the product closed'
  return null
}

/** Seals without a code, chains with a gap, chains without their end. */
async function verifyCodes(tx: Tx, keys: BooksKeys | null, most: number): Promise<string[]> {
  const broken: string[] = []
  const open = await tx.rows<{ what: string }>(
    `select format('rows of %s were sealed outside of the product: %s', string_agg(distinct t.name, ', '),
       (array_agg(array_to_string(l.ids[1:3], ', ')))[1]) as what
     from log.seal_log l left join log.sealed_table t on t.no = l.table_no
     where not exists (select from log.tx_mac m where m.tx = l.tx) group by l.tx limit $1`,
    [most],
  )
  broken.push(...open.map((row) => row.what))
  const twice = await tx.rows<{ tx: number }>(
    'select tx from log.tx_mac group by 1 having count(*) > 1 order by 1 limit $1',
    [most],
  )
  for (const one of twice) broken.push(`sealed transaction ${one.tx} is closed twice`)
  const ends = new Map<number, { no: number; mac: string }>()
  for await (const row of codes(tx)) {
    const what = faultOfCode(row, ends.get(row.chain) ?? { no: 0, mac: '' }, keys)
    if (what !== null && broken.length < most)
      broken.push(`sealed transaction ${row.no} of chain ${row.chain}: ${what}`)
    ends.set(row.chain, { no: row.no, mac: row.mac })
  }
  const heads = await tx.rows<{ chain: number; no: number; mac: string }>(
    'select chain, no, mac from log.seal_head order by chain',
  )
  for (const { chain, no, mac } of heads) {
    const end = ends.get(chain) ?? { no: 0, mac: '' }
    ends.delete(chain)
    if (end.no !== no || end.mac !== mac)
      broken.push(`chain ${chain} of seals ends at ${end.no}, its head says ${no}`)
  }
  for (const [chain] of ends) broken.push(`chain ${chain} of seals has no head`)
  return broken
}

const CODES_PAGE = 2000

/** The codes of all chains in their order, a page at a time. */
async function* codes(tx: Tx): AsyncGenerator<Coded> {
  let after = { chain: 0, no: 0 }
  for (;;) {
    const page = await tx.rows<Coded>(
      `select m.chain, m.no, m.tx, m.at, m.key_id, m.says, m.mac, log.digest_of(m.tx) as digest
       from log.tx_mac m where (m.chain, m.no) > ($1, $2) order by m.chain, m.no limit ${CODES_PAGE}`,
      [after.chain, after.no],
    )
    yield* page
    after = page.at(-1) ?? after
    if (page.length < CODES_PAGE) return
  }
}

/** Tables that should be sealed, and are not: their rows could change unseen. */
async function verifyTables(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ name: string; triggers: number }>(
    `select t.name, count(g.oid) as triggers from log.sealed_table t
     left join pg_trigger g on g.tgrelid = to_regclass(t.name) and g.tgname in ('seal_insert', 'seal_update', 'seal_delete')
     group by 1`,
  )
  const found = new Map(rows.map((row) => [row.name, row.triggers]))
  return Object.keys(sealed_tables).flatMap((name) =>
    found.get(name) === 3 ? [] : [`${name} is not sealed any more`],
  )
}

/** One step for each sealed table. */
async function rowSteps(tx: Tx, most: number): Promise<(() => Promise<string[]>)[]> {
  const tables = await tx.rows<Sealed>(
    `select no, name, key, no in (select table_no from log.seal_log) as has_seals
     from log.sealed_table order by name`,
  )
  return tables.map((table) => () => verifyRows(tx, table, most))
}

/** @param only the rows to compare; all without it */
export async function verifyRows(
  tx: Tx,
  { no, name, key, has_seals }: Sealed,
  most: number,
  only: readonly string[] | null = null,
): Promise<string[]> {
  // Table and key are the migration's own.
  const keys = key.split(',')
  const id =
    keys.length === 1 ? `t.${key}::text` : `concat_ws('/', ${keys.map((one) => `t.${one}`).join(', ')})`
  const rows = await tx.rows<{ id: string; is_there: boolean; is_known: boolean }>(
    `with seal as (
       select distinct on (u.id) u.id, u.hash, e.op from log.seal_log e
       cross join lateral unnest(e.ids, e.hashes) u(id, hash)
       -- All seals are read for each table: not where none is its.
       where $4 and e.table_no = $1 and ($3::uuid[] is null or (e.ids && $3 and u.id = any($3))) order by u.id, e.no desc),
     found as (select ${id} as name, log.seal_id(${id}) as id,
       log.row_hash(to_jsonb(t)) as hash from ${name} t
       where $3::uuid[] is null or log.seal_id(${id}) = any($3))
     select coalesce(f.name, k.key, s.id::text) as id, f.id is not null as is_there,
       s.id is not null and s.op <> 'D' as is_known
     from seal s full join found f on f.id = s.id
     -- A key that is no uuid is sealed by its hash, which it must meet.
     left join log.seal_key k on k.table_no = $1 and k.id = s.id and log.seal_id(k.key) = s.id
     where case when f.id is null then s.op <> 'D' else s.id is null or s.op = 'D' or s.hash <> f.hash end
     limit $2`,
    [no, most, only, has_seals],
  )
  return rows.map((row) => {
    if (!row.is_there) return `${name} ${row.id} is gone`
    return `${name} ${row.id} ${row.is_known ? 'is not what the product has written' : 'was not written by the product'}`
  })
}
