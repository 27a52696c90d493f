/** The checks of a restored installation. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openPool } from '../database.ts'
import { knownBooksKeys } from '../seals/books-key.ts'
import { verifyDatabase } from '../verify.server.ts'
import { missingFacts } from './backup-facts.ts'
import type { Manifest } from './backup-repository.ts'
import { storedFileNames } from './backup-ship.ts'

const SHOWN = 10

/** Each B-tree against its table; a fault is an error. */
const indexes = `select count(bt_index_check(c.oid::regclass, true))
  from pg_class c join pg_am a on a.oid = c.relam join pg_index i on i.indexrelid = c.oid
  where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisvalid`
/** Each table against its own rules. */
const heaps = `select format('table %s, block %s: %s', c.oid::regclass, v.blkno, v.msg) as fault
  from pg_class c, lateral verify_heapam(c.oid::regclass) v
  where c.relkind = 'r' and c.relpersistence = 'p' limit ${SHOWN}`

async function damagedPages(client: pg.Client): Promise<string[]> {
  // The extension is there for the check alone.
  await client.query('begin')
  try {
    await client.query('create extension if not exists amcheck')
    await client.query(indexes)
    return (await client.query<{ fault: string }>(heaps)).rows.map(({ fault }) => fault)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    await client.query('rollback')
  }
}

/** Columns that name stored files, with the reference as a file's name. */
const naming = `select format('%I.%I', n.nspname, c.relname) as table, a.attname as column
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where a.attname like '%file_url' and a.attnum > 0 and not a.attisdropped and c.relkind = 'r'
    and n.nspname not in ('pg_catalog', 'information_schema') order by 1, 2`

/** Rows that name a stored file which is not there. */
async function missingFiles(client: pg.Client, names: ReadonlySet<string>): Promise<string[]> {
  const faults: string[] = []
  const { rows: columns } = await client.query<{ table: string; column: string }>(naming)
  for (const { table, column } of columns) {
    const { rows } = await client.query<{ url: string }>(
      `select distinct ${column} as url from ${table} t
       where ${column} ~ '^[0-9a-f]{2}/[0-9a-f]{64}$' and to_jsonb(t) ->> 'deleted_at' is null`,
    )
    for (const { url } of rows)
      if (!names.has(url.slice(3))) faults.push(`${table} names the stored file ${url}, which is missing`)
  }
  return faults
}

async function changedFiles(files: string, names: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (const sha256 of names) {
    const hash = createHash('sha256')
    const path = join(files, sha256.slice(0, 2), sha256)
    for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer) // Without an encoding: buffers.
    if (hash.digest('hex') !== sha256) faults.push(`the stored file ${sha256} has another content`)
  }
  return faults
}

/** Every fault of a restored installation: its pages, invariants, row counts, chain ends and stored files. */
export async function restoredFaults(url: string, files: string, manifest: Manifest): Promise<string[]> {
  const names = existsSync(files) ? await storedFileNames(files) : []
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const owner = openPool({ url, max: 2, name: 'stint restore', onIdleError: () => undefined })
  try {
    const findings = await verifyDatabase({
      owner,
      booksKeys: knownBooksKeys(join(files, '..', 'books.key')),
    })
    const broken = findings.flatMap(({ id, says, broken: rows }) =>
      rows.map((what) => `${id} ${says}: ${what}`),
    )
    return [
      ...(await damagedPages(client)),
      ...broken,
      ...(await missingFacts(client, manifest)),
      ...(await missingFiles(client, new Set(names))),
      ...(await changedFiles(files, names)),
    ]
  } finally {
    await owner.end()
    await client.end()
  }
}
