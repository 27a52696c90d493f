/**
 * Runs exports: a job that reads one list as its viewer sees it and leaves a file for that viewer alone. It changes
 * nothing, so a worker that takes up a killed one's job starts over.
 */
import { DataFault, faultOf } from '#data/fault.ts'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { isStintError, notAllowed } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { Database } from '../database.ts'
import type { Log } from '../log.ts'
import type { Files } from '../storage.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { readViewerOfContact } from '../viewer-read.server.ts'
import { type Asked, type ExportJob, type Snapshot, tellMail, writeFile } from './export-file.server.ts'
import { runSnapshotJob, Stopped } from './export-progress.server.ts'

export type ExportDeps = {
  readonly shared_database?: Pick<Database, 'transaction' | 'reader'>
  readonly database: Pick<Database, 'transaction' | 'reader' | 'reportReader'>
  readonly clock: Clock
  readonly files: Files
  readonly log?: Pick<Log, 'error'>
  /** True when the process is ending: the export stops and starts over elsewhere. */
  readonly isStopping?: () => boolean
  /** Milliseconds between two looks at the job, for cancellation and progress. */
  readonly pace_ms?: number
}

/** A whole list may take minutes, yet not for ever. */
const PATIENCE = '10min'

/** Writes the file of an export. */
export const runExport = (deps: ExportDeps, job_id: string): Promise<'ended' | 'resting'> =>
  runSnapshotJob(deps, job_id, {
    take: (tx) => take(deps, tx, job_id),
    work: (job, progress) => inSnapshot(deps, job, (snapshot) => writeFile(deps, job, snapshot, progress)),
    fail: (error) => fail(deps, job_id, error),
  })

async function take({ clock }: ExportDeps, tx: Tx, id: string): Promise<ExportJob> {
  const row = await tx.row<{ input: Asked; viewer: Viewer }>(
    `update platform.job set status = 'running', updated_at = $2
     where id = $1 and status in ('queued', 'running') and deleted_at is null returning input, viewer`,
    [id, clock.now()],
  )
  if (!row) throw new Stopped('ended')
  // Read again: a removed role or a deactivated person stops the export (quality S9).
  const viewer = await readViewerOfContact(tx, row.viewer.business_contact_id, row.viewer)
  if (viewer === null) throw notAllowed()
  // Losing one of these roles loses the file (api-file.server.ts).
  await tx.run('update platform.job set viewer = $2 where id = $1', [id, JSON.stringify(viewer)])
  return { id, asked: row.input, viewer }
}

/** One snapshot of the database, on a connection with only the grants of the viewer's category. */
async function inSnapshot(
  { database }: ExportDeps,
  { id, viewer }: ExportJob,
  work: (snapshot: Snapshot) => Promise<void>,
): Promise<void> {
  const pool = database.reportReader(viewer.category)
  const client = await pool.connect()
  let isOver = false
  const end = async () => {
    if (isOver) return
    await client.query('rollback')
    isOver = true
    client.release()
  }
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const { rows: settings } = await client.query<{ pid: number }>(
      `select pg_backend_pid() as pid, set_config('statement_timeout', '${PATIENCE}', true),
         set_config('idle_in_transaction_session_timeout', '${PATIENCE}', true),
         -- PostgreSQL 17 brought it.
         (select set_config(name, '${PATIENCE}', true) from pg_settings where name = 'transaction_timeout')`,
    )
    const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_mine'
    const { rows } = await client.query<{ is_mine: boolean }>(lock, [`export:${id}`])
    // Another worker has it; a sweep woke this one.
    if (rows[0]?.is_mine === true)
      await work({ client, end }).catch(async (error: unknown) => {
        // Cancels a query that nobody awaits any more.
        if (!isOver) await pool.query('select pg_cancel_backend($1)', [settings[0]?.pid]).catch(() => {})
        throw error
      })
    await end()
  } finally {
    // After an error the connection may still be sending rows: it is closed with its transaction.
    if (!isOver) client.release(true)
  }
}

function sentenceOf(error: unknown): string {
  if (isStintError(error)) return error.message
  const { code, message } = error instanceof DataFault ? error : faultOf(error)
  return code === 'unexpected' ? errorText.internal : `The list could not be read: ${message}`
}

async function fail({ database, clock, log }: ExportDeps, id: string, error: unknown): Promise<void> {
  if (!isStintError(error) && !(error instanceof DataFault))
    log?.error({ err: error, job_id: id }, 'an export failed')
  await inTransaction(database, async (tx) => {
    const failed = await tx.row<{ is_mailed: boolean }>(
      `update platform.job set status = 'failed', message = $2, updated_at = $3, finished_at = $3
       where id = $1 and status in ('queued', 'running') returning input ? 'mailing' as is_mailed`,
      [id, sentenceOf(error), clock.now()],
    )
    if (failed?.is_mailed) await tellMail(tx, id)
  })
}
