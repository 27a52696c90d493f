import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { computeRun } from './compute-run.server.ts'
import { keepRun } from './keep-run.server.ts'
import { lockRun, withPreparer } from './load-run.server.ts'
import { pay_run } from './pay-run.entity.ts'
import { who } from './pay-run.rules.ts'
import { endRunJob, startCalculation } from './pay-run-job.server.ts'

const input = z.strictObject({ id: z.uuid() })

/**
 * Computes the payslips of a run from the facts as they are, and its checks, within the request. It may be repeated
 * until the approval, and ends a job that calculates or checks the run.
 */
export const calculatePayRun = verb({
  action_id: 'transaction.pay_run.calculate',
  since: '0.1.0',
  summary: 'Calculates the payslips of a pay run, with their checks',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.calculate,
  input,
  output: z.strictObject({
    id: z.uuid(),
    status: z.literal('calculated'),
    payslips: z.number(),
    stops: z.number(),
    warnings: z.number(),
  }),
  run: async (context, { id }) => {
    const run = await lockRun(context, id, 'calculate')
    const computed = await computeRun(context, run)
    await endRunJob(context, id)
    await keepRun(context, run, computed, null)
    const counted = (level: string) => computed.findings.filter((one) => one.level === level).length
    return {
      id,
      status: 'calculated' as const,
      payslips: computed.slips.length,
      stops: counted('stop'),
      warnings: counted('warning'),
    }
  },
})

/** The same by a job with progress, for any number of workers. */
export const calculatePayRunByJob = verb({
  action_id: 'transaction.pay_run.calculate_by_job',
  since: '0.1.0',
  summary: 'Calculates the payslips of a pay run as a job, with their checks',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.calculate_by_job,
  input,
  output: z.strictObject({ id: z.uuid(), job_id: z.uuid() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const run = await lockRun(context, id, 'calculate_by_job')
    const job_id = await startCalculation(context, run)
    await updateRow(tx, pay_run, id, {
      job_id,
      prepared_by: withPreparer(run.prepared_by, viewer),
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'transaction.pay_run',
      entity_id: id,
      new_values: { job_id },
    })
    return { id, job_id }
  },
})
