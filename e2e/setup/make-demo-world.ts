/** Fills the database of DATABASE_URL with a few weeks of the demo world, in a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDemoWorld } from '#demo/load.ts'
import { systemClock } from '#kernel/clock.ts'
import { openDatabase } from '#server/database.ts'
import { keepTestKey, test_keys } from '#test/books-key.ts'
import { beginProgram, end } from '#test/program.ts'

/** Enough for documents overdue, part-paid, in dispute and paid; few enough to be there in seconds. */
const WEEKS = 7

const { DATABASE_URL = '', ROLE_PREFIX = '', ROLE_SECRET = '' } = process.env

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

/** Starts the product on it once: the work of the day is done here, not again in the copy of each story. */
async function liveThrough(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'stint-e2e-'))
  keepTestKey(home)
  try {
    const { child, served } = beginProgram({
      STINT_HOME: home,
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
    await end(child)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

await fill()
await liveThrough()
