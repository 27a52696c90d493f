import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { webhook } from './webhook.entity.ts'
import { can, webhook_admins } from './webhook.rules.ts'
import { idInput, lockWebhook } from './webhook-input.server.ts'

/** Keeps deliveries back until it is resumed. */
export const pauseWebhook = verb({
  action_id: 'platform.webhook.pause',
  since: '0.1.0',
  summary: 'Keeps the deliveries of a webhook back',
  machine: 'refused',
  impersonator: 'refused',
  who: webhook_admins,
  input: idInput,
  output: z.strictObject({ id: z.uuid(), state: z.literal('paused') }),
  run: async (context, { id }) => {
    const row = await lockWebhook(context, id)
    requireCan(can.pause(row, context.viewer))
    await updateRow(context.tx, webhook, id, { state: 'paused', updated_at: context.clock.now() })
    context.audit({
      entity: 'platform.webhook',
      entity_id: id,
      old_values: { state: row.status },
      new_values: { state: 'paused' },
    })
    return { id, state: 'paused' as const }
  },
})
