/** Sources of tasks: each reads the open waits of one entity, one row for each person. */
import type { NotificationKindName } from '../platform/notification-kinds.rules.ts'

/**
 * Each statement reads kind, entity_id, contact_id, business_id, user_id, since, fact (null: `since` tells one wait from
 * the next), title, message and link. `$1` is now, `$2` is today.
 */
export type TaskSource = {
  readonly entity: string
  readonly kinds: readonly NotificationKindName[]
  readonly sql: readonly string[]
}
