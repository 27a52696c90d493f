/** The job that calculates a pay run: how it is started, and ended before its time. */
import { startJob } from '#server/job.server.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { RunFacts } from './run-work.rules.ts'

/** The kind of the job; its input is `{ ids: [pay_run_id] }`. */
export const RUN_CALCULATION = 'transaction.pay_run.calculate'

type NewCalculation = Pick<RunFacts, 'id' | 'paye_scheme_id' | 'frequency' | 'pay_day'> & {
  readonly human_id: string
}

/** Queues the calculation. @returns the id of the job */
export async function startCalculation(context: VerbContext, run: NewCalculation): Promise<string> {
  const { id, human_id, paye_scheme_id, frequency, pay_day } = run
  // About as many payslips; a small run does not wait behind long work.
  const employed = await context.tx.row<{ count: number }>(
    `select count(*)::int as count from business.employment
     where paye_scheme_id = $1 and pay_frequency = $2 and deleted_at is null and start_date <= $3::date
       and (leave_date is null or leave_date >= $3::date)`,
    [paye_scheme_id, frequency, pay_day],
  )
  return startJob(context, {
    kind: RUN_CALCULATION,
    action_id: context.action_id,
    label: `Pay run ${human_id}`,
    input: { ids: [id] },
    total: employed?.count ?? 0,
  })
}

/** Does a job calculate this run now? Asked after the run is locked, so that no job starts meanwhile. */
export async function isCalculating(tx: Pick<Tx, 'row'>, pay_run_id: string): Promise<boolean> {
  const going = await tx.row(
    `select j.id from transaction.pay_run r join platform.job j on j.id = r.calculation_job_id
     where r.id = $1 and j.status in ('queued', 'running')`,
    [pay_run_id],
  )
  return going !== undefined
}

/** Cancels the job of a locked run that is cancelled, or calculated within a request. The job then stores nothing. */
export async function endCalculation({ tx, clock }: VerbContext, pay_run_id: string): Promise<void> {
  await tx.run(
    `update platform.job j set status = 'cancelled', updated_at = $2, finished_at = $2
     from transaction.pay_run r where r.id = $1 and j.id = r.calculation_job_id and j.status in ('queued', 'running')`,
    [pay_run_id, clock.now()],
  )
}
