/** Work on a job in another process that is killed at a commit, for tests of what its successor does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import type { Clock } from '#kernel/clock.ts'
import type { TestDatabase } from '#test/database.ts'

type Ground = {
  readonly database: TestDatabase
  readonly clock: Pick<Clock, 'now'>
  /** Of the files of an import. */
  readonly folder?: string
}

export const killed_process = 'test/killed-process.ts'

/**
 * Works on a job until it dies `before` or `after` a commit, as in `before 2`.
 * @param file of the program, where a test has bundled it
 * @returns true when it was killed, false when it had done all before
 */
export async function killedWork(
  { database, clock, folder = '' }: Ground,
  job_id: string,
  die: string,
  file = killed_process,
): Promise<boolean> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      TEST_DATABASE_URL: database.url,
      TEST_ROLE_PREFIX: database.role_prefix,
      TEST_ROLE_SECRET: database.role_secret,
      TEST_DIE: die,
      TEST_JOB: job_id,
      TEST_FOLDER: folder,
      TEST_NOW: clock.now(),
    },
  })
  const [code, signal] = await once(child, 'exit')
  // The server hears of its end a moment later, and lets go of its locks then.
  const held = `select 1 as one from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await database.owner.query(held)).rows, { timeout: 60_000 }).toEqual([])
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the process ended with ${code}`)
  return signal === 'SIGKILL'
}
