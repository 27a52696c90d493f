/**
 * Runs ledger checks: a job that checks one snapshot of the database and leaves a signed report. It changes no books,
 * so a worker that takes up a killed one's job starts over.
 */
import { readFileSync } from 'node:fs'
import {
  type CheckFacts,
  checkPage,
  LEDGER_CHECK,
  ledger_checkers,
  resultText,
} from '#business/ledger/ledger-check.rules.ts'
import { requireOneOf } from '#business/shared/who-may.rules.ts'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { isStintError, notAllowed } from '#kernel/errors.ts'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { errorText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Database } from '#server/database.ts'
import { FILES_LOCK } from '#server/export/export-file.server.ts'
import { type Progress, runSnapshotJob, Stopped } from '#server/export/export-progress.server.ts'
import type { Log } from '#server/log.ts'
import { renderPdf } from '#server/pdf/pdf-render.ts'
import { openContext } from '#server/perform.server.ts'
import type { Files, StoredFile } from '#server/storage.server.ts'
import { inTransaction, wrapTx } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { attachment, document } from '../platform/file.entity.ts'
import { never_sent, no_paper } from '../platform/no-paper.rules.ts'
import { job as job_entity } from '../platform/note.entity.ts'
import { type AskedCheck, readCheck } from './ledger-check-facts.job.ts'
import { signCheck } from './ledger-check-sign.job.ts'

export type LedgerCheckDeps = {
  readonly database: Pick<Database, 'transaction' | 'owner' | 'booksKeys'>
  readonly clock: Clock
  readonly files: Pick<Files, 'put'>
  readonly session_secret: string
  readonly log?: Pick<Log, 'error'>
  /** True when the process is ending: the check stops and starts over elsewhere. */
  readonly isStopping?: () => boolean
  /** Milliseconds between two looks at the job: whether it was cancelled, and how far it is. */
  readonly pace_ms?: number
}

type CheckJob = AskedCheck & { readonly viewer: Viewer }

const template = readFileSync(new URL('./ledger-check.typ', import.meta.url), 'utf8')

/** Makes the checks and keeps their report. */
export const runLedgerCheck = (deps: LedgerCheckDeps, job_id: string): Promise<'ended' | 'resting'> =>
  runSnapshotJob(deps, job_id, {
    take: (tx) => take(tx, deps.clock, job_id),
    work: async (job, progress) => {
      const facts = await inOneMoment(deps, job, progress)
      if (facts) await keep(deps, job, facts)
    },
    fail: (error) => fail(deps, job_id, error),
  })

/** Read again: a removed role or a deactivated person gets no report (quality S9). */
async function viewerNow(tx: Tx, asked: Viewer): Promise<Viewer> {
  const viewer = await readViewerOfContact(tx, asked.business_contact_id, asked)
  if (viewer === null) throw notAllowed()
  requireOneOf(viewer, ledger_checkers)
  return viewer
}

async function take(tx: Tx, clock: Clock, job_id: string): Promise<CheckJob> {
  const row = await tx.row<{ viewer: Viewer; created_at: Instant }>(
    `update platform.job set status = 'running', updated_at = $2
     where id = $1 and status in ('queued', 'running') and deleted_at is null returning viewer, created_at`,
    [job_id, clock.now()],
  )
  if (!row) throw new Stopped('ended')
  return { job_id, asked_at: row.created_at, viewer: await viewerNow(tx, row.viewer) }
}

