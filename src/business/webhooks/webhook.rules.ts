/** The rules of webhooks (docs/security.md, webhooks). Pure. */
import type { WhoMay } from '#entity/access.ts'
import { fromHttpDate, type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { api_token_makers } from '../people/api-tokens/api-token.rules.ts'
import { transitions } from '../shared/transitions.rules.ts'

/** Administrators, each for their own business. */
export const webhook_admins = api_token_makers satisfies WhoMay

/** Webhooks of a business. Each may be slow, and together they must hold few connections. */
export const WEBHOOKS_MAX = 10
export const KEPT_DAYS = 30
const OVERLAP_HOURS = 24
export const TIMEOUT_MS = 15_000
/** Bytes of an answer that are read; the list shows its first letters. */
export const ANSWER_BYTES = 4096
export const ANSWER_LETTERS = 500
/** Days with failed tries alone, after which a webhook is disabled. */
export const FAILING_DAYS = 5

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

/** Seconds from each failed try to the next: 75:35:05 hours in all. */
export const retry_seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
const RETRY_AFTER_SECONDS_MAX = 86_400
const JITTER = 0.1

/**
 * The next try, or null after the last.
 * @param attempts tries so far
 * @param draw 0 to 1: spreads the tries of many over a tenth before and after
 * @param retry_after seconds that the receiver asked for
 */
export function nextTry(
  now: Instant,
  attempts: number,
  draw: number,
  retry_after: number | null,
): Instant | null {
  const seconds = retry_seconds[attempts - 1]
  if (seconds === undefined) return null
  const spread = seconds * (1 - JITTER + 2 * JITTER * draw)
  const asked = Math.min(retry_after ?? 0, RETRY_AFTER_SECONDS_MAX)
  const ms = Math.max(spread, asked) * SECOND_MS
  return instantFromMs(toMs(now) + (ms - (ms % 1)))
}

/** Seconds of a `Retry-After`: a number, or a moment. Null where it says neither. */
export function retryAfter(header: string | undefined, now: Instant): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = fromHttpDate(text)
  return at === null ? null : Math.max(0, (toMs(at) - toMs(now)) / SECOND_MS)
}

/** Whether all tries of the last days failed. */
export const failsForDays = (failing_since: Instant | null, now: Instant): boolean =>
  failing_since !== null && toMs(now) - toMs(failing_since) >= FAILING_DAYS * DAY_MS

export const overlapEnd = (now: Instant): Instant => instantFromMs(toMs(now) + OVERLAP_HOURS * HOUR_MS)

const URL_LETTERS = 2000
const HTTPS_PORT = 443
const FREE_PORTS = 1024

/** The fault of a typed address; null where it may be used. Its IP addresses are checked at each call. */
export function urlFault(text: string): string | null {
  if (text.length > URL_LETTERS) return `Please enter at most ${URL_LETTERS} characters`
  if (!URL.canParse(text)) return 'Please enter an address such as https://example.org/hooks'
  const { protocol, username, password, port, hash, hostname } = new URL(text)
  if (protocol !== 'https:') return 'The address must begin with https://'
  if (username !== '' || password !== '') return 'The address must hold no user and no password'
  if (hash !== '' || text.includes('#')) return 'The address must hold no #'
  if (hostname === '' || hostname.endsWith('.')) return 'The address must name a host'
  const number = port === '' ? HTTPS_PORT : Number(port)
  if (number !== HTTPS_PORT && number < FREE_PORTS) return 'The port must be 443 or above 1023'
  return null
}

type Facts = { readonly status: 'active' | 'paused' | 'disabled' }

/** The state table of a webhook. */
export const { can } = transitions<'pause' | 'resume', Facts>(
  { name: () => 'This webhook' },
  {
    pause: { from: ['active'], to: 'paused', by: webhook_admins, done: 'paused', already: 'paused' },
    resume: {
      from: ['paused', 'disabled'],
      to: 'active',
      by: webhook_admins,
      done: 'resumed',
      already: 'active',
    },
  },
)

const disabled = refuse('precondition', 'This webhook is disabled. Resume it first.')

/** Only a delivery that no worker is about to send. */
export function canSendAgain({ state }: { readonly state: string }, webhook_state: string): Verdict {
  if (webhook_state === 'disabled') return disabled
  return state === 'pending' ? refuse('precondition', 'This delivery is still waiting') : true
}

export function canTest({ status }: Facts): Verdict {
  if (status === 'disabled') return disabled
  return status === 'paused' ? refuse('precondition', 'This webhook is paused. Resume it first.') : true
}
