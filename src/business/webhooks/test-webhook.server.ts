import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { newDelivery } from './new-delivery.rules.ts'
import { webhook_delivery } from './webhook.entity.ts'
import { canTest, webhook_admins } from './webhook.rules.ts'
import { bodyText, PING } from './webhook-events.rules.ts'
import { idInput, lockWebhook } from './webhook-input.server.ts'

/** Sends `webhook.ping`, which names no record. */
export const testWebhook = verb({
  action_id: 'platform.webhook.send_test',
  since: '0.1.0',
  summary: 'Sends webhook.ping to a webhook',
  machine: 'refused',
  impersonator: 'refused',
  who: webhook_admins,
  input: idInput,
  output: z.strictObject({ id: z.uuid(), delivery_id: z.uuid() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const row = await lockWebhook(context, id)
    requireCan(canTest(row))
    const [delivery_id, message_id, now] = [newUuid(clock), newUuid(clock), clock.now()]
    await insertRow(
      tx,
      webhook_delivery,
      newDelivery(
        {
          id: delivery_id,
          webhook_id: id,
          business_id: viewer.business_id,
          message_id,
          event: PING,
          entity: null,
          entity_id: null,
          payload: bodyText({ type: PING, timestamp: now, data: { id } }),
        },
        now,
      ),
    )
    context.audit({ entity: 'platform.webhook', entity_id: id, new_values: { tested: delivery_id } })
    return { id, delivery_id }
  },
})