/** Null when another worker is at it: this one was woken by a sweep. */
async function inOneMoment(
  { database, clock }: LedgerCheckDeps,
  job: CheckJob,
  progress: Progress,
): Promise<CheckFacts | null> {
  const client = await database.owner.connect()
  let isSpent = true
  try {
    // As the owner, like `npm run verify`, and able to change nothing.
    await client.query('begin transaction isolation level repeatable read, read only')
    const tx = wrapTx(client)
    const mine = await tx.row<{ is_mine: boolean; pid: number }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_mine, pg_backend_pid() as pid',
      [`${LEDGER_CHECK}:${job.job_id}`],
    )
    const reading = async () => {
      const onFinding = (_: unknown, all: number) => {
        progress.setTotal(all)
        return progress.read(1)
      }
      return readCheck(tx, database.booksKeys, job, clock.now(), onFinding)
    }
    const facts = mine?.is_mine
      ? await progress.whileWanted(reading()).catch(async (error: unknown) => {
          // Cancels a query that nobody awaits any more.
          await database.owner.query('select pg_cancel_backend($1)', [mine.pid]).catch(() => {})
          throw error
        })
      : null
    await client.query('rollback')
    isSpent = false
    return facts
  } finally {
    client.release(isSpent)
  }
}

/** The report and the word that it is there, together; a job cancelled meanwhile keeps neither. */
async function keep(deps: LedgerCheckDeps, job: CheckJob, facts: CheckFacts): Promise<void> {
  const { database, clock, files } = deps
  const code = signCheck(deps.session_secret, facts)
  const { bytes } = await renderPdf({ template, data: JSON.stringify(checkPage(facts, code)), images: [] })
  await inTransaction(database, async (tx) => {
    await tx.run('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [FILES_LOCK])
    const going = await tx.row(
      `select id from platform.job where id = $1 and status = 'running' for update`,
      [job.job_id],
    )
    if (!going) throw new Stopped('ended')
    const viewer = await viewerNow(tx, job.viewer)
    const file = await files.put(bytes)
    const result = resultText(facts.findings)
    const document_id = await insertReport({ tx, clock }, viewer, facts, file)
    await updateRow(tx, job_entity, job.job_id, {
      status: 'completed',
      total: facts.findings.length,
      done: facts.findings.length,
      message: result,
      updated_at: clock.now(),
      finished_at: clock.now(),
      input: { facts, code, document_id },
    })
    // The next link of the audit chain holds the report's hash, so a replaced report shows.
    const { context, finish } = openContext({ tx, clock }, viewer, 'ledger.check.start')
    context.audit({
      entity: 'platform.document',
      entity_id: document_id,
      new_values: { result, sha256: file.sha256 },
    })
    await finish()
  })
}

/** A document of the provider, readable by its people only. */
async function insertReport(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  viewer: Viewer,
  facts: CheckFacts,
  file: StoredFile,
): Promise<string> {
  const document_id = newUuid(clock)
  const attachment_id = newUuid(clock)
  const file_name = `Ledger check ${formatInstant(facts.checked_at).replaceAll('/', '-').replace(':', '.')}.pdf`
  const common = {
    provider_id: viewer.business_id,
    agency_id: null,
    client_id: null,
    contractor_id: null,
    funder_id: null,
    created_at: clock.now(),
    updated_at: clock.now(),
  }
  await insertRow(tx, attachment, {
    id: attachment_id,
    business_id: viewer.business_id,
    parent_entity: 'platform.document',
    parent_id: document_id,
    file_name,
    file_url: file.file_url,
    content_type: 'application/pdf',
    size_bytes: file.size_bytes,
    sha256: file.sha256,
    created_by: viewer.user_id,
    ...common,
  })
  await insertRow(tx, document, {
    ...no_paper,
    ...never_sent,
    id: document_id,
    business_id: viewer.business_id,
    type: LEDGER_CHECK,
    title: `${resultText(facts.findings)}, asked by ${facts.asked_by}`,
    attachment_id,
    parent_entity: null,
    parent_id: null,
    ...common,
  })
  return document_id
}

async function fail({ database, clock, log }: LedgerCheckDeps, id: string, error: unknown): Promise<void> {
  if (!isStintError(error)) log?.error({ err: error, job_id: id }, 'a ledger check failed')
  await inTransaction(database, (tx) =>
    tx.run(
      `update platform.job set status = 'failed', message = $2, updated_at = $3, finished_at = $3
       where id = $1 and status in ('queued', 'running')`,
      [id, isStintError(error) ? error.message : errorText.internal, clock.now()],
    ),
  )
}
