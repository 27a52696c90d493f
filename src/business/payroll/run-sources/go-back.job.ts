/**
 * Compares a run's figures with the facts of now, after a source of them changed, and sends a run that differs back to
 * the people who prepare it (payroll-run, states). Nothing is stored before the end, so a killed job starts over.
 */
import type { Clock } from '#kernel/clock.ts'
import { isStintError } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { type Progress, runSnapshotJob, Stopped } from '#server/export/export-progress.server.ts'
import { openContext } from '#server/perform.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'
import { updateRow } from '#server/write-row.server.ts'
import { job as job_entity } from '../../platform/note.entity.ts'
import { payslip_amounts } from '../figures/payslip.rules.ts'
import { computeRun } from '../runs/compute-run.server.ts'
import { loadRun, lockRun } from '../runs/load-run.server.ts'
import { pay_run } from '../runs/pay-run.entity.ts'
import { PATIENCE, type PayRunJobDeps } from '../runs/pay-run.job.ts'
import { type PayRunStatus, states, who } from '../runs/pay-run.rules.ts'
import { jobOf } from '../runs/pay-run-job.server.ts'
import { GO_BACK, type ToldChange } from './pay-run-sources.job.ts'
import type { WentBackFor } from './run-source.rules.ts'
import { type SlipDifference, type StoredSlip, slipDifferences } from './slip-differences.rules.ts'

type Asked = {
  readonly job_id: string
  readonly pay_run_id: string
  readonly changes: readonly ToldChange[]
}

export const compareRunWithSources = (deps: PayRunJobDeps, job_id: string): Promise<'ended' | 'resting'> =>
  runSnapshotJob(deps, job_id, {
    take: (tx) => take(tx, deps.clock, job_id),
    work: (asked, progress) => work(deps, asked, progress),
    fail: (error) => fail(deps, job_id, error),
  })

async function take(tx: Tx, clock: Clock, job_id: string): Promise<Asked> {
  const row = await tx.row<Omit<Asked, 'job_id'>>(
    `update platform.job set status = 'running', done = 0, updated_at = $2
     where id = $1 and status in ('queued', 'running') and deleted_at is null
     returning (input #>> '{ids,0}')::uuid as pay_run_id, input -> 'changes' as changes`,
    [job_id, clock.now()],
  )
  if (!row) throw new Stopped('ended')
  return { job_id, ...row }
}

type Seen = {
  readonly status: PayRunStatus
  readonly content_hash: string | null
  readonly provider_id: string
}

async function work({ database, clock }: PayRunJobDeps, asked: Asked, progress: Progress): Promise<void> {
  const { job_id, pay_run_id } = asked
  await inTransaction(database, async (tx) => {
    await tx.rows(PATIENCE)
    const seen = await tx.row<Seen>(
      'select status, content_hash, provider_id from transaction.pay_run where id = $1',
      [pay_run_id],
    )
    // Work on the run ends first: it may read the facts of before. The job's next turn looks again.
    if (seen && (await jobOf(tx, pay_run_id, null)) !== null) throw new Stopped('ended')
    const done = async () =>
      updateRow(tx, job_entity, job_id, {
        ...{ status: 'completed' as const, done: progress.rows() },
        ...{ updated_at: clock.now(), finished_at: clock.now() },
      })
    const business =
      seen && states.go_back.from?.includes(seen.status)
        ? await readViewerOfBusiness(tx, seen.provider_id, who.go_back.provider ?? [])
        : null
    if (!seen || business === null) {
      await done()
      return
    }
    const viewer = { ...business, user_id: SYSTEM, user_name: 'Stint' }
    const { context, finish } = openContext({ tx, clock }, viewer, GO_BACK)
    await compare(context, { ...asked, content_hash: seen.content_hash }, progress)
    await done()
    await finish()
  })
}

async function compare(
  context: VerbContext,
  asked: Asked & Pick<Seen, 'content_hash'>,
  progress: Progress,
): Promise<void> {
  const { pay_run_id, content_hash } = asked
  const computed = await computeRun(context, await loadRun(context, pay_run_id), (done, total) => {
    progress.setTotal(total)
    return progress.read(Math.max(0, done - progress.rows()))
  })
  if (computed.hash === content_hash) return
  const run = await lockedRun(context, pay_run_id)
  // Calculated again meanwhile: the next turn compares with that.
  if (run.content_hash !== content_hash) throw new Stopped('ended')
  const stored = await storedSlips(context.tx, pay_run_id)
  const differences = slipDifferences(stored, computed.slips)
  await goBack(context, run, wentBackFor(asked.changes, differences))
}

/** @throws Stopped where somebody moved the run on meanwhile: the next turn looks at it again */
async function lockedRun(context: VerbContext, id: string) {
  try {
    return await lockRun(context, id, 'go_back')
  } catch (error) {
    throw isStintError(error) ? new Stopped('ended') : error
  }
}

async function goBack(
  { tx, clock, audit }: VerbContext,
  run: Awaited<ReturnType<typeof lockRun>>,
  went_back_for: WentBackFor,
): Promise<void> {
  await updateRow(tx, pay_run, run.id, {
    status: 'open',
    checker: null,
    checked_at: null,
    went_back_at: clock.now(),
    went_back_for,
    updated_at: clock.now(),
  })
  audit({
    entity: 'transaction.pay_run',
    entity_id: run.id,
    old_values: { status: run.status },
    new_values: { status: 'open', went_back_for },
  })
}

/** By name on the page. */
const SHOWN = 10

/** Changes of workers with other figures, and of all workers; where no change is theirs, all that are known. */
function wentBackFor(changes: readonly ToldChange[], differences: readonly SlipDifference[]): WentBackFor {
  const concerned = new Set(differences.map(({ contractor_id }) => contractor_id))
  const own = changes.filter(({ contractor_id }) => contractor_id === null || concerned.has(contractor_id))
  const named = own.length > 0 ? own : changes
  return {
    changes: named.slice(0, SHOWN).map(({ what, by, at }) => ({ what, by, at })),
    more_changes: Math.max(0, named.length - SHOWN),
    differences: differences.slice(0, SHOWN).map(({ sentence }) => sentence),
    more_differences: Math.max(0, differences.length - SHOWN),
  }
}

const storedSlips = (tx: Tx, id: string): Promise<StoredSlip[]> =>
  tx.rows<StoredSlip>(
    `select p.employment_id, p.contractor_id, k.name as worker, ${payslip_amounts.map((field) => `p.${field}::text`).join(', ')}
     from transaction.pay_run_payslip p join business.business k on k.id = p.contractor_id
     where p.pay_run_id = $1 and p.withdrawn_as is null order by k.name, p.id`,
    [id],
  )

/** The run stays as it was: its check and its approval compare again. */
async function fail({ database, clock, log }: PayRunJobDeps, id: string, error: unknown): Promise<void> {
  if (!isStintError(error)) log?.error({ err: error, job_id: id }, 'the comparison of a pay run failed')
  await inTransaction(database, (tx) =>
    tx.run(
      `update platform.job set status = 'failed', message = $2, updated_at = $3, finished_at = $3
       where id = $1 and status in ('queued', 'running')`,
      [id, isStintError(error) ? error.message : errorText.internal, clock.now()],
    ),
  )
}
