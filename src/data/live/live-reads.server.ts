/**
 * The tables behind a function-backed live query. PostgreSQL inlines the function's SQL when planning (migration
 * 0009), so its plan names them; only functions with their owner's rights declare theirs.
 */
import type pg from 'pg'
import type { FunctionRoot } from '../schema/function-root.ts'
import { type Batch, ENTRIES } from './live-batch.server.ts'

/** Objects of a plan in JSON: only these keys matter here. */
type PlanNode = { readonly [key: string]: unknown }

const isNode = (value: unknown): value is PlanNode => typeof value === 'object' && value !== null

/** `schema.table` of everything the plan touches. */
function tablesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) tablesIn(one, found)
  else if (isNode(value)) {
    if (typeof value['Relation Name'] === 'string') found.add(`${value.Schema}.${value['Relation Name']}`)
    for (const one of Object.values(value)) if (isNode(one)) tablesIn(one, found)
  }
  return found
}

/** Party columns by which the functions are held to the viewer's business. */
const partiesOf = (functions: Iterable<FunctionRoot>): string[] =>
  [...functions].map(({ forced }) => {
    const own = Object.entries(forced).find(([, one]) => one !== '$today' && one.claim === 'business_id')
    return own?.[0] ?? ''
  })

/**
 * @returns tables by name; true where each row names the business by which every function is held, so that only signals
 * naming the viewer's own matter
 */
export async function readTables(
  pool: pg.Pool,
  { text }: Batch,
  functions: ReadonlySet<FunctionRoot>,
): Promise<Map<string, boolean>> {
  const plan = await pool.query<{ 'QUERY PLAN': unknown }>(
    `explain (format json, verbose, costs off) ${text.replace(ENTRIES, `'[]'::json`)}`,
  )
  const declared = [...functions].flatMap(({ reads = [] }) => reads)
  const tables = [...new Set([...tablesIn(plan.rows[0]?.['QUERY PLAN']), ...declared])]
  const { rows } = await pool.query<{ name: string }>(
    `select name from unnest($1::text[]) name
     where not exists (select from unnest($2::text[]) party where not exists (
       select from pg_attribute where attrelid = name::regclass and attname = party and attnotnull))`,
    [tables, partiesOf(functions)],
  )
  const own = new Set(rows.map(({ name }) => name))
  return new Map(tables.map((name) => [name, own.has(name)]))
}
