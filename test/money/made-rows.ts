/** Rows of any table from the types of its columns, once nothing in the database judges them. */
import type { TestDatabase } from '../database.ts'
import type { Table } from './tamper.ts'

/** Takes away the checks and keys beside the primary key that would refuse a made row. */
export async function openChecks(database: TestDatabase, tables: readonly string[]): Promise<void> {
  const { rows } = await database.owner.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
     where contype in ('c', 'u', 'x') and conrelid = any ($1::regclass[])`,
    [tables],
  )
  for (const { statement } of rows) await database.owner.query(statement)
}

const values: Readonly<Record<string, (no: number) => string>> = {
  uuid: (no) => `'01990000-0000-7000-8000-${String(no).padStart(12, '0')}'`,
  numeric: (no) => `${no}.25`,
  integer: String,
  bigint: String,
  smallint: String,
  boolean: (no) => String(no === 1),
  date: (no) => `date '2025-06-0${no}'`,
  'timestamp with time zone': (no) => `timestamptz '2025-06-0${no} 10:00:00+00'`,
  jsonb: (no) => `'{"no": ${no}}'`,
  ARRAY: (no) => `'{${no}}'`,
  bytea: (no) => `'\\x0${no}'`,
}

/** SQL of the row with this number; two numbers differ in every column. */
export async function madeRow(database: TestDatabase, table: Table, no: number): Promise<string> {
  const { rows } = await database.owner.query<{ name: string; element: string | null }>(
    `select format('%I', column_name) as name, nullif(udt_name, '') as element from information_schema.columns
     where format('%s.%s', table_schema, table_name) = $1`,
    [table.name],
  )
  const textOf = ({ name, type }: Table['columns'][number]): string => {
    const element = rows.find((row) => row.name === name)?.element ?? ''
    if (type === 'ARRAY' && element === '_uuid') return `'{${values.uuid?.(no).replaceAll("'", '')}}'`
    if (type === 'ARRAY' && element === '_bytea') return `'{"\\\\x0${no}"}'`
    return (values[type] ?? ((at: number) => `'made ${at}'`))(no)
  }
  const columns = table.columns.map(({ name }) => name).join(', ')
  return `insert into ${table.name} (${columns}) values (${table.columns.map(textOf).join(', ')})`
}
