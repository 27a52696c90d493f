/** Two servers on one database, and two requests that are both inside before either commits. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { type FixedClock, fixedClock } from '#kernel/clock.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import { type Connection, type Database, openDatabase } from '#server/database.ts'
import { perform } from '#server/perform.server.ts'
import type { TestDatabase } from '../database.ts'
import { txtOf } from '../server/example-parts.ts'
import { test_data_keys } from '../server/sample.ts'

export type Call = { readonly viewer: Viewer; readonly action_id: string; readonly input: unknown }

/**
 * Where the first request waits while the second runs: after all its checks, or with everything done but the commit. The
 * second then sees nothing of the first, and goes on until it ends or waits for a lock of the first.
 */
export type Hold = 'first write' | 'commit'
export const holds: readonly Hold[] = ['commit', 'first write']

const writes = /^\s*(insert|update|delete|call|merge|with\b[\s\S]*\b(insert into|update|delete from)\b)/i

type Held = { readonly database: Pick<Database, 'transaction'>; readonly arrived: Promise<void> }

/** Transactions that wait at a point until they are released; repeated ones pass. */
function heldAt(database: Pick<Database, 'transaction'>, hold: Hold, released: Promise<void>): Held {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const wait = () => {
    arrive()
    return released
  }
  const watched = (connection: Connection) =>
    new Proxy(connection, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name !== 'query' || hold !== 'first write') return value.bind(target)
        return async (statement: string | { text: string }, ...more: unknown[]) => {
          const text = typeof statement === 'string' ? statement : statement.text
          if (writes.test(text)) await wait()
          return value.call(target, statement, ...more)
        }
      },
    })
  return {
    arrived,
    database: {
      transaction: (work) =>
        database.transaction(async (connection) => {
          const answer = await work(watched(connection))
          await wait()
          return answer
        }),
    },
  }
}

export type Servers = {
  /** Both at once, the second held by nothing but the locks of the first. */
  readonly beside: (
    first: Call,
    second: Call,
    hold: Hold,
  ) => Promise<[PromiseSettledResult<unknown>, PromiseSettledResult<unknown>]>
}

/** The second server has pools of its own, and a clock that is a second behind. */
export function twoServers(database: TestDatabase, clock: FixedClock): Servers {
  const other = openDatabase({
    url: database.url,
    readUrl: null,
    rolePrefix: database.role_prefix,
    roleSecret: database.role_secret,
    poolSize: 4,
    booksKeys: database.booksKeys,
  })
  afterAll(() => other.close())
  const waits = async (pid: number) => {
    const { rows } = await database.owner.query<{ waits: boolean }>(
      'select cardinality(pg_blocking_pids($1)) > 0 as waits',
      [pid],
    )
    return rows[0]?.waits ?? false
  }

  async function beside(first: Call, second: Call, hold: Hold) {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const held = heldAt(database, hold, released)
    const behind = fixedClock(instantFromMs(toMs(clock.now()) - 1000))
    const one = settled(
      perform(
        { database: held.database, clock, settings: test_data_keys, txtOf },
        first.viewer,
        first.action_id,
        first.input,
        null,
      ),
    )
    await Promise.race([held.arrived, one])
    let pid = 0
    let is_over = false
    const watched: Pick<Database, 'transaction'> = {
      transaction: (work) =>
        other.transaction(async (connection) => {
          const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
          pid = rows[0]?.pid ?? 0
          return work(connection)
        }),
    }
    const two = settled(
      perform(
        { database: watched, clock: behind, settings: test_data_keys, txtOf },
        second.viewer,
        second.action_id,
        second.input,
        null,
      ),
    )
    const over = two.then(() => {
      is_over = true
    })
    // Asked without a pause, the question takes the locks and the core that the second needs.
    while (!is_over && !(await waits(pid))) await pause(2)
    release()
    await over
    return Promise.all([one, two])
  }
  return { beside }
}

async function settled<T>(call: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await Promise.allSettled([call])
  return outcome
}
