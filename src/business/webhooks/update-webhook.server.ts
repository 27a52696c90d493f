import { z } from 'zod'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { webhook } from './webhook.entity.ts'
import { webhook_admins } from './webhook.rules.ts'
import { lockWebhook, requireReach, webhookInput } from './webhook-input.server.ts'

/** Changes the address and the events. Deliveries that wait go to the new address. */
export const updateWebhook = verb({
  action_id: 'platform.webhook.update',
  since: '0.1.0',
  summary: 'Changes the address and the events of a webhook',
  machine: 'refused',
  impersonator: 'refused',
  who: webhook_admins,
  input: z.strictObject({ id: z.uuid(), ...webhookInput }),
  output: z.strictObject({ id: z.uuid(), url: z.string(), events: z.array(z.string()) }),
  step_up: FIVE_MINUTES,
  run: async (context, { id, url, events }) => {
    const row = await lockWebhook(context, id)
    requireReach(context, url)
    await updateRow(context.tx, webhook, id, { url, events, updated_at: context.clock.now() })
    context.audit({
      entity: 'platform.webhook',
      entity_id: id,
      old_values: { url: row.url, events: row.events },
      new_values: { url, events },
    })
    return { id, url, events }
  },
})
