import { z } from 'zod'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { webhook } from './webhook.entity.ts'
import { overlapEnd, webhook_admins } from './webhook.rules.ts'
import { idInput, lockWebhook } from './webhook-input.server.ts'
import { newWebhookSecret, SECRET_PLACE } from './webhook-signature.server.ts'

/** A new secret. Both sign for a day, so that the receiver can change over. */
export const rotateWebhookSecret = verb({
  action_id: 'platform.webhook.rotate_secret',
  since: '0.1.0',
  summary: 'Gives a webhook a new secret, shown once; the old one signs too for 24 hours',
  machine: 'refused',
  impersonator: 'refused',
  who: webhook_admins,
  input: idInput,
  output: z.strictObject({ id: z.uuid(), old_secret_until: z.iso.datetime(), secret: z.string() }),
  step_up: FIVE_MINUTES,
  secret_fields: ['secret'],
  run: async (context, { id }) => {
    const row = await lockWebhook(context, id)
    const secret = newWebhookSecret()
    const now = context.clock.now()
    const old_secret_until = overlapEnd(now)
    await updateRow(context.tx, webhook, id, {
      secret_enc: context.encrypt(secret, SECRET_PLACE),
      old_secret_enc: row.secret_enc,
      old_secret_until,
      updated_at: now,
    })
    context.audit({
      entity: 'platform.webhook',
      entity_id: id,
      old_values: { old_secret_until: row.old_secret_until },
      new_values: { url: row.url, old_secret_until },
    })
    return { id, old_secret_until, secret }
  },
})
