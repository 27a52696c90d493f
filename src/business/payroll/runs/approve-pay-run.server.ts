import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { computeRun, type FollowSlips } from './compute-run.server.ts'
import { issueRun, lockWork } from './issue-run.server.ts'
import { deductDeemed, lockDeemed } from './keep-deemed.server.ts'
import { type LockedRun, lockRun } from './load-run.server.ts'
import { pay_run } from './pay-run.entity.ts'
import { who } from './pay-run.rules.ts'
import { startRunJob } from './pay-run-job.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  /** Of the run as the approver saw it. */
  content_hash: z.string().trim().max(64),
})

/**
 * Approves a run that others prepared: its payslips are computed once more, figures and documents of the work are
 * raised from them, and the payslips are issued. All of it or nothing.
 * @throws not_allowed for everybody who prepared the run or is paid by it; precondition when it changed
 */
export const approvePayRun = verb({
  action_id: 'transaction.pay_run.approve',
  since: '0.1.0',
  summary: 'Approves a pay run that somebody else prepared, and issues its payslips',
  machine: 'refused',
  impersonator: 'refused',
  who: who.approve,
  input,
  output: z.strictObject({
    id: z.uuid(),
    status: z.literal('approved'),
    payslips: z.array(z.strictObject({ id: z.uuid(), human_id: z.string(), net_pay: z.string() })),
  }),
  run: async (context, { id, content_hash }) => {
    const run = await lockRun(context, id, 'approve')
    const payslips = await approveRun(context, run, content_hash, { job_id: null })
    return { id, status: 'approved' as const, payslips }
  },
})

/**
 * The same by a job with progress, for any number of workers. The request keeps the approver and what they saw; until
 * the job ends nobody changes, returns or cancels the run.
 */
export const approvePayRunByJob = verb({
  action_id: 'transaction.pay_run.approve_by_job',
  since: '0.1.0',
  summary: 'Approves a pay run that somebody else prepared as a job, and issues its payslips',
  machine: 'refused',
  impersonator: 'refused',
  who: who.approve_by_job,
  input,
  output: z.strictObject({ id: z.uuid(), job_id: z.uuid() }),
  run: async (context, { id, content_hash }) => {
    const { tx, clock } = context
    const run = await lockRun(context, id, 'approve_by_job')
    requireSame(run, content_hash)
    const job_id = await startRunJob(context, 'approving', run, run.payslip_count, { content_hash })
    await updateRow(tx, pay_run, id, { job_id, updated_at: clock.now() })
    context.audit({ entity: 'transaction.pay_run', entity_id: id, new_values: { job_id, content_hash } })
    return { id, job_id }
  },
})

/** @throws precondition where the approver saw other figures than the checked ones */
function requireSame(run: LockedRun, ...hashes: readonly string[]): void {
  if (hashes.some((hash) => hash !== run.content_hash))
    throw precondition('The run changed since it was checked. Check it again')
}

type By = { readonly job_id: string | null; readonly follow?: FollowSlips }

/** Approves a locked run of which the viewer saw `content_hash`. @returns its payslips */
export async function approveRun(
  context: VerbContext,
  run: LockedRun,
  content_hash: string,
  { job_id, follow }: By,
) {
  const { tx, viewer, clock } = context
  const work = await lockWork(context, run.id)
  await lockDeemed(context, run.id)
  const computed = await computeRun(context, run, follow)
  requireSame(run, computed.hash, content_hash)
  const stop = computed.findings.find(({ level }) => level === 'stop')
  if (stop) throw precondition(stop.sentence)
  const payslips = await issueRun(context, run, computed, work)
  await updateRow(tx, pay_run, run.id, {
    status: 'approved',
    approved_by: viewer.user_id,
    approver: viewer.user_name,
    approved_at: clock.now(),
    job_id,
    updated_at: clock.now(),
  })
  context.audit({
    entity: 'transaction.pay_run',
    entity_id: run.id,
    old_values: { status: run.status },
    new_values: { status: 'approved', content_hash, payslips: payslips.map(({ human_id }) => human_id) },
  })
  await deductDeemed(
    context,
    payslips.map(({ id }) => id),
  )
  return payslips
}
