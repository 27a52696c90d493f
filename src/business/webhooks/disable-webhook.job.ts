/** Disables a webhook after too many failures, and notifies the administrators of its business. */
import { admin_roles } from '#entity/roles.ts'
import { type Clock, frozenAt } from '#kernel/clock.ts'
import { writeAudit } from '#server/audit-write.server.ts'
import { queueMail } from '#server/mail/mail-queue.server.ts'
import { writeAuditedEvents } from '#server/security/audited-events.server.ts'
import { SYSTEM } from '#server/system-user.ts'
import type { Tx } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { webhook } from './webhook.entity.ts'

type Disabled = { readonly id: string; readonly business_id: string; readonly url: string }
type Admin = {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly provider_id: string
}

const adminsOf = (tx: Tx, business_id: string): Promise<Admin[]> =>
  tx.rows<Admin>(
    `select c.id, u.email, c.first_name, coalesce(b.provider_id, b.id) as provider_id
     from business.business_contact c join business.business b on b.id = c.business_id
     join platform."user" u on u.id = c.user_id and u.kind = 'person' and u.is_active and u.deleted_at is null
     where c.business_id = $1 and c.roles && $2 and c.is_active and c.deleted_at is null and c.joined_at is not null
     order by c.id`,
    [business_id, admin_roles],
  )

export async function disableWebhook(
  { tx, clock: given }: { readonly tx: Tx; readonly clock: Clock },
  { id, business_id, url }: Disabled,
  reason: string,
): Promise<void> {
  const clock = frozenAt(given)
  const now = clock.now()
  await updateRow(tx, webhook, id, { state: 'disabled', reason, updated_at: now })
  for (const { id: contact_id, email, first_name, provider_id } of await adminsOf(tx, business_id))
    await queueMail(
      { tx, clock },
      {
        fact_key: `webhook_disabled:${id}:${now}:${contact_id}`,
        to: email,
        subject: 'A webhook was disabled',
        body_text: [
          `Hello ${first_name},`,
          '',
          `The webhook ${url} was disabled. ${reason}.`,
          '',
          'Look at its deliveries under Webhooks, and resume it when the endpoint answers again.',
        ].join('\n'),
        parent: { entity: 'platform.webhook', id },
        provider_id,
      },
    )
  const entry = {
    entity: 'platform.webhook',
    entity_id: id,
    old_values: { state: 'active' },
    new_values: { url, state: 'disabled', reason },
  }
  const origin = {
    viewer: { user_id: SYSTEM, impersonator_user_id: null, business_id },
    action_id: 'platform.webhook.disable',
    at: now,
  }
  await writeAuditedEvents(tx, origin, [entry])
  await writeAudit(tx, origin, [entry])
}
