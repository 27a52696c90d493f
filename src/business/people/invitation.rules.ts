/** The rules of an invitation to act for a business (docs/security.md, people). Pure. */
import { hasMoneyRole } from '#entity/roles.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'

/** Queued with an invitation; the delivery makes its token. */
export const invitation_topic = 'invitation'

export const INVITATION_DAYS = 7
export const SENDS_MAX = 5
const PAUSE_MINUTES = 10
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The end of a link that is sent now. */
export const expiryOf = (now: Instant): Instant => instantFromMs(toMs(now) + INVITATION_DAYS * DAY_MS)

export interface Invitation {
  readonly state: string
  readonly sends: number
  readonly last_sent_at: Instant
  readonly expires_at: Instant
}

/** Decided when it is read; the nightly state only follows. */
export const isExpired = (invitation: Invitation, now: Instant): boolean =>
  invitation.state === 'expired' || (invitation.state === 'sent' && invitation.expires_at <= now)

export const isOpen = (state: string): boolean => state === 'sent' || state === 'expired'

/** Is there something to send again or to revoke? */
export function canChange({ state }: Pick<Invitation, 'state'>): Verdict {
  if (state === 'accepted') return refuse('conflict', 'This person has already joined')
  return isOpen(state) || refuse('conflict', 'This invitation was revoked. Invite the person again')
}

/** The same, and not too often. */
export function canResend(invitation: Pick<Invitation, 'state' | 'sends'>): Verdict {
  const verdict = canChange(invitation)
  if (verdict !== true || invitation.sends < SENDS_MAX) return verdict
  return refuse(
    'conflict',
    `This invitation was sent ${SENDS_MAX} times. Revoke it and invite the person again`,
  )
}

/** A link that passes through other hands gives no role that can release money. */
export function canCopyLink(
  invitation: Pick<Invitation, 'state' | 'sends'>,
  roles: readonly string[],
): Verdict {
  const verdict = canResend(invitation)
  if (verdict !== true || !hasMoneyRole(roles)) return verdict
  return refuse(
    'precondition',
    'A person with a role that can release money joins by mail alone. Set SMTP_URL on the server first, then send the invitation again',
  )
}

/** Whole minutes until the invitation may be sent again; 0 now. */
export function minutesToWait({ last_sent_at }: Pick<Invitation, 'last_sent_at'>, now: Instant): number {
  const left_ms = toMs(last_sent_at) + PAUSE_MINUTES * MINUTE_MS - toMs(now)
  if (left_ms <= 0) return 0
  const over_ms = left_ms % MINUTE_MS
  return (left_ms - over_ms) / MINUTE_MS + (over_ms > 0 ? 1 : 0)
}
