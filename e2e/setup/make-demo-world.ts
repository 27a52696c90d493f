/** Fills the database of DATABASE_URL with a few weeks of the demo world, in a process of its own. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { makeDemoWorld } from '#demo/load.ts'
import { systemClock } from '#kernel/clock.ts'
import { openDatabase } from '#server/database.ts'
import { keepTestKey, test_keys } from '#test/books-key.ts'
import { beginProgram, end } from '#test/program.ts'

/** Enough for documents overdue, part-paid, in dispute and paid; few enough to be there in seconds. */
const WEEKS = 7

const { DATABASE_URL = '', ROLE_PREFIX = '', ROLE_SECRET = '', WORLD_HOME = '' } = process.env

async function fill(): Promise<void> {
  const database = openDatabase({
    url: DATABASE_URL,
    readUrl: null,
    rolePrefix: ROLE_PREFIX,
    roleSecret: ROLE_SECRET,
    poolSize: 8,
    booksKeys: test_keys,
  })
  try {
    await makeDemoWorld(database, { seed: 7, today: systemClock.today(), weeks: WEEKS })
    await database.owner.query('analyze')
  } finally {
    await database.close()
  }
}

const LOOK_MS = 200
/** Generous: the machine may be busy. What is left then is done again in the copy of each story. */
const DRAIN_MS = 300_000

const waiting = `select (select count(*) from graphile_worker.jobs where run_at <= now() and attempts = 0)
  + (select count(*) from platform.outbox where delivered_at is null and not is_held and attempts = 0) as n`

/** Waits until every message is delivered, so that its mail and its PDF are made. */
async function drained(): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  try {
    const until_ms = performance.now() + DRAIN_MS
    while (performance.now() < until_ms) {
      const { rows } = await client.query<{ n: string }>(waiting)
      if (rows[0]?.n === '0') return
      await pause(LOOK_MS)
    }
  } finally {
    await client.end()
  }
}

/** Starts the product on it once: the work of the day and the mails are made here, not again in the copy of each story. */
async function liveThrough(): Promise<void> {
  keepTestKey(WORLD_HOME)
  const { child, served } = beginProgram({
    STINT_HOME: WORLD_HOME,
    PORT: '0',
    LOG_LEVEL: 'warn',
    STINT_DEMO: 'on',
    METRICS_ADDRESS: 'off',
    DATABASE_URL,
    ROLE_PREFIX,
    ROLE_SECRET,
  })
  // The run was ended early, and nothing else would end the product.
  process.once('SIGTERM', () => {
    child.kill()
    process.exit(1)
  })
  await served
  await drained()
  await end(child)
}

await fill()
await liveThrough()
