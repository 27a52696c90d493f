/** Makes two verbs meet on one record: the ids that one writes replace the ids in the other's input. */
import { present } from '#kernel/assert.ts'
import type { TestDatabase } from '../database.ts'

type Row = { readonly table: string; readonly id: string }
export type Schema = {
  readonly with_ids: readonly string[]
  readonly links: readonly { readonly from: string; readonly column: string; readonly to: string }[]
}

export async function schemaOf({ owner }: Pick<TestDatabase, 'owner'>): Promise<Schema> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where column_name = 'id' and data_type = 'uuid' and table_type = 'BASE TABLE'
       and table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker', 'log', 'ledger') order by 1`,
  )
  const names = rows.map(({ name }) => name)
  const { rows: links } = await owner.query<Schema['links'][number]>(
    `select format('%I.%I', n.nspname, c.relname) as from, a.attname as column, format('%I.%I', fn.nspname, fc.relname) as to
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_class fc on fc.oid = k.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and cardinality(k.conkey) = 1 order by 1, 2, 3`,
  )
  return {
    with_ids: names,
    links: links.filter(({ from, to }) => names.includes(from) && names.includes(to)),
  }
}

/** Everything names these, so two that share one alone share nothing. */
const shared_by_all =
  /^(business\.(business|business_contact|service|bank_account)|platform\.\w+|config\.\w+)$/
const MANY = 300

async function tablesOf(
  { owner }: TestDatabase,
  { with_ids }: Schema,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  const each = with_ids.map((name) => `select '${name}' as table, id from ${name} where id = any($1::uuid[])`)
  const { rows } = await owner.query<Row>({ name: 'tables', text: each.join(' union all '), values: [ids] })
  const at = new Map(ids.map((id, place) => [id, place]))
  return rows.sort((a, b) => (at.get(a.id) ?? 0) - (at.get(b.id) ?? 0))
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[078]/
const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

export function idsOf(value: unknown): string[] {
  if (isId(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(idsOf)
}

/** A call's own records, then those that lead to them or that they lead to. */
async function around(database: TestDatabase, schema: Schema, ids: readonly string[]): Promise<Row[]> {
  const found = await tablesOf(database, schema, ids)
  const known = new Set(found.map(({ id }) => id))
  const parts: string[] = []
  const params: string[][] = []
  for (const [table, records] of Map.groupBy(found, (row) => row.table)) {
    if (shared_by_all.test(table)) continue
    params.push(records.map(({ id }) => id))
    const here = `any($${params.length}::uuid[])`
    for (const { from, column, to } of schema.links) {
      if (from === table)
        parts.push(`select '${to}' as table, ${column} as id from ${from} where id = ${here}`)
      if (to === table) parts.push(`select '${from}' as table, id from ${from} where ${column} = ${here}`)
    }
  }
  if (parts.length === 0) return found
  const { rows } = await database.owner.query<Row>(
    `select "table", id from (${parts.join(' union all ')}) every where id is not null group by 1, 2 order by 1, 2 limit ${MANY}`,
    params,
  )
  return [...found, ...rows.filter(({ id }) => !known.has(id))]
}

export type Footprint = { readonly named: readonly Row[]; readonly near: readonly Row[] }

/** @param written ids in the rows that the call writes, tried and undone */
export async function footprintOf(
  database: TestDatabase,
  schema: Schema,
  input: unknown,
  written: readonly string[],
): Promise<Footprint> {
  const named = await tablesOf(database, schema, [...new Set(idsOf(input))])
  const near = await around(database, schema, [...new Set([...named.map(({ id }) => id), ...written])])
  return { named, near }
}

/** Whether a call like `other` can be about records of `one`. */
export function mayMeet(one: Footprint, other: Footprint): boolean {
  const near = new Set(one.near.map(({ table }) => table))
  const own = new Set(one.named.map(({ table }) => table))
  const by_name = other.named.some(({ table }) =>
    shared_by_all.test(table) ? own.has(table) : near.has(table),
  )
  // A call that names no record of its own looks for its work itself.
  const looks = other.named.every(({ table }) => shared_by_all.test(table))
  return by_name || (looks && other.near.some(({ table }) => !shared_by_all.test(table) && near.has(table)))
}

function replaced(value: unknown, by: ReadonlyMap<string, string>): unknown {
  if (isId(value)) return by.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => replaced(one, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, by)]))
}

const FORMS = 6

/** Forms of the other's input about records of the one, the nearest first. */
export function formsOf(one: Footprint, other: Footprint, input: unknown): readonly unknown[] {
  const near = Map.groupBy(one.near, ({ table }) => table)
  const met = other.named.filter(({ table }) => near.has(table))
  const forms = Array.from({ length: FORMS }, (_, at) => {
    const by = met.map(({ table, id }): [string, string] => {
      const others = present(near.get(table), 'records of the table')
      return [id, present(others[Math.min(at, others.length - 1)], 'one of them').id]
    })
    return replaced(input, new Map(by))
  })
  return [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()]
}
