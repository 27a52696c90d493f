/** After a change of a source: one job a run compares its figures with the facts of now. */
import { z } from 'zod'
import { startJob } from '#server/job.server.ts'
import { NeverDelivered, unreadable } from '#server/mail/never-delivered.ts'
import type { Delivery, Topic } from '#server/mail/outbox-deliver.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import type { Tx } from '#server/verb.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'
import { who } from '../runs/pay-run.rules.ts'
import { jobOf } from '../runs/pay-run-job.server.ts'
import { SOURCES_TOPIC } from './queue-source-changes.job.ts'

/** The kind of the job, and the action in its audit entries. */
export const GO_BACK = 'transaction.pay_run.go_back'

const change = z.object({
  contractor_id: z.uuid().nullable(),
  what: z.string(),
  by: z.string(),
  at: z.string(),
})
const payload = z.object({ pay_run_id: z.uuid(), changes: z.array(change) })
export type ToldChange = z.infer<typeof change>

type Run = {
  readonly human_id: string
  readonly status: string
  readonly payslip_count: number
  readonly provider_id: string
}

/** Changes that one job keeps by name. */
const NAMED_MAX = 200

export const runSourcesTopic: Topic = {
  topic: SOURCES_TOPIC,
  deliver: async ({ tx, clock, payload: given }: Delivery) => {
    const read = payload.safeParse(given)
    if (!read.success) throw new NeverDelivered(unreadable)
    const { pay_run_id, changes } = read.data
    const run = await concerned(tx, pay_run_id)
    if (run === null || (await joinWaiting(tx, pay_run_id, changes))) return
    const provider = await readViewerOfBusiness(tx, run.provider_id, who.go_back.provider ?? [])
    if (provider === null) return
    await startJob(
      { tx, clock, viewer: { ...provider, user_id: SYSTEM, user_name: 'Stint' } },
      {
        kind: GO_BACK,
        label: `Pay run ${run.human_id}`,
        input: { ids: [pay_run_id], changes },
        total: run.payslip_count,
        is_ours: true,
      },
    )
  },
}

/**
 * The run where it has figures, or may have them in a moment. A locked run is being calculated, checked or approved:
 * the job waits for the end of it, and the delivery does not.
 */
async function concerned(tx: Tx, id: string): Promise<Run | null> {
  const read = (lock: string) =>
    tx.row<Run>(
      `select human_id, status, payslip_count, provider_id from transaction.pay_run
       where id = $1 and status in ('open', 'calculated', 'checked') ${lock}`,
      [id],
    )
  const run = await read('for key share skip locked')
  if (run === undefined) return (await read('')) ?? null
  const is_open = run.status === 'open' && (await jobOf(tx, id, null)) === null
  return is_open ? null : run
}

/** A job that waits reads its facts later, so it sees this change as well. */
async function joinWaiting(tx: Tx, id: string, changes: readonly ToldChange[]): Promise<boolean> {
  const joined = await tx.run(
    `update platform.job set input = case when jsonb_array_length(input -> 'changes') >= ${NAMED_MAX} then input
       else jsonb_set(input, '{changes}', (input -> 'changes') || $3::jsonb) end
     where id = (select id from platform.job where kind = $1 and status = 'queued' and input #>> '{ids,0}' = $2
       order by id limit 1 for update skip locked) and status = 'queued'`,
    [GO_BACK, id, JSON.stringify(changes)],
  )
  return joined > 0
}
