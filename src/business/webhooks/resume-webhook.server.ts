import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { webhook } from './webhook.entity.ts'
import { can, webhook_admins } from './webhook.rules.ts'
import { idInput, lockWebhook } from './webhook-input.server.ts'

/** Starts a webhook again after a pause or a fault; its waiting deliveries go out at once. */
export const resumeWebhook = verb({
  action_id: 'platform.webhook.resume',
  since: '0.1.0',
  summary: 'Resumes a paused or disabled webhook',
  machine: 'refused',
  impersonator: 'refused',
  who: webhook_admins,
  input: idInput,
  output: z.strictObject({ id: z.uuid(), state: z.literal('active') }),
  run: async (context, { id }) => {
    const { tx, clock, viewer } = context
    const row = await lockWebhook(context, id)
    requireCan(can.resume(row, viewer))
    const now = clock.now()
    await updateRow(tx, webhook, id, { state: 'active', reason: null, failing_since: null, updated_at: now })
    await tx.run(
      `update platform.webhook_delivery set next_attempt_at = $2, updated_at = $2
       where webhook_id = $1 and state = 'pending' and next_attempt_at > $2`,
      [id, now],
    )
    context.audit({
      entity: 'platform.webhook',
      entity_id: id,
      old_values: { state: row.status, reason: row.reason },
      new_values: { state: 'active', reason: null },
    })
    return { id, state: 'active' as const }
  },
})
