/** The rows that two calls write one after the other, tried and undone. */
import type { Clock } from '#kernel/clock.ts'
import { isStintError } from '#kernel/errors.ts'
import type { Database } from '#server/database.ts'
import { adaptDatabaseError } from '#server/failure.ts'
import { keptStatement } from '#server/kept-statement.server.ts'
import { performIn } from '#server/perform.server.ts'
import { inSavepoint, inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { txtOf } from '../server/example-parts.ts'
import { test_data_keys } from '../server/sample.ts'
import type { Call } from './two-servers.ts'

/** Rows as text, without values that two runs never share: ids, moments, hashes of them, numbers drawn from a sequence, and random texts. */
export type Rows = readonly string[]
export type Order = {
  /** Of the first and of the second: `done`, or the refusal in words. */
  readonly said: readonly [string, string]
  readonly after_first: Rows
  readonly after_both: Rows
}

export type Watch = {
  /** Names the moment after which rows are new. */
  readonly mark: (tx: Pick<Tx, 'rows'>) => Promise<string>
  readonly written: (tx: Pick<Tx, 'rows'>, since: string) => Promise<Rows>
  /** Ids of the rows written, and ids that stand in them. */
  readonly ids: (tx: Pick<Tx, 'rows'>, since: string) => Promise<string[]>
}

const drawn = [
  'fact_no',
  'hash',
  'no',
  'series_no',
  'content_hash',
  'evidence_hash',
  'prefix',
  'secret_enc',
  'old_secret_enc',
  'client_secret_enc',
  'sender_enc',
  'verify_token',
]
/** Memory of the server itself, and counters of names that may have gaps. */
const unwatched = ['platform.idempotency', 'platform.human_id_counter', 'platform.invoice_series']
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[078][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

export async function watchOn({ app }: Pick<Database, 'app'>): Promise<Watch> {
  const { rows } = await app.query<{ name: string; drawn: string[] }>(
    `select format('%I.%I', c.table_schema, c.table_name) as name,
       coalesce(array_agg(c.column_name::text) filter (where c.data_type = 'uuid'
         or c.udt_name = '_uuid' or c.column_name = any($1)), '{}') as drawn
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker', 'log', 'auth')
       and case when has_schema_privilege(c.table_schema, 'usage')
         then has_table_privilege(format('%I.%I', c.table_schema, c.table_name), 'select') else false end
       and format('%I.%I', c.table_schema, c.table_name) <> all ($2)
     group by 1 order by 1`,
    [drawn, unwatched],
  )
  const statement = (row: (columns: readonly string[]) => string) =>
    rows
      .map(
        ({ name, drawn: columns }) =>
          `select '${name}' as name, ${row(columns)} as row from ${name} whole_row where whole_row.xmin::text::bigint >= $1::bigint`,
      )
      .join(' union all ')
  // A statement over every table takes far longer to plan than to run.
  const whole = keptStatement(statement(() => 'to_jsonb(whole_row)::text'))
  const plain = keptStatement(
    statement(
      (columns) => `(to_jsonb(whole_row) - array[${columns.map((one) => `'${one}'`).join()}]::text[])::text`,
    ),
  )
  type Written = { name: string; row: string }
  return {
    mark: async (tx) => (await tx.rows<{ at: string }>('select txid_current()::text as at'))[0]?.at ?? '0',
    written: async (tx, since) =>
      (await tx.rows<Written>(plain, [since])).map(({ name, row }) => `${name} ${strip(row)}`).sort(),
    ids: async (tx, since) => [
      ...new Set((await tx.rows<Written>(whole, [since])).flatMap(({ row }) => row.match(uuids) ?? [])),
    ],
  }
}

const strip = (text: string) =>
  text
    .replace(uuids, '#')
    // The id of a message to HMRC: a UUID as 32 capitals and digits.
    .replace(/\b[0-9A-F]{12}[078][0-9A-F]{19}\b/g, '#')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'T')
    .replace(/\bINV-\d+-C?\d+/g, 'INV')
    .replace(/\b[A-Z]{3}\d{6}\b/g, 'ID')

/** @throws any error other than a refusal */
export function saidOf(error: unknown): string {
  const adapted = adaptDatabaseError(error)
  if (!isStintError(adapted)) throw adapted
  return `${adapted.code}: ${adapted.message}`
}

export type Trying = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly watch: Watch
}

async function undone<T>({ database }: Trying, work: (tx: Tx) => Promise<T>): Promise<T> {
  const undo = new Error('undone')
  const kept: T[] = []
  try {
    await inTransaction(database, async (tx) => {
      kept.push(await work(tx))
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  const [answer] = kept.slice(-1)
  return answer as T // Pushed before the undo.
}

async function said(tx: Tx, clock: Clock, { viewer, action_id, input }: Call): Promise<string> {
  try {
    await inSavepoint(tx, async () => {
      await performIn({ tx, clock, settings: test_data_keys, txtOf }, viewer, action_id, input)
      await tx.run('set constraints all immediate')
    })
    await tx.run('set constraints all deferred')
    return 'done'
  } catch (error) {
    return saidOf(error)
  }
}

export const serially = (trying: Trying, first: Call, second: Call): Promise<Order> =>
  undone(trying, async (tx) => {
    const { clock, watch } = trying
    const since = await watch.mark(tx)
    const one = await said(tx, clock, first)
    const after_first = await watch.written(tx, since)
    const two = await said(tx, clock, second)
    return { said: [one, two], after_first, after_both: await watch.written(tx, since) }
  })

/** Ids of the records that a call would write, and of those that they name. */
export const idsWrittenBy = (trying: Trying, call: Call): Promise<string[]> =>
  undone(trying, async (tx) => {
    const since = await trying.watch.mark(tx)
    await said(tx, trying.clock, call)
    return trying.watch.ids(tx, since)
  })
