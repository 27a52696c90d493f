/**
 * Makes a second world of a copy: hidden cells changed, hidden rows added. Hidden is what the hand-written oracle gives
 * the viewer neither as a row nor as a field. What decides on visible rows (rules, relations, derived fields, views)
 * stays as it is.
 */
import type pg from 'pg'
import { type EntityAddress, entities } from '#business/entities.ts'
import { type Catalog, columnsOf, fieldFor, readableFields, rulesOfCategory } from '#data/catalog.ts'
import { ruleColumns } from '#data/rule-sql.ts'
import { tableOf } from '#entity/entity.ts'
import type { Facts } from './facts.ts'
import { hiddenFacts, quiet_facts } from './told-facts.ts'
import { type Looking, viewerOf } from './world.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  /** Part of a key, of a reference, of a view or of a check: others depend on it. */
  readonly is_bound: boolean
  /** The same without checks and own references: a statement that breaks one fails. */
  readonly is_linked: boolean
}

const bound = (constraints: string): string => `a.attgenerated <> '' or a.attidentity <> ''
      or exists (select from pg_constraint k where a.attnum = any(k.conkey) and k.conrelid = c.oid ${constraints})
      or exists (select from pg_constraint k where a.attnum = any(k.confkey) and k.confrelid = c.oid)
      or exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey))
      or exists (select from pg_depend d join pg_rewrite r on r.oid = d.objid
                 where d.classid = 'pg_rewrite'::regclass and d.refobjid = c.oid and d.refobjsubid = a.attnum)`

const COLUMNS = `
  select n.nspname || '.' || c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    ${bound('')} as is_bound, ${bound("and k.contype not in ('n', 'c', 'f')")} as is_linked
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped order by 1, a.attnum`

/** Rows added to a table. */
const ADDED_MOST = 40

/** Another value of the same type. */
const OTHERS: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `${column} || ' zq'`,
  numeric: (column) => `${column} + 1`,
  integer: (column) => `${column} + 1`,
  bigint: (column) => `${column} + 1`,
  date: (column) => `${column} + 1`,
  'timestamp with time zone': (column) => `${column} + interval '1 day'`,
  jsonb: (column) =>
    `case jsonb_typeof(${column}) when 'object' then ${column} || '{"zq": 1}' else ${column} end`,
  'text[]': (column) => `${column} || array['zq']`,
}

/** Values in place of none. */
const blanks: Readonly<Record<string, string>> = {
  text: "''",
  numeric: '0',
  integer: '0',
  bigint: '0',
  date: "date '2026-01-01'",
  'timestamp with time zone': "timestamptz '2026-01-01'",
  jsonb: "'{}'::jsonb",
  'text[]': "'{}'::text[]",
}

/** Another value for an UPDATE, also where there is none, of a flag or of a reference. */
function otherValue({ name, type, table }: Column): string | undefined {
  if (type === 'boolean') return `not coalesce("${name}", false)`
  if (type === 'uuid')
    return `case when "${name}" is null then (select min(o."${name}"::text)::uuid from ${table} o) end`
  return OTHERS[type]?.(`coalesce("${name}", ${blanks[type]})`)
}

/** Columns by table on which the viewer's rows, or what they read of them, depend. */
function readColumns(catalog: Catalog, looking: Looking): Map<string, Set<string>> {
  const viewer = viewerOf(looking)
  const read = new Map<string, Set<string>>()
  const add = (table: string, column: string) => read.set(table, (read.get(table) ?? new Set()).add(column))
  for (const source of catalog.byPath.values()) {
    const { entity, table_name: table } = source
    for (const column of [source.key, 'deleted_at', ...Object.keys(entity.fixed ?? {})]) add(table, column)
    for (const rule of rulesOfCategory(source, looking.category))
      for (const [path, column] of ruleColumns(catalog, source, rule))
        add(catalog.byPath.get(path)?.table_name ?? '', column)
    for (const name of readableFields(source, viewer)) {
      const field = entity.fields[name]
      if (field)
        for (const column of columnsOf(name, fieldFor(source, name, field, viewer))) add(table, column)
    }
    for (const relation of Object.values(entity.relations ?? {})) {
      add(table, relation.from)
      const target = catalog.byPath.get(relation.to)?.table_name ?? ''
      for (const column of [relation.key, ...Object.keys(relation.where ?? {})]) add(target, column)
    }
  }
  return read
}

export interface Changes {
  /** Statements that can run again while requests are answered: other tenants at work. */
  readonly again: readonly { readonly text: string; readonly values: readonly unknown[] }[]
  readonly cells: number
  readonly rows: number
  /** Rows that the viewer reads and whose moment moved with what they do not read, by table. */
  readonly moved: ReadonlyMap<string, number>
}

/** Rows by table that the viewer never sees, in no entity. */
async function hiddenRows(
  facts: Facts,
  looking: Looking,
): Promise<Map<string, { hidden: string[]; seen: string[] }>> {
  const sights = await facts.sightOf(looking)
  const seen = new Set([...sights.values()].flatMap(({ ids }) => [...ids]))
  const tables = new Map<string, { hidden: string[]; seen: string[] }>()
  for (const [address, entity] of Object.entries(entities)) {
    const table = tableOf(entity)
    const ids = facts.rowsOf(entities[address as EntityAddress]).map((row) => row.id ?? '') // Keys are addresses.
    tables.set(table, { hidden: ids.filter((id) => !seen.has(id)), seen: ids.filter((id) => seen.has(id)) })
  }
  return tables
}

