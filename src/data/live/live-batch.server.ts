/**
 * The live queries of one plan as one statement (data-endpoint.md, live queries): their parameters are the rows of a JSON
 * list, the plan is run for each of them, and PostgreSQL itself sees which answers differ from the last ones. Access
 * rules are part of the plan, so that each row carries its own viewer's claims.
 */
import type pg from 'pg'
import { type Runs, runRows } from '../run.server.ts'
import { ident } from '../sql.ts'

/** `$3::uuid` and its like: the form of every parameter in a plan (Build.bind). */
const PARAMETER = /\$(\d+)::([a-z_]+(?:\[\])?)/g
/** One that the planner may not know; as a column of the batch it is unknown without, and read once a row otherwise. */
const UNSEEN = /\(select (\$\d+::[a-z_]+(?:\[\])?)\)/g

/** The batch's one parameter. */
export const ENTRIES = '$1::json'

/** A plan made ready to be run for many at once. */
export interface Batch extends Runs {
  readonly text: string
  /** Type of each parameter, in order. */
  readonly types: readonly string[]
}

/** One live query of a batch. */
export interface BatchEntry {
  /** Values of the plan's parameters, in order. */
  readonly values: readonly unknown[]
  /** Of the last answer; null asks for the answer whatever it is. */
  readonly hash: string | null
}

/** An answer that differs from the last one. */
export interface Changed {
  /** Which entry. */
  readonly at: number
  readonly hash: string
  readonly columns: readonly (string | null)[]
}

/** @param columns how many the plan has */
export function batchOf(text: string, columns: number): Batch {
  const types: string[] = []
  const lateral = text.replaceAll(UNSEEN, '$1').replaceAll(PARAMETER, (_, n: string, type: string) => {
    const at = Number(n) - 1
    types[at] ??= type
    return types[at] === type ? `live.p${n}` : `live.p${n}::${type}`
  })
  const names = Array.from({ length: columns }, (_, n) => `c${n}`)
  const record = ['k integer', 'h text', ...types.map((type, n) => `p${n + 1} ${type}`)].join(', ')
  // JSON text holds no control character, so that no two answers are joined to the same text.
  const whole = names.map((name) => `coalesce(answer.${name}, 'null')`).join(` || e'\\x01' || `)
  return {
    text: [
      `select live.k, digest.h, ${names.map((name) => `answer.${name}`).join(', ')}`,
      `from json_to_recordset(${ENTRIES}) as live(${record})`,
      // "offset 0" keeps PostgreSQL from making each answer twice, for its text and for its digest.
      `cross join lateral (${lateral} offset 0) as answer(${names.map(ident).join(', ')})`,
      `cross join lateral (select md5(${whole}) as h offset 0) as digest`,
      'where digest.h is distinct from live.h',
    ].join(' '),
    types,
    name: null,
    runs: 0,
  }
}

/** A value as JSON that PostgreSQL reads into a column of the type. */
function encoded(value: unknown, type: string): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value))
    return `[${value.map((item) => encoded(item, type.replace(/\[\]$/, ''))).join(',')}]`
  // A jsonb parameter is JSON text already (scalar-values.ts).
  if (typeof value === 'string') return type === 'jsonb' ? value : JSON.stringify(value.toWellFormed())
  return JSON.stringify(value)
}

function entryJson({ types }: Batch, { values, hash }: BatchEntry, at: number): string {
  const columns = types.map((type, n) => `"p${n + 1}":${encoded(values[n], type)}`)
  return `{${[`"k":${at}`, `"h":${JSON.stringify(hash)}`, ...columns].join(',')}}`
}

/** Runs the plan for every entry. @returns the answers that differ, in any order */
export async function runBatch(
  pool: pg.Pool,
  batch: Batch,
  entries: readonly BatchEntry[],
): Promise<Changed[]> {
  const list = `[${entries.map((entry, at) => entryJson(batch, entry, at)).join(',')}]`
  const rows = await runRows<[at: number, hash: string, ...columns: (string | null)[]]>(
    pool,
    batch.text,
    batch,
    [list],
  )
  return rows.map(([at, hash, ...columns]) => ({ at, hash, columns }))
}
