/** Messages through the messaging service of the setting MESSAGING_URL (spec §7, the customer-messaging call). Pure. */
import { type Instant, toMs } from '#kernel/instant.ts'

export const message_topic = 'customer_message'
export const message_letters_max = 1000
export const no_messaging = 'Customer messaging is not set up'

/** Hours after which an undelivered message is given up. */
const HOURS_MAX = 24
export const too_late = `It was not delivered within ${HOURS_MAX} hours`

export const isTooLate = (created_at: Instant, now: Instant): boolean =>
  toMs(now) - toMs(created_at) > HOURS_MAX * 3_600_000

export type MessageOutcome =
  | { readonly to: 'sent' }
  /** A later try would fail in the same way. */
  | { readonly to: 'failed'; readonly error: string }
  | { readonly to: 'again'; readonly error: string }

/** Reads the service's answer: a busy service and its own faults are tried again, refusals are not. */
export function outcomeOf(status: number): MessageOutcome {
  if (status >= 200 && status < 300) return { to: 'sent' }
  const error = `The messaging service answered ${status}`
  return status >= 500 || status === 408 || status === 429 ? { to: 'again', error } : { to: 'failed', error }
}
