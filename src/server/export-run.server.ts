/**
 * Carries exports out: a job that reads one list as its viewer sees it and leaves a file that is his alone. It changes
 * nothing, so a worker that takes up what a killed one left begins anew.
 */
import { entities, findEntity } from '#business/entities.ts'
import { endpointOf } from '#data/execute.server.ts'
import { DataFault, faultOf } from '#data/fault.ts'
import { readWholeList } from '#data/read-rows.server.ts'
import type { Viewer } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'
import { findField, valueAt } from '#entity/path.ts'
import { assert, present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import { isStintError, notAllowed, precondition } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Connection, Database } from './database.ts'
import type { ExportColumn } from './export-cells.ts'
import { type ExportFormat, type ExportRow, formats } from './export-formats.ts'
import { isConnectionLoss, isRetryable } from './failure.ts'
import { EXPORT_KIND } from './job.server.ts'
import type { Log } from './log.ts'
import type { FileDraft, Files } from './storage.server.ts'
import { inTransaction } from './tx.ts'
import type { Tx } from './verb.ts'
import { readViewerOfContact } from './viewer-read.server.ts'

export type ExportDeps = {
  readonly database: Pick<Database, 'transaction' | 'reader' | 'reportReader'>
  readonly clock: Clock
  readonly files: Files
  readonly log?: Pick<Log, 'error'>
  /** True when the process wants to end: the export rests after the page in hand and begins anew. */
  readonly isStopping?: () => boolean
  /** Milliseconds between two looks at the job: whether it was cancelled, and how far it is. */
  readonly pace_ms?: number
}

const PACE_MS = 400
/** A whole list may take longer than a request: minutes, yet not for ever. */
const PATIENCE = '10min'

/** As start-export.server.ts has checked and kept it. */
type Asked = {
  readonly entity: string
  readonly format: keyof typeof formats
  readonly where: Where
  readonly order_by: readonly Where[]
  readonly columns: readonly { readonly field: string; readonly label: string }[]
}
type Job = { readonly id: string; readonly viewer: Viewer; readonly asked: Asked }

/** The export goes no further, and nothing of it is kept. */
class Stopped extends Error {
  override name = 'Stopped'
  readonly outcome: 'ended' | 'resting'
  constructor(outcome: 'ended' | 'resting') {
    super(outcome)
    this.outcome = outcome
  }
}

/** Is this job an export, and not work in batches? */
export async function isExport(database: Pick<Database, 'transaction'>, job_id: string): Promise<boolean> {
  const job = await inTransaction(database, (tx) =>
    tx.row<{ kind: string }>('select kind from platform.job where id = $1', [job_id]),
  )
  return job?.kind === EXPORT_KIND
}

/**
 * Writes the file of an export.
 * @returns 'ended' when there is nothing more to do, 'resting' when it stopped because the process ends
 * @throws when the database is away; the queue tries again
 */
export async function runExport(deps: ExportDeps, job_id: string): Promise<'ended' | 'resting'> {
  try {
    const job = await inTransaction(deps.database, (tx) => take(deps, tx, job_id))
    await inSnapshot(deps, job, (client) => writeFile(deps, job, client))
    return 'ended'
  } catch (error) {
    if (error instanceof Stopped) return error.outcome
    if (isRetryable(error) || isConnectionLoss(error)) throw error
    await fail(deps, job_id, error)
    return 'ended'
  }
}

async function take({ clock }: ExportDeps, tx: Tx, id: string): Promise<Job> {
  const row = await tx.row<{ input: Asked; viewer: Viewer }>(
    `update platform.job set status = 'running', updated_at = $2
     where id = $1 and status in ('queued', 'running') and deleted_at is null returning input, viewer`,
    [id, clock.now()],
  )
  if (!row) throw new Stopped('ended')
  return { id, asked: row.input, viewer: await viewerNow(tx, row.viewer) }
}

/** Read anew: a role taken away, or a person deactivated, stops the export (quality S9). */
async function viewerNow(tx: Tx, viewer: Viewer): Promise<Viewer> {
  const now = await readViewerOfContact(tx, viewer.business_contact_id, viewer)
  if (now === null) throw notAllowed()
  return now
}

/** One moment of the database, on a connection with no more than the grants of the viewer's category. */
async function inSnapshot(
  { database }: ExportDeps,
  { id, viewer }: Job,
  work: (client: Connection) => Promise<void>,
): Promise<void> {
  const client = await database.reportReader(viewer.category).connect()
  let isSpent = true
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    await client.query(
      `select set_config('statement_timeout', '${PATIENCE}', true),
         set_config('idle_in_transaction_session_timeout', '${PATIENCE}', true)`,
    )
    const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_mine'
    const { rows } = await client.query<{ is_mine: boolean }>(lock, [`export:${id}`])
    // Another worker is at it: this one was woken by a sweep.
    if (rows[0]?.is_mine === true) await work(client)
    await client.query('rollback')
    isSpent = false
  } finally {
    // With an error in between it may still be sending rows: it ends, and its transaction with it.
    client.release(isSpent)
  }
}

