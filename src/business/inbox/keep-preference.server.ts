import type { Clock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import type { MailTime, NotificationKindName } from '../platform/notification-kinds.rules.ts'

type Preference = {
  readonly user_id: string
  readonly business_contact_id: string
  readonly kind: NotificationKindName
  readonly mail: MailTime
}

export async function keepPreference(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  { user_id, business_contact_id, kind, mail }: Preference,
): Promise<void> {
  await tx.run(
    `insert into platform.notification_preference (id, user_id, business_contact_id, kind, mail, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (business_contact_id, kind) do update set mail = excluded.mail, updated_at = excluded.updated_at`,
    [newUuid(clock), user_id, business_contact_id, kind, mail, clock.now()],
  )
}
