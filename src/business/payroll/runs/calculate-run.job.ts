/**
 * Calculates a pay run as a job. Its payslips are stored together at the end, so that a worker that takes up a killed
 * one's job starts over, and they are stored once.
 */
import { requireOneOf } from '#business/shared/who-may.rules.ts'
import type { Viewer } from '#entity/access.ts'
import { type Clock, frozenAt } from '#kernel/clock.ts'
import { isStintError, notAllowed } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { Database } from '#server/database.ts'
import { type Progress, runSnapshotJob, Stopped } from '#server/export/export-progress.server.ts'
import type { Log } from '#server/log.ts'
import { openContext } from '#server/perform.server.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { updateRow } from '#server/write-row.server.ts'
import { job as job_entity } from '../../platform/note.entity.ts'
import { RUN_CALCULATION } from './calculation.server.ts'
import { computeRun } from './compute-run.server.ts'
import { keepRun } from './keep-run.server.ts'
import { loadRun, lockRun } from './load-run.server.ts'
import { who } from './pay-run.rules.ts'

export type CalculationDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly log?: Pick<Log, 'error'>
  /** True when the process is ending: the calculation starts over elsewhere. */
  readonly isStopping?: () => boolean
  /** Milliseconds between two looks at the job: whether it was cancelled, and how far it is. */
  readonly pace_ms?: number
}

/** Longest transaction of a calculation. PostgreSQL 17 brought the limit. */
const PATIENCE = `select set_config(name, '60min', true) from pg_settings where name = 'transaction_timeout'`

type Calculation = { readonly job_id: string; readonly pay_run_id: string; readonly viewer: Viewer }

export const runCalculation = (deps: CalculationDeps, job_id: string): Promise<'ended' | 'resting'> =>
  runSnapshotJob(deps, job_id, {
    take: (tx) => take(tx, deps.clock, job_id),
    work: (job, progress) => work(deps, job, progress),
    fail: (error) => fail(deps, job_id, error),
  })

async function take(tx: Tx, clock: Clock, job_id: string): Promise<Calculation> {
  const row = await tx.row<{ viewer: Viewer; pay_run_id: string }>(
    `update platform.job set status = 'running', done = 0, updated_at = $2
     where id = $1 and status in ('queued', 'running') and deleted_at is null
     returning viewer, (input #>> '{ids,0}')::uuid as pay_run_id`,
    [job_id, clock.now()],
  )
  if (!row) throw new Stopped('ended')
  return { job_id, ...row }
}

/** Read again: a removed role or a deactivated person stops the calculation (quality S9). */
async function viewerNow(tx: Tx, asked: Viewer): Promise<Viewer> {
  const viewer = await readViewerOfContact(tx, asked.business_contact_id, asked)
  if (viewer === null) throw notAllowed()
  requireOneOf(viewer, who.calculate)
  return viewer
}

async function work(
  { database, clock }: CalculationDeps,
  job: Calculation,
  progress: Progress,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    await tx.rows(PATIENCE)
    const viewer = await viewerNow(tx, job.viewer)
    const { context, finish } = openContext({ tx, clock: frozenAt(clock) }, viewer, RUN_CALCULATION)
    const run = await loadRun(context, job.pay_run_id)
    const computed = await computeRun(context, run, (done, total) => {
      progress.setTotal(total)
      return progress.read(Math.max(0, done - progress.rows()))
    })
    // Not locked before: others read and cancel the run meanwhile, and nobody changes it.
    await keepRun(context, await lockRun(context, run.id, 'calculate'), computed)
    // Locked after the run, as the steps that end the job do.
    const going = await tx.row(
      `select id from platform.job where id = $1 and status = 'running' for update`,
      [job.job_id],
    )
    if (!going) throw new Stopped('ended')
    await updateRow(tx, job_entity, job.job_id, {
      status: 'completed',
      total: computed.slips.length,
      done: computed.slips.length,
      updated_at: clock.now(),
      finished_at: clock.now(),
    })
    await finish()
  })
}

/** The run keeps its payslips. Its new `updated_at` tells open pages that the job has ended. */
async function fail({ database, clock, log }: CalculationDeps, id: string, error: unknown): Promise<void> {
  if (!isStintError(error)) log?.error({ err: error, job_id: id }, 'the calculation of a pay run failed')
  const message = isStintError(error) ? error.message : errorText.internal
  await inTransaction(database, async (tx) => {
    await tx.run('update transaction.pay_run set updated_at = $2 where calculation_job_id = $1', [
      id,
      clock.now(),
    ])
    await tx.run(
      `update platform.job set status = 'failed', message = $2, updated_at = $3, finished_at = $3
       where id = $1 and status in ('queued', 'running')`,
      [id, message, clock.now()],
    )
  })
}
