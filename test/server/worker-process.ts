/**
 * A worker in a process of its own, for tests that kill it. Its only kind of job writes one audit row for each id and
 * kills the process at the batch of STINT_TEST_DIE_AT: `before` or `after` that batch is committed.
 */
import { openDatabase } from '#server/database.ts'
import type { JobStep } from '#server/job.server.ts'
import { parseSettings } from '#server/settings.ts'
import { startWorker } from '#server/worker.ts'
import { test_keys } from '#test/books-key.ts'

const { TEST_DATABASE_URL = '', TEST_ROLE_PREFIX = '', TEST_ROLE_SECRET = '', TEST_DIE = '' } = process.env
const [when = '', position = ''] = TEST_DIE.split(' ')
let batches = 0

const die = () => process.kill(process.pid, 'SIGKILL')

const step: JobStep = async (context, ids) => {
  batches += 1
  // The batch before this one is committed, or we would not be asked for another.
  if (when === 'after' && batches > Number(position)) die()
  for (const id of ids) context.audit({ entity: 'test.row', entity_id: id, new_values: { done: true } })
  if (when === 'before' && batches === Number(position)) die()
  return []
}

const settings = parseSettings({ STINT_HOME: process.env.STINT_HOME ?? '', LOG_LEVEL: 'error' })
const database = openDatabase({
  url: TEST_DATABASE_URL,
  readUrl: null,
  rolePrefix: TEST_ROLE_PREFIX,
  roleSecret: TEST_ROLE_SECRET,
  poolSize: 6,
  booksKeys: test_keys,
})
const sessionSecret = 'of no use to a worker that signs nothing'
await startWorker({ settings, database, sessionSecret }, { jobs: new Map([['test.rows', step]]) })
// Keeps the process until it is killed.
setInterval(() => undefined, 60_000)