async function writeFile(deps: ExportDeps, job: Job, client: Connection): Promise<void> {
  const { asked, viewer } = job
  const entity = present(findEntity(asked.entity), 'the entity of an export')
  const format = formats[asked.format]
  const columns = asked.columns.map(({ field, label }): ExportColumn & { field: string } => ({
    field,
    label,
    shape: present(findField(entities, entity, field), 'a field of an export').field,
  }))
  const endpoint = endpointOf({ database: deps.database, clock: deps.clock })
  const paths = columns.map(({ field }) => field)
  const list = await readWholeList({ endpoint, client, clock: deps.clock }, viewer, {
    entity,
    where: asked.where,
    order_by: asked.order_by,
    paths,
  })
  if (list.count > format.rows_max) throw precondition(tooMany(format, list.count))
  const progress = follow(deps, job.id, list.count)
  await progress.look(0)
  const draft = await deps.files.draft()
  try {
    const pages = cellsOf(list.pages, paths, progress)
    for await (const bytes of format.write(columns, pages, entity.plural)) await draft.write(bytes)
    assert(progress.rows() === list.count, 'every row that was counted is in the file')
    await keep(deps, job, draft, { entity, format, rows: list.count })
  } finally {
    progress.stop()
    await draft.discard()
  }
}

const counted = (rows: number) => groupThousands(String(rows))
const rowsText = (rows: number) => (rows === 1 ? '1 row' : `${counted(rows)} rows`)

const tooMany = ({ name, rows_max }: ExportFormat, rows: number) =>
  `A file of ${name} holds ${rowsText(rows_max)} and ${counted(rows)} match. Please filter the list, or export it as CSV.`

type Progress = {
  readonly look: (rows: number) => Promise<void>
  readonly rows: () => number
  readonly stop: () => void
}

/** Says how far the export is, and finds out whether it should go on. */
function follow({ database, clock, isStopping, pace_ms = PACE_MS }: ExportDeps, id: string, total: number) {
  let written = 0
  let looked_ms = Number.NEGATIVE_INFINITY
  let isOver = false
  const progress: Progress = {
    look: async (rows) => {
      written += rows
      // The writer may have pulled once more before it heard that all is over.
      if (isOver) throw new Stopped('ended')
      if (isStopping?.()) throw new Stopped('resting')
      if (performance.now() - looked_ms < pace_ms) return
      const changed = await inTransaction(database, (tx) =>
        tx.run(
          `update platform.job set total = $2, done = $3, updated_at = $4 where id = $1 and status = 'running'`,
          [id, total, written, clock.now()],
        ),
      )
      if (changed === 0) throw new Stopped('ended')
      looked_ms = performance.now()
    },
    rows: () => written,
    stop: () => {
      isOver = true
    },
  }
  return progress
}

async function* cellsOf(
  pages: AsyncIterable<readonly unknown[]>,
  paths: readonly string[],
  progress: Progress,
): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of pages) {
    await progress.look(rows.length)
    yield rows.map((row) => paths.map((path) => valueAt(row, path)))
  }
}

/** The file and the word that it is there, together; a job cancelled meanwhile keeps neither. */
async function keep(
  { database, clock }: ExportDeps,
  job: Job,
  draft: FileDraft,
  { entity, format, rows }: { entity: Entity; format: ExportFormat; rows: number },
): Promise<void> {
  await inTransaction(database, async (tx) => {
    const going = await tx.row(
      `select id from platform.job where id = $1 and status = 'running' for update`,
      [job.id],
    )
    if (!going) throw new Stopped('ended')
    const viewer = await viewerNow(tx, job.viewer)
    const { file_url, sha256, size_bytes } = await draft.keep()
    const now = clock.now()
    const file_name = `${entity.plural} ${clock.today()}.${format.ending}`
    // It names no party, so that nobody lists it: it is found through its job, and that is its user's alone.
    await tx.run(
      `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
         size_bytes, sha256, created_by, created_at, updated_at)
       values ($1, $2, 'platform.job', $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
      [
        newUuid(clock),
        viewer.business_id,
        job.id,
        file_name,
        file_url,
        format.content_type,
        size_bytes,
        sha256,
        viewer.user_id,
        now,
      ],
    )
    await tx.run(
      `update platform.job set status = 'completed', total = $2, done = $2, message = $3, updated_at = $4,
         finished_at = $4 where id = $1`,
      [job.id, rows, `${rowsText(rows)} exported`, now],
    )
  })
}

function sentenceOf(error: unknown): string {
  if (isStintError(error)) return error.message
  const { code, message } = error instanceof DataFault ? error : faultOf(error)
  return code === 'unexpected' ? errorText.internal : `The list could not be read: ${message}`
}

async function fail({ database, clock, log }: ExportDeps, id: string, error: unknown): Promise<void> {
  if (!isStintError(error) && !(error instanceof DataFault))
    log?.error({ err: error, job_id: id }, 'an export failed')
  await inTransaction(database, (tx) =>
    tx.run(
      `update platform.job set status = 'failed', message = $2, updated_at = $3, finished_at = $3
       where id = $1 and status in ('queued', 'running')`,
      [id, sentenceOf(error), clock.now()],
    ),
  )
}
