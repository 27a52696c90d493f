/**
 * Edits in the database itself: single rows changed or taken away behind the product's back, at random, in
 * every column of the tables that carry money, rules, access or evidence (quality R12, R16).
 */
import pg from 'pg'
import { assert, present } from '#kernel/assert.ts'
import { sealed_tables } from '#server/seals/sealed-tables.ts'
import type { TestDatabase } from '../database.ts'

type Column = { readonly name: string; readonly type: string; readonly is_nullable: boolean }
export type Table = { readonly name: string; readonly columns: readonly Column[] }
/** A number from 0 up to, not including, the given one. */
type Dice = (below: number) => number

/** Tables that carry money, rules, access or evidence, and the seals themselves. */
const tables = [...Object.keys(sealed_tables), 'log.audit', 'log.seal_head', 'log.seal_log', 'log.tx_mac']

export async function readTables(database: TestDatabase): Promise<Table[]> {
  const { rows } = await database.owner.query<Column & { table: string }>(
    `select format('%s.%s', table_schema, table_name) as table, format('%I', column_name) as name, data_type as type, is_nullable = 'YES' as is_nullable
     from information_schema.columns where format('%s.%s', table_schema, table_name) = any ($1) and is_generated = 'NEVER'
     order by 1, ordinal_position`,
    [tables],
  )
  return tables.map((name) => ({
    name,
    columns: rows.filter((row) => row.table === name),
  }))
}

/** Takes away whatever in the database itself would refuse or repair an edit, as its owner can. */
export async function openUp(database: TestDatabase): Promise<void> {
  const { rows } = await database.owner.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
       where contype = 'f' and connamespace::regnamespace::text not in ('graphile_worker')
     union all select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) from pg_trigger
       where not tgisinternal and tgname not in ('seal_insert', 'seal_update', 'seal_delete') and tgrelid = any ($1::regclass[])`,
    [tables],
  )
  for (const { statement } of rows) await database.owner.query(statement)
}

/** What was done, or null where this table has no such row or the database refuses it. */
export async function tamper(
  client: pg.PoolClient,
  table: Table,
  column: Column | null,
  dice: Dice,
): Promise<string | null> {
  const one = async (sql: string, ...params: unknown[]) =>
    (await client.query<Record<string, string | null>>(sql, params)).rows[0]
  const count = Number((await one(`select count(*) as n from ${table.name}`))?.n)
  if (count === 0) return null
  const row = present(
    await one(
      `select ctid::text as at, to_jsonb(t)::text as was from ${table.name} t order by ctid offset $1 limit 1`,
      dice(count),
    ),
    'a row',
  )
  if (column === null) {
    await client.query(`delete from ${table.name} where ctid = $1::tid`, [row.at])
    return `delete from ${table.name}: ${row.was}`
  }
  const { name } = column
  const value = await otherValue(client, table, column, String(row.at), dice)
  if (value === null) return null
  try {
    const { rowCount } = await client.query(
      `update ${table.name} set ${name} = ${value} where ctid = $1::tid and ${name} is distinct from ${value}`,
      [row.at],
    )
    assert((rowCount ?? 0) <= 1, 'one row is changed')
    return rowCount === 1 ? `update ${table.name} set ${name} = ${value}: ${row.was}` : null
  } catch (error) {
    // A check or a key refuses it: nothing to find.
    if (error instanceof pg.DatabaseError) return null
    throw error
  }
}

/** SQL of another value that could stand there. */
async function otherValue(
  client: pg.PoolClient,
  table: Table,
  { name, type }: Column,
  at: string,
  dice: Dice,
): Promise<string | null> {
  if (type === 'numeric') return `${name} + ${['0.01', '-0.01', '1', '-10', '100'][dice(5)]}`
  if (type === 'integer' || type === 'bigint' || type === 'smallint') return `${name} + ${1 + dice(9)}`
  if (type === 'boolean') return `not ${name}`
  if (type === 'date') return `${name} + ${[1, -1, 30, -92, 400][dice(5)]}`
  if (type.startsWith('timestamp')) return `${name} + interval '${[1, -1, 24, 2400][dice(4)]} hours'`
  if (type === 'jsonb') return `${name} || '{"status": "other"}'`
  if (type === 'ARRAY') return `${name}[2:]`
  // A text or an id: one that stands in another row, so that it reads like any other.
  const { rows } = await client.query<{ value: string }>(
    `select distinct ${name}::text as value from ${table.name} where ${name}::text is distinct from
       (select ${name}::text from ${table.name} where ctid = $1::tid) and ${name} is not null order by 1 limit 50`,
    [at],
  )
  const other = rows[dice(Math.max(rows.length, 1))]?.value
  if (other !== undefined) return `'${other.replaceAll("'", "''")}'`
  return type === 'uuid' ? `'01990000-0000-7000-8000-00000000beef'` : `${name} || 'x'`
}
