import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { enteredBy } from '../shared/entered-by.server.ts'
import { webhook } from './webhook.entity.ts'
import { WEBHOOKS_MAX, webhook_admins } from './webhook.rules.ts'
import { requireReach, webhookInput } from './webhook-input.server.ts'
import { newWebhookSecret, SECRET_PLACE } from './webhook-signature.server.ts'

/** Enters an address of the business. Its secret is in this answer alone. */
export const createWebhook = verb({
  action_id: 'platform.webhook.create',
  since: '0.1.0',
  summary: 'Enters an address that is told of records; its secret is shown once',
  machine: 'refused',
  impersonator: 'refused',
  who: webhook_admins,
  input: z.strictObject(webhookInput),
  output: z.strictObject({
    id: z.uuid(),
    url: z.string(),
    events: z.array(z.string()),
    secret: z.string(),
  }),
  step_up: FIVE_MINUTES,
  secret_fields: ['secret'],
  run: async (context, { url, events }) => {
    const { tx, viewer, clock } = context
    requireReach(context, url)
    // One after the other, so that the count holds.
    await tx.row('select id from business.business where id = $1 for no key update', [viewer.business_id])
    const count = await tx.row<{ n: number }>(
      'select count(*)::int as n from platform.webhook where business_id = $1 and deleted_at is null',
      [viewer.business_id],
    )
    if ((count?.n ?? 0) >= WEBHOOKS_MAX)
      throw precondition(`A business has at most ${WEBHOOKS_MAX} webhooks. Delete one first.`)
    const secret = newWebhookSecret()
    const id = newUuid(clock)
    await insertRow(tx, webhook, {
      id,
      url,
      events,
      state: 'active',
      reason: null,
      failing_since: null,
      business_id: viewer.business_id,
      secret_enc: context.encrypt(secret, SECRET_PLACE),
      old_secret_enc: null,
      old_secret_until: null,
      ...enteredBy(context),
    })
    context.audit({ entity: 'platform.webhook', entity_id: id, new_values: { url, events, state: 'active' } })
    return { id, url, events, secret }
  },
})
