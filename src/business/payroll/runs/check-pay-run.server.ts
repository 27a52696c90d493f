import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { computeRun } from './compute-run.server.ts'
import { type LockedRun, lockRun, withPreparer } from './load-run.server.ts'
import { pay_run } from './pay-run.entity.ts'
import { who } from './pay-run.rules.ts'
import { startRunJob } from './pay-run-job.server.ts'

const input = z.strictObject({ id: z.uuid() })

/**
 * Sends a calculated run to its approver. @throws precondition with stops, with warnings without a reason, or when facts
 * changed since the calculation
 */
export const checkPayRun = verb({
  action_id: 'transaction.pay_run.check',
  since: '0.1.0',
  summary: 'Sends a checked pay run to another person for approval',
  machine: 'refused',
  impersonator: 'refused',
  who: who.check,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('checked'), content_hash: z.string() }),
  run: async (context, { id }) => {
    const run = await lockRun(context, id, 'check')
    const { hash } = await computeRun(context, run)
    await keepChecked(context, run, hash, null)
    return { id, status: 'checked' as const, content_hash: hash }
  },
})

/** The same by a job with progress, for any number of workers. */
export const checkPayRunByJob = verb({
  action_id: 'transaction.pay_run.check_by_job',
  since: '0.1.0',
  summary: 'Sends a checked pay run to another person for approval as a job, which computes it again',
  machine: 'refused',
  impersonator: 'refused',
  who: who.check_by_job,
  input,
  output: z.strictObject({ id: z.uuid(), job_id: z.uuid() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const run = await lockRun(context, id, 'check_by_job')
    const job_id = await startRunJob(context, 'checking', run, run.payslip_count)
    await updateRow(tx, pay_run, id, {
      job_id,
      prepared_by: withPreparer(run.prepared_by, viewer),
      updated_at: clock.now(),
    })
    context.audit({ entity: 'transaction.pay_run', entity_id: id, new_values: { job_id } })
    return { id, job_id }
  },
})

/** Stores that the run waits for its approver. `hash` is of the payslips as they are computed now. */
export async function keepChecked(
  context: VerbContext,
  run: LockedRun,
  hash: string,
  job_id: string | null,
): Promise<void> {
  const { tx, viewer, clock } = context
  if (hash !== run.content_hash)
    throw precondition(`Facts of pay run ${run.human_id} changed since it was calculated: calculate it again`)
  await updateRow(tx, pay_run, run.id, {
    status: 'checked',
    checker: viewer.user_name,
    checked_at: clock.now(),
    prepared_by: withPreparer(run.prepared_by, viewer),
    return_reason: null,
    job_id,
    updated_at: clock.now(),
  })
  context.audit({
    entity: 'transaction.pay_run',
    entity_id: run.id,
    old_values: { status: run.status },
    new_values: { status: 'checked', content_hash: hash },
  })
}
