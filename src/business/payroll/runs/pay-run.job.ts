/**
 * Calculates, checks, approves or reopens a pay run as a job. All that it does is stored together at the end, so that a worker
 * that takes up a killed one's job starts over, and nothing is stored twice.
 */
import { requireOneOf } from '#business/shared/who-may.rules.ts'
import type { Viewer, WhoMay } from '#entity/access.ts'
import { type Clock, frozenAt } from '#kernel/clock.ts'
import { isStintError, notAllowed } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { Database } from '#server/database.ts'
import { type Progress, runSnapshotJob, Stopped } from '#server/export/export-progress.server.ts'
import type { Log } from '#server/log.ts'
import { openContext } from '#server/perform.server.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { updateRow } from '#server/write-row.server.ts'
import { job as job_entity } from '../../platform/note.entity.ts'
import { approveRun } from './approve-pay-run.server.ts'
import { keepChecked } from './check-pay-run.server.ts'
import { computeRun, type FollowSlips } from './compute-run.server.ts'
import { keepRun } from './keep-run.server.ts'
import { loadRun, lockRun } from './load-run.server.ts'
import { who } from './pay-run.rules.ts'
import type { RunJobKind } from './pay-run-job.server.ts'
import { reopenRun } from './reopen-pay-run.server.ts'

export type PayRunJobDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly log?: Pick<Log, 'error'>
  /** True when the process is ending: the work starts over elsewhere. */
  readonly isStopping?: () => boolean
  /** Milliseconds between two looks at the job: whether it was cancelled, and how far it is. */
  readonly pace_ms?: number
}

/** Longest transaction of the work. PostgreSQL 17 brought the limit. */
export const PATIENCE = `select set_config(name, '60min', true) from pg_settings where name = 'transaction_timeout'`

type RunWork = {
  readonly job_id: string
  readonly kind: RunJobKind
  readonly pay_run_id: string
  /** As the approver saw it. */
  readonly content_hash: string | null
  /** Of a reopening. */
  readonly reason: string | null
  readonly viewer: Viewer
}

/** One kind of the work. @returns the number of payslips */
type Step = {
  readonly who: WhoMay
  readonly run: (context: VerbContext, work: RunWork, follow: FollowSlips) => Promise<number>
}

const steps: Readonly<Record<RunJobKind, Step>> = {
  'transaction.pay_run.calculate': {
    who: who.calculate,
    run: async (context, { pay_run_id, job_id }, follow) => {
      const computed = await computeRun(context, await loadRun(context, pay_run_id), follow)
      // Not locked before: others read and cancel the run meanwhile, and nobody changes it.
      await keepRun(context, await lockRun(context, pay_run_id, 'calculate', job_id), computed, job_id)
      return computed.slips.length
    },
  },
  'transaction.pay_run.check': {
    who: who.check,
    run: async (context, { pay_run_id, job_id }, follow) => {
      const { hash, slips } = await computeRun(context, await loadRun(context, pay_run_id), follow)
      await keepChecked(context, await lockRun(context, pay_run_id, 'check', job_id), hash, job_id)
      return slips.length
    },
  },
  'transaction.pay_run.approve': {
    who: who.approve,
    run: async (context, { pay_run_id, job_id, content_hash }, follow) => {
      const run = await lockRun(context, pay_run_id, 'approve', job_id)
      const payslips = await approveRun(context, run, content_hash ?? '', { job_id, follow })
      return payslips.length
    },
  },
  'transaction.pay_run.reopen': {
    who: who.reopen,
    run: async (context, { pay_run_id, job_id, reason }, follow) => {
      const run = await lockRun(context, pay_run_id, 'reopen', job_id)
      const withdrawn = await reopenRun(context, run, reason ?? '', { job_id, follow })
      return withdrawn.length
    },
  },
}

export const workOnPayRun = (deps: PayRunJobDeps, job_id: string): Promise<'ended' | 'resting'> =>
  runSnapshotJob(deps, job_id, {
    take: (tx) => take(tx, deps.clock, job_id),
    work: (job, progress) => work(deps, job, progress),
    fail: (error) => fail(deps, job_id, error),
  })

async function take(tx: Tx, clock: Clock, job_id: string): Promise<RunWork> {
  const row = await tx.row<Omit<RunWork, 'job_id'>>(
    `update platform.job set status = 'running', done = 0, updated_at = $2
     where id = $1 and status in ('queued', 'running') and deleted_at is null
     returning kind, viewer, (input #>> '{ids,0}')::uuid as pay_run_id, input ->> 'content_hash' as content_hash, input ->> 'reason' as reason`,
    [job_id, clock.now()],
  )
  if (!row) throw new Stopped('ended')
  return { job_id, ...row }
}

/** Read again: a removed role or a deactivated person stops the work (quality S9). */
async function viewerNow(tx: Tx, { viewer: asked, kind }: RunWork): Promise<Viewer> {
  const viewer = await readViewerOfContact(tx, asked.business_contact_id, asked)
  if (viewer === null) throw notAllowed()
  requireOneOf(viewer, steps[kind].who)
  return viewer
}

async function work({ database, clock }: PayRunJobDeps, job: RunWork, progress: Progress): Promise<void> {
  await inTransaction(database, async (tx) => {
    await tx.rows(PATIENCE)
    const viewer = await viewerNow(tx, job)
    const { context, finish } = openContext({ tx, clock: frozenAt(clock) }, viewer, job.kind)
    const payslips = await steps[job.kind].run(context, job, (done, total) => {
      progress.setTotal(total)
      return progress.read(Math.max(0, done - progress.rows()))
    })
    // Locked after the run, as the steps that end the job do.
    const going = await tx.row(
      `select id from platform.job where id = $1 and status = 'running' for update`,
      [job.job_id],
    )
    if (!going) throw new Stopped('ended')
    await updateRow(tx, job_entity, job.job_id, {
      status: 'completed',
      total: payslips,
      done: payslips,
      updated_at: clock.now(),
      finished_at: clock.now(),
    })
    await finish()
  })
}

/** The run stays as it was. Its new `updated_at` lets open pages see that the job has ended. */
async function fail({ database, clock, log }: PayRunJobDeps, id: string, error: unknown): Promise<void> {
  if (!isStintError(error)) log?.error({ err: error, job_id: id }, 'the work on a pay run failed')
  const message = isStintError(error) ? error.message : errorText.internal
  await inTransaction(database, async (tx) => {
    await tx.run('update transaction.pay_run set updated_at = $2 where job_id = $1', [id, clock.now()])
    await tx.run(
      `update platform.job set status = 'failed', message = $2, updated_at = $3, finished_at = $3
       where id = $1 and status in ('queued', 'running')`,
      [id, message, clock.now()],
    )
  })
}
