import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { JobStep } from '#server/job.server.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { canSendAgain, webhook_admins } from './webhook.rules.ts'
import { lockWebhook } from './webhook-input.server.ts'

type Row = {
  readonly id: string
  readonly webhook_id: string
  readonly state: string
  readonly event: string
}

/** Queues the deliveries again from their first try, under the id of their message. */
async function sendAgain(context: VerbContext, ids: readonly string[]): Promise<number> {
  const { tx, viewer, clock } = context
  const named = await loadVisible<Row>(tx, viewer, 'platform.webhook_delivery', ids, {
    columns: 't.id, t.webhook_id',
  })
  // The webhook first, as its worker locks them.
  const hooks = new Map<string, Awaited<ReturnType<typeof lockWebhook>>>()
  for (const id of [...new Set(named.map(({ webhook_id }) => webhook_id))].sort())
    hooks.set(id, await lockWebhook(context, id))
  const rows = await loadVisible<Row>(tx, viewer, 'platform.webhook_delivery', ids, {
    lock: true,
    columns: 't.id, t.webhook_id, t.state, t.event',
  })
  for (const row of rows) requireCan(canSendAgain(row, hooks.get(row.webhook_id)?.status ?? 'disabled'))
  await tx.run(
    `update platform.webhook_delivery set state = 'pending', attempts = 0, next_attempt_at = $2, error = null, updated_at = $2
     where id = any ($1::uuid[])`,
    [rows.map(({ id }) => id), clock.now()],
  )
  for (const { id, event, state } of rows)
    context.audit({
      entity: 'platform.webhook_delivery',
      entity_id: id,
      old_values: { state },
      new_values: { event, state: 'pending' },
    })
  return rows.length
}

const input = z.strictObject({ id: z.uuid() })

/** Sends a delivery again: the same message at a new moment. */
export const sendDeliveryAgain = verb({
  action_id: 'platform.webhook_delivery.send_again',
  since: '0.1.0',
  summary: 'Sends a delivery of a webhook again, under the same message id',
  machine: 'refused',
  impersonator: 'refused',
  who: webhook_admins,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id }) => {
    await sendAgain(context, [id])
    return { id }
  },
})

/** One batch of all failed deliveries of a period. */
export const sendAgainBatch: JobStep = async (context, ids) => {
  await sendAgain(context, ids)
  return []
}
