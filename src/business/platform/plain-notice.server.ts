/** The columns of a notice to a person, whatever business they act for. */
import type { NewRow } from '#entity/new-row.ts'
import type { notification_log } from './log.entity.ts'
import { type NotificationKindName, notification_kinds } from './notification-kinds.rules.ts'

export const plainNotice = (kind: NotificationKindName) =>
  ({
    business_contact_id: null,
    business_id: null,
    kind,
    class: 'notice',
    entity: null,
    entity_id: null,
    state: 'open',
    snoozed_until: null,
    done_at: null,
    assigned_from: null,
    held_decision_id: null,
    actor_user_id: null,
    mail: notification_kinds[kind].mail,
    mailed_at: null,
  }) as const satisfies Partial<NewRow<typeof notification_log>>
