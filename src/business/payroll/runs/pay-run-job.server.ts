/** The job that calculates, checks, approves or reopens a pay run: how it is started, and ended before its time. */
import { startJob } from '#server/job.server.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { RunJob } from './pay-run.rules.ts'
import type { RunFacts } from './run-work.rules.ts'

/** Kinds of the job: the action that it does. Its input is `{ ids: [pay_run_id] }`, of an approval `content_hash` too, of a reopening `reason`. */
export const run_job_kinds = {
  calculating: 'transaction.pay_run.calculate',
  checking: 'transaction.pay_run.check',
  approving: 'transaction.pay_run.approve',
  reopening: 'transaction.pay_run.reopen',
} as const satisfies Readonly<Record<RunJob, string>>

export type RunJobKind = (typeof run_job_kinds)[RunJob]

const kinds: readonly string[] = Object.values(run_job_kinds)

export const isRunJobKind = (kind: string): kind is RunJobKind => kinds.includes(kind)

type Run = Pick<RunFacts, 'id' | 'paye_scheme_id' | 'frequency' | 'pay_day'> & { readonly human_id: string }

/** Queues the calculation. @returns the id of the job */
export async function startCalculation(context: VerbContext, run: Run): Promise<string> {
  const { paye_scheme_id, frequency, pay_day } = run
  // About as many payslips; a small run does not wait behind long work.
  const employed = await context.tx.row<{ count: number }>(
    `select count(*)::int as count from business.employment
     where paye_scheme_id = $1 and pay_frequency = $2 and deleted_at is null and start_date <= $3::date
       and (leave_date is null or leave_date >= $3::date)`,
    [paye_scheme_id, frequency, pay_day],
  )
  return startRunJob(context, 'calculating', run, employed?.count ?? 0)
}

type NamedRun = Pick<Run, 'id' | 'human_id'>

/** Queues work on a run of so many payslips. @returns the id of the job */
export const startRunJob = (
  context: VerbContext,
  job: RunJob,
  { id, human_id }: NamedRun,
  total: number,
  seen: { readonly content_hash?: string; readonly reason?: string } = {},
): Promise<string> =>
  startJob(context, {
    kind: run_job_kinds[job],
    action_id: context.action_id,
    label: `Pay run ${human_id}`,
    input: { ids: [id], ...seen },
    total,
  })

/** The step of a job that works on this run now. Read after the run is locked, so that no job starts meanwhile. */
export async function jobOf(
  tx: Pick<Tx, 'row'>,
  pay_run_id: string,
  own_job_id: string | null,
): Promise<RunJob | null> {
  const going = await tx.row<{ kind: string }>(
    `select j.kind from transaction.pay_run r join platform.job j on j.id = r.job_id
     where r.id = $1 and j.status in ('queued', 'running') and j.id is distinct from $2`,
    [pay_run_id, own_job_id],
  )
  const jobs = Object.keys(run_job_kinds) as RunJob[] // The keys of the table.
  return jobs.find((job) => run_job_kinds[job] === going?.kind) ?? null
}

/** Cancels the job of a locked run that is cancelled, or calculated within a request. The job then stores nothing. */
export async function endRunJob({ tx, clock }: VerbContext, pay_run_id: string): Promise<void> {
  await tx.run(
    `update platform.job j set status = 'cancelled', updated_at = $2, finished_at = $2
     from transaction.pay_run r where r.id = $1 and j.id = r.job_id and j.status in ('queued', 'running')`,
    [pay_run_id, clock.now()],
  )
}