/** Runs a statement. @returns its rows, none if it is refused */
async function tryIn(client: pg.PoolClient, text: string, values: unknown[]): Promise<number> {
  await client.query('savepoint one')
  try {
    const { rowCount } = await client.query(text, values)
    await client.query('release savepoint one')
    return rowCount ?? 0
  } catch {
    await client.query('rollback to savepoint one')
    return 0
  }
}

/** Sides decide on all of a placement until it is in force, and read each of its moments (decision 0204). */
const moving_rows: Readonly<Record<string, string>> = {
  'contract.contract': "status in ('active', 'expired')",
}

/** Changes facts of visible rows that the viewer does not read as verbs do: with the moment, and the triggers at work. */
async function moveMoments(
  client: pg.PoolClient,
  catalog: Catalog,
  facts: Facts,
  looking: Looking,
  columns: ReadonlyMap<string, readonly Column[]>,
): Promise<Map<string, number>> {
  const read = readColumns(catalog, looking)
  const moved = new Map<string, number>()
  await client.query('begin')
  for (const [path, { ids }] of await facts.sightOf(looking)) {
    const source = catalog.byPath.get(path)
    if (!source || !readableFields(source, viewerOf(looking)).includes('updated_at') || ids.size === 0)
      continue
    const { table_name: table, key } = source
    // Its kinds have the fields that can be filled.
    if (path === 'contract.contract') continue
    const hidden = hiddenFacts(catalog, source, viewerOf(looking)).filter(
      (name) => !quiet_facts[table]?.[name],
    )
    for (const name of hidden) {
      const column = columns.get(table)?.find((one) => one.name === name)
      // The moment alone, where relations of what they read go by the fact.
      const is_kept = column?.is_linked || read.get(table)?.has(name)
      const other = is_kept ? `"${name}"` : column && otherValue(column)
      if (!other) continue
      const text = `update ${source.table} set "${name}" = ${other}, updated_at = updated_at + interval '1 hour'
        where "${key}"::text = any($1) and ${moving_rows[table] ?? true}`
      const count = await tryIn(client, text, [[...ids]])
      if (count > 0) moved.set(table, (moved.get(table) ?? 0) + count)
    }
  }
  await client.query('commit')
  return moved
}

/** Changes what is hidden from the viewer. A statement that the table refuses is left out. */
export async function changeHidden(
  owner: pg.Pool,
  catalog: Catalog,
  facts: Facts,
  looking: Looking,
): Promise<Changes> {
  const client = await owner.connect()
  try {
    const { rows: columns } = await client.query<Column>(COLUMNS)
    const byTable = Map.groupBy(columns, (column) => column.table)
    const read = readColumns(catalog, looking)
    const again: { text: string; values: unknown[] }[] = []
    const count = { cells: 0, rows: 0 }
    await client.query('begin')
    // Rows are laid raw, as the world's own: no trigger answers for them.
    await client.query('set local session_replication_role = replica')
    const tried = (text: string, values: unknown[]) => tryIn(client, text, values)
    for (const [table, { hidden, seen }] of await hiddenRows(facts, looking)) {
      const own = byTable.get(table)
      if (!own || (table.startsWith('log.audit') && table !== 'log.audit')) continue
      const free = own.filter(({ type, is_bound }) => !is_bound && OTHERS[type])
      const key = own.find(({ name }) => name === 'id')
      if (!key) continue
      const change = async (column: Column, ids: readonly string[]): Promise<void> => {
        const other = OTHERS[column.type]?.(`"${column.name}"`) ?? ''
        const text = `update ${table} set "${column.name}" = ${other} where id = any($1::${key.type}[])`
        const changed = await tried(text, [ids])
        count.cells += changed
        if (changed > 0 && column.type === 'text') again.push({ text, values: [ids] })
      }
      const depended = read.get(table) ?? new Set()
      for (const column of free) {
        if (!depended.has(column.name)) await change(column, [...hidden, ...seen])
        // A hidden row of a column that rules read may decide on a row that is not hidden.
        else if (
          hidden.length > 0 &&
          column.type === 'text' &&
          !isRuled(catalog, looking, table, column.name)
        )
          await change(column, hidden)
      }
      const fresh = own.filter(({ name, type, is_bound }) => name !== 'id' && is_bound && type === 'text')
      const names = own.map(({ name }) => `"${name}"`).join(', ')
      const some = hidden.slice(0, ADDED_MOST)
      const insertOf = (copied: (column: Column) => string) =>
        `insert into ${table} (${names}) select ${own.map(copied).join(', ')} from ${table} t where t.id = any($1::${key.type}[])`
      const newId = `t.id || ${key.type === 'text' ? "'zq'" : '100000'}`
      const withId = (column: Column, value: string) =>
        column.name === 'id' ? (key.type === 'uuid' ? 'gen_random_uuid()' : newId) : value
      const plain = insertOf((column) => withId(column, `t."${column.name}"`))
      const renamed = insertOf((column) =>
        withId(column, fresh.includes(column) ? `t."${column.name}" || 'zq'` : `t."${column.name}"`),
      )
      if (some.length > 0) count.rows += (await tried(plain, [some])) || (await tried(renamed, [some]))
    }
    await client.query('commit')
    const moved = await moveMoments(client, catalog, facts, looking, byTable)
    await client.query('analyze')
    return { again, ...count, moved }
  } finally {
    client.release()
  }
}

function isRuled(catalog: Catalog, { category }: Looking, table: string, column: string): boolean {
  return [...catalog.byPath.values()].some((source) =>
    rulesOfCategory(source, category).some((rule) =>
      ruleColumns(catalog, source, rule).some(
        ([path, name]) => name === column && catalog.byPath.get(path)?.table_name === table,
      ),
    ),
  )
}
