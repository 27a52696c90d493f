/**
 * A crash at every failpoint of an invoice, payment, match or import run (quality R2): the connection dies before each of
 * its statements, before its commit and after it. What was begun leaves nothing, and the same call again, under its key,
 * has its effect once. Every verb, statement by statement, at night.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { verbs } from '#business/verbs.ts'
import { perform } from '#server/perform.server.ts'
import { sealCloser } from '#server/seals/close-seals.server.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { test_keys } from '../books-key.ts'
import { freshDatabase } from '../database.ts'
import { makeStage, type Stage } from '../server/example-parts.ts'
import { examples } from '../server/verb-examples.ts'

const database = await freshDatabase()
let stage: Stage
let count_sql = ''

/** The runs that move money; at night whatever changes anything. */
const runs = [
  'transaction.timesheet.approve',
  'transaction.timesheet.refine',
  'transaction.expense.approve',
  'payment.payment_batch.create',
  'payment.payment_batch.complete',
  'payment.payment_batch.make_file',
  'payment.payment_batch.return_payment',
  'transaction.payment_receipt.match',
  'transaction.payment_receipt.auto_match',
  'transaction.payment_receipt.reverse',
  'transaction.bank_statement.import',
  'transaction.payroll_figure.import',
] as const
const asked = process.env.STINT_NIGHTLY
  ? [...verbs.keys()].filter((action_id) => examples[action_id] && !examples[action_id]?.reads)
  : runs
/** Every statement at night; by day one in seven, and the commit. */
const stride = process.env.STINT_NIGHTLY ? 1 : 7

beforeAll(async () => {
  stage = await makeStage(database)
  const { rows } = await database.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'graphile_worker') order by 1`,
  )
  count_sql = rows
    .map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`)
    .join(' union all ')
})

async function everything(): Promise<Record<string, number>> {
  const { rows } = await database.owner.query<{ name: string; n: number }>(count_sql)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

const closeSeals = sealCloser(test_keys)

class Crash extends Error {}
type Failpoint = { readonly at: number; readonly after_commit: boolean }

/** The database of a process that dies at its failpoint; `seen` says how many statements it was asked. */
function dyingAt({ at, after_commit }: Failpoint) {
  const seen = { statements: 0 }
  const transaction: typeof database.transaction = async (work) => {
    const client = await database.app.connect()
    let is_dead = false
    const query = client.query.bind(client)
    const dying = new Proxy(client, {
      get: (target, name) => {
        if (name !== 'query') return Reflect.get(target, name) as unknown
        return (sql: string, params: unknown[]) => {
          if (seen.statements++ === at) {
            is_dead = true
            throw new Crash()
          }
          return query(sql, params)
        }
      },
    })
    try {
      await query('begin')
      const result = await work(dying)
      await closeSeals(dying)
      if (!after_commit && seen.statements <= at) {
        is_dead = true
        throw new Crash()
      }
      await query('commit')
      if (!after_commit) return result
      is_dead = true
      throw new Crash()
    } finally {
      // A dead process takes its connection with it; the server undoes what was not committed.
      client.release(is_dead)
    }
  }
  return { database: { ...database, transaction }, seen }
}

describe.each(asked)('%s', (action_id) => {
  test('dies at every statement, before and after its commit: nothing lost, nothing twice', async () => {
    const example = examples[action_id]
    if (!example) throw new Error(`${action_id} has no example`)
    const viewer = example.by(stage)
    const input = await example.input(stage, viewer)
    const key = `crash-${action_id}`
    const before = await everything()
    const dies = (point: Failpoint) => {
      const dying = dyingAt(point)
      const call = perform({ ...stage, database: dying.database }, viewer, action_id, input, key)
      return { call, seen: dying.seen }
    }
    // Statement by statement, until it has come to its commit.
    for (let at = 0; ; at += stride) {
      const { call, seen } = dies({ at, after_commit: false })
      await expect(call, `before statement ${at}`).rejects.toBeInstanceOf(Crash)
      if (seen.statements <= at) break
    }
    expect(await everything()).toEqual(before)

    await expect(dies({ at: -1, after_commit: true }).call).rejects.toBeInstanceOf(Crash)
    const after = await everything()
    expect(after['platform.idempotency']).toBe((before['platform.idempotency'] ?? 0) + 1)
    const answer = await perform(stage, viewer, action_id, input, key)
    expect(await perform(stage, viewer, action_id, input, key)).toEqual(answer)
    expect(await everything()).toEqual(after)
    expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
  }, 1_200_000)
})
