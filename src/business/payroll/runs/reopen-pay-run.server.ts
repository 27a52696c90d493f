import { z } from 'zod'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { waitAgain } from '../../timesheets/wait-again.server.ts'
import type { FollowSlips } from './compute-run.server.ts'
import { lockWork } from './issue-run.server.ts'
import { withdrawOverpayments } from './keep-overpayments.server.ts'
import { type LockedRun, lockRun } from './load-run.server.ts'
import { pay_run } from './pay-run.entity.ts'
import { who } from './pay-run.rules.ts'
import { startRunJob } from './pay-run-job.server.ts'
import { requireUntouched } from './reopen-hindrance.server.ts'
import { withdrawHoliday } from './withdraw-holiday.server.ts'
import { withdrawSlips } from './withdraw-slips.server.ts'

const input = z.strictObject({ id: z.uuid(), reason: moneyReasonInput })

/**
 * Opens an approved run again, before anything of it was paid or filed: documents and entries are reversed, payslips
 * are withdrawn, and its work waits for the same pay day. All of it or nothing.
 * @throws not_allowed for everybody who prepared the run or is paid by it; precondition with what was paid, filed or
 * built on it
 */
export const reopenPayRun = verb({
  action_id: 'transaction.pay_run.reopen',
  since: '0.1.0',
  summary: 'Opens an approved pay run again, before anything of it was paid or filed',
  machine: 'refused',
  impersonator: 'refused',
  who: who.reopen,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('open'), withdrawn: z.array(z.string()) }),
  run: async (context, { id, reason }) => {
    const run = await lockRun(context, id, 'reopen')
    const withdrawn = await reopenRun(context, run, reason, { job_id: null })
    return { id, status: 'open' as const, withdrawn }
  },
})

/**
 * The same by a job with progress, for any number of workers. A hindrance of now is told at once; until the job ends nobody else
 * reopens the run.
 */
export const reopenPayRunByJob = verb({
  action_id: 'transaction.pay_run.reopen_by_job',
  since: '0.1.0',
  summary: 'Opens an approved pay run again as a job, before anything of it was paid or filed',
  machine: 'refused',
  impersonator: 'refused',
  who: who.reopen_by_job,
  input,
  output: z.strictObject({ id: z.uuid(), job_id: z.uuid() }),
  run: async (context, { id, reason }) => {
    const { tx, clock } = context
    const run = await lockRun(context, id, 'reopen_by_job')
    const slips = await requireUntouched(context, run)
    const job_id = await startRunJob(context, 'reopening', run, slips.length, { reason })
    await updateRow(tx, pay_run, id, { job_id, updated_at: clock.now() })
    context.audit({
      entity: 'transaction.pay_run',
      entity_id: id,
      new_values: { job_id, reopen_reason: reason },
    })
    return { id, job_id }
  },
})

type By = { readonly job_id: string | null; readonly follow?: FollowSlips }

/** Opens a locked run again. @returns the numbers of its payslips */
export async function reopenRun(
  context: VerbContext,
  run: LockedRun,
  reason: string,
  { job_id, follow }: By,
): Promise<string[]> {
  const { tx, viewer, clock } = context
  const slips = await requireUntouched(context, run)
  const why = `Pay run ${run.human_id} is opened again: ${reason}`
  const work = await lockWork(context, run.id)
  let done = 0
  for (const sheet of work.values()) {
    await waitAgain(context, sheet, why)
    done += 1
    await follow?.(done, work.size)
  }
  await withdrawHoliday(context, slips)
  await withdrawOverpayments(context, slips)
  await withdrawSlips(context, run, slips, why)
  const now = clock.now()
  const values = { status: 'open' as const, reopen_reason: reason, reopener: viewer.user_name }
  await updateRow(tx, pay_run, run.id, {
    ...values,
    reopened_at: now,
    ...{ checker: null, checked_at: null, approved_by: null, approver: null, approved_at: null },
    ...{ job_id, updated_at: now },
  })
  const withdrawn = slips.map(({ human_id }) => human_id)
  context.audit({
    entity: 'transaction.pay_run',
    entity_id: run.id,
    old_values: { status: run.status },
    new_values: { ...values, withdrawn },
  })
  return withdrawn
}
