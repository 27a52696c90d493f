/** `npm run restore -- --snapshot NAME`: the database as it was before an upgrade. */
import { rmSync } from 'node:fs'
import type pg from 'pg'
import { systemClock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import { holdWork } from '../backup/backup-held.ts'
import { forgetRepository } from '../backup/backup-repository.ts'
import { shown } from '../backup/backup-restore.ts'
import { openPool } from '../database.ts'
import {
  embeddedData,
  FolderTakenError,
  onStoppedData,
  spoolOf,
  startEmbeddedDatabase,
} from '../embedded/embedded-database.ts'
import { listSnapshots, putSnapshotBack, type Snapshot } from '../embedded/embedded-snapshot.ts'
import { productVersion } from '../product-version.ts'
import type { Settings } from '../settings.ts'
import { say } from './command-say.ts'

/** Does something with the embedded database alone, and stops it again. */
async function withDatabase<T>(home: string, work: (owner: pg.Pool) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedDatabase({ home })
  // The stop ends connections that are closing; nobody needs to know.
  const onIdleError = () => undefined
  const owner = openPool({ url: embedded.url, max: 1, name: 'stint snapshot', onIdleError })
  try {
    return await work(owner)
  } finally {
    await owner.end()
    await embedded.stop()
  }
}

/** Audit rows since a moment; null where the database does not answer any more. */
async function auditedSince(home: string, at: Instant): Promise<number | null> {
  try {
    return await withDatabase(home, async (owner) => {
      const { rows } = await owner.query<{ n: number }>(
        'select count(*)::int as n from log.audit where at > $1',
        [at],
      )
      return rows[0]?.n ?? 0
    })
  } catch (error) {
    if (error instanceof FolderTakenError) throw error
    return null
  }
}

/** Mail and jobs that waited then may have been done since. */
function holdOlderWork(home: string): ReturnType<typeof holdWork> {
  return withDatabase(home, async (owner) => {
    const { rowCount } = await owner.query(
      `select from information_schema.columns
       where (table_schema, table_name, column_name) = ('platform', 'outbox', 'is_held')`,
    )
    return rowCount === 0 ? { messages: 0, jobs: 0 } : holdWork(owner)
  })
}

function find(snapshots: readonly Snapshot[], name: string): Snapshot {
  const found = snapshots.find((one) => one.name === name)
  if (found) return found
  const names = snapshots.map((one) => one.name)
  throw new Error(
    names.length === 0
      ? 'There are no snapshots.'
      : `There is no snapshot ${name}. There are: ${names.join(', ')}.`,
  )
}

/** @throws Error with a sentence for the operator; nothing was changed */
export async function restoreSnapshot(
  { home, databaseUrl }: Settings,
  name: string,
  tell = say,
): Promise<void> {
  const data = databaseUrl === null ? embeddedData(home) : null
  if (data === null) throw new Error(`Snapshots are of an embedded database, and there is none in ${home}.`)
  const { version, at } = find(listSnapshots(data), name)
  if (version !== productVersion())
    throw new Error(`This snapshot is of v${version}. Check out v${version} first.`)
  const lost = await auditedSince(home, at)
  const failed = await onStoppedData(home, (folder, account) =>
    putSnapshotBack(folder, account, name, systemClock.now()),
  )
  // The restored database writes another log from here; the archive belongs to the old one.
  forgetRepository(home)
  rmSync(spoolOf(data), { recursive: true, force: true })
  const { messages, jobs } = await holdOlderWork(home)
  tell(`Snapshot ${name} is back. The previous database is kept in ${failed}.`)
  tell(
    `Work since ${shown(at)} is lost${lost === null ? ', and could not be counted' : `: ${lost} audit rows`}.`,
  )
  tell(
    `${messages} messages and ${jobs} jobs are held. Decide with npm run restore -- --release or --discard.`,
  )
}
