/** Rows into tables by the names of the entity's columns: the compiler misses a column that is left out. */
import type { Entity } from '#entity/entity.ts'
import { tableOf } from '#entity/entity.ts'
import type { Exact, NewRow, NewRowSql, RowChange, WrittenColumn } from '#entity/new-row.ts'
import { writtenColumns } from '#entity/new-row.ts'
import { assert } from '#kernel/assert.ts'
import type { Tx } from './verb.ts'

type Runs = Pick<Tx, 'run'>
type Values = Readonly<Record<string, unknown>>

/** Column names and their SQL types, in the order of the statement. */
export type Columns<R> = { readonly [C in keyof R & string]: string }

/** Arrays of `unnest` hold scalars: a list of texts travels as its literal. */
function arrayText(list: readonly string[]): string {
  return `{${list.map((one) => `"${one.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}

function parameter(type: string, value: unknown): unknown {
  if (value === undefined || value === null) return null
  return type === 'jsonb' ? JSON.stringify(value) : value
}

function elements(type: string, rows: readonly Values[], name: string): unknown[] {
  if (type === 'jsonb') return rows.map((row) => parameter(type, row[name]))
  // A list by its kind.
  if (type === 'text[]') return rows.map((row) => arrayText((row[name] ?? []) as readonly string[]))
  return rows.map((row) => row[name] ?? null)
}

function fixedOf({ fixed = {} }: Entity): { names: string[]; values: string[] } {
  return { names: Object.keys(fixed), values: Object.values(fixed).map((value) => `'${value}'`) }
}

function insertSql(entity: Entity, names: readonly string[], source: string, tail: string): string {
  return `insert into ${tableOf(entity)} (${quoted([...fixedOf(entity).names, ...names])}) ${source} ${tail}`
}

const given = (values: Values): string[] => Object.keys(values).filter((name) => values[name] !== undefined)
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')
const namesOf = (columns: readonly WrittenColumn[]): string[] => columns.map(({ name }) => name)

/** Inserts one row; `tail` may hold an `on conflict`. Returns how many were written. */
export function insertRow<E extends Entity, V extends NewRow<E>>(
  tx: Runs,
  entity: E,
  values: V & Exact<V, NewRow<E>>,
  tail = '',
): Promise<number> {
  const columns = writtenColumns(entity, given(values))
  const places = [...fixedOf(entity).values, ...columns.map((_, i) => `$${i + 1}`)]
  return tx.run(
    insertSql(entity, namesOf(columns), `values (${places.join(', ')})`, tail),
    columns.map(({ name, type }) => parameter(type, (values as Values)[name])),
  )
}

/**
 * Inserts rows by one statement with as many parameters as columns, however many rows: PostgreSQL reads arrays faster
 * than JSON. `tail` may hold an `on conflict`. Returns how many were written.
 */
export async function insertRows<E extends Entity, V extends NewRow<E>>(
  tx: Runs,
  entity: E,
  rows: readonly (V & Exact<V, NewRow<E>>)[],
  tail = '',
): Promise<number> {
  const [first] = rows
  if (first === undefined) return 0
  const columns = writtenColumns(entity, given(first))
  const arrays = columns.map(({ type }, i) => `$${i + 1}::${type === 'text[]' ? 'text' : type}[]`)
  const names = namesOf(columns)
  const read = columns.map(({ name, type }) => `r."${name}"${type === 'text[]' ? '::text[]' : ''}`)
  const source = `select ${[...fixedOf(entity).values, ...read].join(', ')}
    from unnest(${arrays.join(', ')}) as r (${quoted(names)})`
  return tx.run(
    insertSql(entity, names, source, tail),
    columns.map(({ name, type }) => elements(type, rows as readonly Values[], name)),
  )
}

/** `insert into … select …` with an SQL expression a column; the caller adds where the rows come from. */
export function insertSelectSql<E extends Entity, V extends Partial<NewRowSql<E>>>(
  entity: E,
  expressions: V & NewRowSql<E> & Exact<V, NewRow<E>>,
): string {
  const given: Readonly<Record<string, string>> = expressions
  const names = namesOf(writtenColumns(entity, Object.keys(given)))
  const read = [...fixedOf(entity).values, ...names.map((name) => given[name])]
  return insertSql(entity, names, `select ${read.join(', ')}`, '')
}

/** Changes one row by its id; undefined values stay. */
export async function updateRow<E extends Entity, V extends RowChange<E>>(
  tx: Runs,
  entity: E,
  id: string,
  values: V & Exact<V, RowChange<E>>,
): Promise<void> {
  const columns = writtenColumns(entity, given(values))
  const sets = columns.map(({ name }, i) => `"${name}" = $${i + 2}`)
  const changed = await tx.run(
    `update ${tableOf(entity)} set ${sets.join(', ')} where ${entity.key ?? 'id'} = $1`,
    [id, ...columns.map(({ name, type }) => parameter(type, (values as Values)[name]))],
  )
  assert(changed === 1, `${entity.module}.${entity.name} has the row to change`)
}

/**
 * Inserts one row into a table that has no entity; `table` is qualified. An unknown column is an error of the database.
 * Values of jsonb columns come as JSON text; `tail` may hold an `on conflict`.
 */
export function insertNamed(
  tx: Runs,
  table: `${string}.${string}`,
  values: Readonly<Record<string, string | number | boolean | readonly string[] | null>>,
  tail = '',
): Promise<number> {
  const names = Object.keys(values)
  const places = names.map((_, i) => `$${i + 1}`)
  return tx.run(
    `insert into ${table} (${quoted(names)}) values (${places.join(', ')}) ${tail}`,
    Object.values(values),
  )
}

/** Columns of a row source as expressions: `{ id: 'r.id' }`. */
export function fromSource<const N extends string>(alias: string, names: readonly N[]): Record<N, string> {
  // The keys are the names.
  return Object.fromEntries(names.map((name) => [name, `${alias}.${name}`])) as Record<N, string>
}

/** Rows as one `unnest(…)` over a parameter a column. Pushes onto `params`. */
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
