import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { startJob } from '#server/job.server.ts'
import { verb } from '#server/verb.ts'
import { dayInput } from '../parties/party-input.server.ts'
import { webhook_admins } from './webhook.rules.ts'
import { lockWebhook } from './webhook-input.server.ts'

const input = z.strictObject({ id: z.uuid(), from_day: dayInput, to_day: dayInput })

/** Ids of one job. */
const FAILED_MAX = 20_000

export const SEND_FAILED = 'platform.webhook.send_failed'

/** Sends all failed deliveries of a period again, as a job. */
export const sendFailed = verb({
  action_id: SEND_FAILED,
  since: '0.1.0',
  summary: 'Sends the failed deliveries of a period again, as a job',
  machine: 'refused',
  impersonator: 'refused',
  who: webhook_admins,
  input,
  output: z.strictObject({ job_id: z.uuid(), total: z.int() }),
  run: async (context, { id, from_day, to_day }) => {
    const { tx } = context
    await lockWebhook(context, id)
    const rows = await tx.rows<{ id: string }>(
      `select id from platform.webhook_delivery where webhook_id = $1 and state = 'failed'
         and (created_at at time zone 'Europe/London')::date between $2 and $3
       order by id limit ${FAILED_MAX}`,
      [id, from_day, to_day],
    )
    if (rows.length === 0) throw precondition('No delivery of this period has failed')
    const ids = rows.map((row) => row.id)
    const job_id = await startJob(context, {
      kind: SEND_FAILED,
      input: { ids, id, from_day, to_day },
      total: ids.length,
    })
    context.audit({
      entity: 'platform.webhook',
      entity_id: id,
      new_values: { sent_again: ids.length, from_day, to_day },
    })
    return { job_id, total: ids.length }
  },
})
