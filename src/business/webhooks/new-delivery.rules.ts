/** A delivery before its first try. */
import type { Instant } from '#kernel/instant.ts'

type Message = {
  readonly id: string
  readonly webhook_id: string
  readonly business_id: string
  readonly message_id: string
  readonly event: string
  /** Null for a test, which names no record. */
  readonly entity: string | null
  readonly entity_id: string | null
  readonly payload: string
}

/** The row of a delivery that is due at once. */
export const newDelivery = (message: Message, now: Instant) => ({
  ...message,
  next_attempt_at: now,
  last_attempt_at: null,
  status_code: null,
  error: null,
  response: null,
  duration_ms: null,
  lease_id: null,
  lease_until: null,
  created_at: now,
  updated_at: now,
})
