/** Ways out besides a request's answer: live queries, exported files, and what PostgreSQL expects of a statement. */
import { createHash } from 'node:crypto'
import type { DataEndpoint, DataRequest } from '#data/execute.server.ts'
import type { LiveQueries } from '#data/live/live.server.ts'
import { readWholeList } from '#data/read-rows.server.ts'
import { parameters, requestFacts } from '#data/run.server.ts'
import type { Category, Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { formats } from '#server/export/export-formats.ts'
import { plainLines } from '#server/export/export-lines.ts'
import type { TestDatabase } from '#test/database.ts'
import type { AskedExport } from './two-worlds-corpus.ts'

export interface AskedWorld {
  readonly database: TestDatabase
  readonly endpoint: DataEndpoint
  readonly live: LiveQueries
  readonly clock: Clock
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The first answer of a live query, or its refusal. */
export async function liveAnswer(
  { endpoint, live }: AskedWorld,
  viewer: Viewer,
  request: DataRequest,
): Promise<string> {
  let stop = () => {}
  try {
    const prepared = endpoint.prepareRequest(viewer, request)
    return await new Promise<string>((resolve) => {
      stop = live.subscribe(viewer, prepared, resolve)
    })
  } catch (error) {
    return wordsOf(error)
  } finally {
    stop()
  }
}

/** The hash of an exported file, or its refusal. */
export async function exportedFile(
  { database, endpoint, clock }: AskedWorld,
  viewer: Viewer,
  { entity, where, order_by, fields, format }: AskedExport,
): Promise<string> {
  const client = await database.reader(viewer.category as Category).connect() // The viewers are of categories.
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const paths = [...fields]
    const list = await readWholeList({ endpoint, client, clock }, viewer, { entity, where, order_by, paths })
    const lines = plainLines(paths, list.paths)
    const columns = paths.map((label) => ({
      label,
      shape: present(entity.fields[label], 'a field'),
    }))
    async function* pages() {
      for await (const rows of list.pages) yield lines(rows)
    }
    const about = {
      title: 'Rows',
      business_name: 'Stint',
      user_name: 'Robin',
      as_of: clock.now(),
      facts: [],
      rows_matched: list.count,
      rows_held: list.count,
    }
    const hash = createHash('sha256')
    const { signal } = new AbortController()
    for await (const bytes of formats[format].write(columns, pages(), about, signal)) hash.update(bytes)
    return `${list.count} rows ${hash.digest('hex')}`
  } catch (error) {
    return wordsOf(error)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Changes a statement or its values before PostgreSQL plans it. */
interface Planned {
  readonly text: (text: string) => string
  readonly value: (value: unknown) => unknown
}
const as_compiled: Planned = { text: (text) => text, value: (value) => value }

/**
 * What PostgreSQL expects of a request's statement, without the shown conditions: rows and costs come from the values
 * that the planner knows.
 */
export async function expectedOf(
  { database, endpoint, clock }: AskedWorld,
  viewer: Viewer,
  request: DataRequest,
  planned = as_compiled,
): Promise<string> {
  const client = await database.reader(viewer.category as Category).connect() // The viewers are of categories.
  try {
    const { plan, values } = endpoint.prepareRequest(viewer, request)
    const bound = parameters(plan.slots, values.map(planned.value), requestFacts(viewer, clock))
    const text = `explain ${planned.text(plan.text ?? '')}`
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(text, bound)
    return rows
      .flatMap((row) => (/ (Filter|Cond): /.test(row['QUERY PLAN']) ? [] : row['QUERY PLAN']))
      .join('\n')
  } catch (error) {
    return wordsOf(error)
  } finally {
    client.release()
  }
}

/** Before decision 0033: the planner knows the value. */
export const known_values: Planned = {
  text: (text) => text.replaceAll(/\(select (\$\d+::[\w[\]]+)\)/g, '$1'),
  value: (value) => value,
}
/** And a pattern may end with an escape. */
export const dangling_escapes: Planned = {
  text: known_values.text,
  value: (value) => (typeof value === 'string' && /^%.*%$/.test(value) ? `${value.slice(0, -1)}\\` : value),
}
