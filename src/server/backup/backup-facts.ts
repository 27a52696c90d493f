/** Facts of a database at its backup, to compare with a restored one. */
import type pg from 'pg'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { Manifest } from './backup-repository.ts'

type Asked = Pick<pg.Client, 'query'>

/** Tables whose rows the product adds and never changes, with the moment of each row. */
const only_grow = `select format('%I.%I', n.nspname, c.relname) as table, a.attname as column
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attname in ('created_at', 'at') and a.atttypid = 'timestamptz'::regtype
  where c.relkind = 'r' and not a.attisdropped and exists (
    select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = c.oid and p.proname = 'refuse_change' and t.tgtype & 24 = 24)
  order by 1`

async function rowsOf<R extends pg.QueryResultRow>(
  client: Asked,
  sql: string,
  values: unknown[] = [],
): Promise<R[]> {
  return (await client.query<R>(sql, values)).rows
}

/** Rows of tables that only grow, made before a moment. */
export async function countRows(client: Asked, before: Instant): Promise<Manifest['counts']> {
  const tables = await rowsOf<{ table: string; column: string }>(client, only_grow)
  const counts: { table: string; column: string; rows: number }[] = []
  for (const { table, column } of tables) {
    const [row] = await rowsOf<{ n: string }>(
      client,
      `select count(*) as n from ${table} where ${column} < $1`,
      [before],
    )
    counts.push({ table, column, rows: Number(row?.n ?? 0) })
  }
  return counts
}

type Facts = {
  readonly manifest: Pick<Manifest, 'counts' | 'counted_before' | 'heads'>
  readonly postgres: number
  readonly last_migration: string
}

/** Rows younger than this are not counted, so that no open transaction counts. */
const OPEN_MS = 120_000

export async function readFacts(client: Asked, now: Instant): Promise<Facts> {
  const counted_before = instantFromMs(toMs(now) - OPEN_MS)
  const [server] = await rowsOf<{ postgres: number }>(
    client,
    `select current_setting('server_version_num')::int / 10000 as postgres`,
  )
  const [history] = await rowsOf<{ last: string }>(
    client,
    'select coalesce(max(name), $1) as last from schema_history.file',
    [''],
  )
  return {
    manifest: {
      counts: await countRows(client, counted_before),
      counted_before,
      heads: await rowsOf(client, 'select chain_id, chain_no::text, hash from log.audit_head order by 1'),
    },
    postgres: server?.postgres ?? 0,
    last_migration: history?.last ?? '',
  }
}

/** Facts of a backup that its restored database lacks. */
export async function missingFacts(client: Asked, manifest: Manifest): Promise<string[]> {
  const faults: string[] = []
  const now = new Map(
    (await countRows(client, manifest.counted_before)).map(({ table, rows }) => [table, rows]),
  )
  for (const { table, rows } of manifest.counts) {
    const found = now.get(table) ?? 0
    if (found < rows)
      faults.push(`${table} has ${found} rows from before ${manifest.counted_before} instead of ${rows}`)
  }
  const lost = await rowsOf<{ chain_id: string }>(
    client,
    `select h.chain_id from jsonb_to_recordset($1::jsonb) as h (chain_id uuid, chain_no bigint, hash text)
     where not exists (select from log.audit a
       where a.chain_id = h.chain_id and a.chain_no = h.chain_no and a.hash = h.hash)`,
    [JSON.stringify(manifest.heads)],
  )
  return [
    ...faults,
    ...lost.map(({ chain_id }) => `the audit chain ${chain_id} lacks the end that the backup names`),
  ]
}
