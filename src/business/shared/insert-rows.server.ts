import { assert } from '#kernel/assert.ts'
import type { Tx } from '#server/verb.ts'

/** Column names and their SQL types, in the order of the insert. */
export type Columns<R> = { readonly [C in keyof R & string]: string }

/**
 * Rows as one `unnest(…)` with one parameter a column: thousands of rows are one statement, and PostgreSQL reads
 * arrays faster than JSON. Pushes onto `params`.
 */
export function unnestSql<R>(
  columns: Columns<R>,
  rows: readonly NoInfer<R>[],
  params: unknown[],
  alias: string,
): string {
  const names = Object.keys(columns) as (keyof R & string)[] // The keys are the columns by their type.
  const arrays = names.map((name) => {
    params.push(rows.map((row) => row[name] ?? null))
    return `$${params.length}::${columns[name]}[]`
  })
  return `unnest(${arrays.join(', ')}) as ${alias} (${names.join(', ')})`
}

/** Inserts the rows in one statement; `tail` may hold an `on conflict`. Returns how many were written. */
export function insertRows<R>(
  tx: Tx,
  table: string,
  columns: Columns<R>,
  rows: readonly NoInfer<R>[],
  tail = '',
): Promise<number> {
  assert(/^[a-z_.]+$/.test(table), `${table} names a table`)
  if (rows.length === 0) return Promise.resolve(0)
  const params: unknown[] = []
  const names = Object.keys(columns).join(', ')
  const from = unnestSql(columns, rows, params, 'r')
  return tx.run(`insert into ${table} (${names}) select ${names} from ${from} ${tail}`, params)
}
