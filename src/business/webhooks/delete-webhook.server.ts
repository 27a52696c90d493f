import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { webhook } from './webhook.entity.ts'
import { webhook_admins } from './webhook.rules.ts'
import { idInput, lockWebhook } from './webhook-input.server.ts'

/** Ends a webhook; its waiting deliveries are not sent. */
export const deleteWebhook = verb({
  action_id: 'platform.webhook.delete',
  since: '0.1.0',
  summary: 'Deletes a webhook; its waiting deliveries are not sent',
  machine: 'refused',
  impersonator: 'refused',
  who: webhook_admins,
  input: idInput,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id }) => {
    const { tx, clock } = context
    const row = await lockWebhook(context, id)
    const now = clock.now()
    await updateRow(tx, webhook, id, { deleted_at: now, updated_at: now })
    await tx.run(
      `update platform.webhook_delivery set state = 'failed', next_attempt_at = null, error = 'The webhook was deleted',
         updated_at = $2 where webhook_id = $1 and state = 'pending'`,
      [id, now],
    )
    context.audit({
      entity: 'platform.webhook',
      entity_id: id,
      old_values: { state: row.status },
      new_values: { url: row.url, deleted_at: now },
    })
    return { id }
  },
})
