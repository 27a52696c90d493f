/** Shared by the three jobs of an import: loading it, one worker at a time, and progress. */

import { importers } from '#business/importers.ts'
import type { Mapping } from '#business/imports/import-columns.rules.ts'
import type { Importer } from '#business/imports/importer.server.ts'
import { type ImportJob, import_jobs } from '#business/imports/load-import.server.ts'
import { isOneOf } from '#business/shared/who-may.rules.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { isStintError, notAllowed, toErrorBody } from '#kernel/errors.ts'
import type { CsvForm } from '#server/csv-read.ts'
import type { Database } from '#server/database.ts'
import { adaptDatabaseError, isPassing } from '#server/failure.ts'
import { jobKind } from '#server/job.server.ts'
import type { Log } from '#server/log.ts'
import type { Files } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import type { AnyVerb, Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { updateRow } from '#server/write-row.server.ts'
import { job } from '../platform/note.entity.ts'

export type ImportDeps = {
  readonly database: Pick<Database, 'transaction' | 'app'>
  readonly clock: Clock
  readonly files: Files
  readonly log?: Pick<Log, 'error'>
  /** The product's own when absent. */
  readonly verbs?: ReadonlyMap<string, AnyVerb>
  /** True when the process wants to end: the work rests after the batch in hand. */
  readonly isStopping?: () => boolean
}

export type ImportWork = {
  readonly job_id: string
  readonly kind: ImportJob
  readonly id: string
  readonly importer: Importer
  readonly action_id: string
  readonly file_url: string
  readonly columns: readonly string[]
  readonly mapping: Mapping
  readonly form: CsvForm | null
  readonly row_count: number
  readonly mode: 'valid' | 'all'
  readonly viewer: Viewer
}

/** The work goes no further: it was cancelled, or the process ends. */
export class ImportStopped extends Error {
  override name = 'ImportStopped'
  readonly outcome: 'ended' | 'resting'
  constructor(outcome: 'ended' | 'resting') {
    super(outcome)
    this.outcome = outcome
  }
}

const kinds: readonly string[] = Object.values(import_jobs)

/** Is this job work on an import, and which? */
export async function importJobKind(
  database: Pick<Database, 'transaction'>,
  job_id: string,
): Promise<ImportJob | null> {
  const kind = await jobKind(database, job_id)
  return kind !== null && kinds.includes(kind) ? (kind as ImportJob) : null // Checked against the kinds above.
}

/**
 * One worker at a time on one import: the lock is the connection's, and goes with it when a worker is killed.
 * @returns null when another one is at it
 */
export async function aloneWith<T>(
  { database }: Pick<ImportDeps, 'database'>,
  job_id: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const client = await database.app.connect()
  const name = [`import:${job_id}`]
  let isSpent = true
  try {
    const { rows } = await client.query<{ is_mine: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_mine',
      name,
    )
    if (rows[0]?.is_mine !== true) {
      isSpent = false
      return null
    }
    const done = await work()
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', name)
    isSpent = false
    return done
  } finally {
    client.release(isSpent)
  }
}

type Row = Omit<ImportWork, 'importer' | 'form' | 'kind' | 'job_id'> & {
  readonly template: string
  readonly kind: ImportJob
  readonly encoding: CsvForm['encoding'] | null
  readonly delimiter: CsvForm['delimiter'] | null
}

/** Takes the job in hand. @throws ImportStopped when nothing is left, not_allowed for a viewer who lost the right */
export async function takeImport({ database, clock }: ImportDeps, job_id: string): Promise<ImportWork> {
  return inTransaction(database, async (tx) => {
    await requireWanted(tx, job_id)
    await updateRow(tx, job, job_id, { status: 'running', updated_at: clock.now() })
    const found = await tx.row<Row>(
      `select j.kind, j.viewer, i.id, i.template, i.action_id, i.file_url, i.columns, i.mapping, i.encoding, i.delimiter,
         i.row_count, coalesce(i.mode, 'valid') as mode
       from platform.job j join platform.import i on i.id = (j.input ->> 'import_id')::uuid where j.id = $1`,
      [job_id],
    )
    const { template, encoding, delimiter, ...row } = present(found, 'the import of the job')
    const importer = present(importers.get(template), 'its importer')
    const form = encoding && delimiter ? { encoding, delimiter } : null
    return { ...row, job_id, importer, form, viewer: await viewerNow(tx, row.viewer, importer) }
  })
}

/**
 * Read again for each batch: a removed role or a deactivated person stops the work (quality S9).
 * @throws not_allowed
 */
export async function viewerNow(tx: Tx, viewer: Viewer, { shape }: Importer): Promise<Viewer> {
  const now = await readViewerOfContact(tx, viewer.business_contact_id, viewer)
  if (now === null || !isOneOf(now, shape.who)) throw notAllowed()
  return now
}

/** Locks the job's row. @throws ImportStopped after a cancellation */
export async function requireWanted(tx: Tx, job_id: string): Promise<void> {
  const job = await tx.row<{ status: string }>(
    'select status from platform.job where id = $1 and deleted_at is null for update',
    [job_id],
  )
  if (!job || !['queued', 'running'].includes(job.status)) throw new ImportStopped('ended')
}

export function requireTime({ isStopping }: Pick<ImportDeps, 'isStopping'>): void {
  if (isStopping?.()) throw new ImportStopped('resting')
}

/** Updates the job's figures; a missing total stays. */
export async function tellProgress(
  tx: Tx,
  { clock }: Pick<ImportDeps, 'clock'>,
  job_id: string,
  progress: { readonly total?: number; readonly done: number; readonly failed?: number },
): Promise<void> {
  await tx.run(
    `update platform.job set status = 'running', total = coalesce($2, total), done = $3, failed = $4, updated_at = $5
     where id = $1`,
    [job_id, progress.total ?? null, progress.done, progress.failed ?? 0, clock.now()],
  )
}

/** Ends the job and writes the outcome to the import. */
export async function finishImport(
  tx: Tx,
  { clock }: Pick<ImportDeps, 'clock'>,
  { job_id, id }: Pick<ImportWork, 'job_id' | 'id'>,
  end: { readonly status: string; readonly job?: 'completed' | 'failed'; readonly message?: string | null },
): Promise<void> {
  await updateRow(tx, job, job_id, {
    status: end.job ?? 'completed',
    message: end.message ?? null,
    updated_at: clock.now(),
    finished_at: clock.now(),
  })
  await tx.run(
    `update platform.import set status = $2, message = $3, updated_at = $4,
       applied_at = case when $2 = 'applied' then coalesce(applied_at, $4) else applied_at end where id = $1`,
    [id, end.status, end.message ?? null, clock.now()],
  )
}

/** The refusal in a thrown error. @throws any other error: a bug, or a lost database */
export function refusalIn(error: unknown): { message: string; errors: Readonly<Record<string, string>> } {
  if (isPassing(error)) throw error
  const adapted = adaptDatabaseError(error)
  if (!isStintError(adapted)) throw error
  const { message, errors } = toErrorBody(adapted)
  return { message, errors: errors ?? {} }
}
