/** The mailed link that completes a sign-in with a password: it works once, in the same browser. */
import type { Clock } from '#kernel/clock.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type OneTimeLink, one_time_link, queueMail } from '../mail/mail-queue.server.ts'
import type { Tx } from '../verb.ts'
import type { Shown } from './auth-company.server.ts'
import { newToken } from './auth-cookie.ts'
import { linkHash } from './auth-link-token.ts'
import type { SignInMethod } from './auth-required.server.ts'

export const LINK_SECONDS = 10 * 60
const TRIES_MAX = 5

/** The secrets of a challenge; the table holds their hashes. */
export type Challenge = { readonly token: string; readonly browser: string; readonly expires_at: string }

/** Made for right and wrong passwords alike; `user_id` null leads nowhere. */
export async function openChallenge(
  tx: Tx,
  clock: Clock,
  user_id: string | null,
  { methods, through }: Shown,
): Promise<Challenge> {
  const now = clock.now()
  const challenge = {
    token: newToken(),
    browser: newToken(),
    expires_at: instantFromMs(toMs(now) + LINK_SECONDS * 1000),
  }
  await tx.run(
    `insert into auth.challenge (id_hash, user_id, kind, browser_hash, first_methods, created_at, expires_at, identity_provider_id)
     values ($1, $2, 'mail', $3, $4, $5, $6, $7)`,
    [
      linkHash(challenge.token),
      user_id,
      linkHash(challenge.browser),
      methods,
      now,
      challenge.expires_at,
      through,
    ],
  )
  return challenge
}

const reasons = {
  crowd:
    'Many sign-ins with your address or from your network have failed, so your sign-in needs a second step.',
  factor_reset: 'Your second factor was reset, so this link comes before you set up a new one.',
  phone_alone:
    'Your role can release money, and codes by SMS are not enough for it. This link comes before you set up another second factor.',
} as const
export type LinkReason = keyof typeof reasons

/** Mails the link; the mail log keeps a placeholder in its place. */
export async function mailChallenge(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  user: { readonly id: string; readonly email: string },
  why: LinkReason,
  secret: OneTimeLink,
): Promise<void> {
  await queueMail(
    { tx, clock },
    {
      fact_key: `sign-in-link:${newUuid(clock)}`,
      to: user.email,
      subject: 'Your sign-in link for Stint',
      body_text: `${reasons[why]}

Open this link in the same browser within 10 minutes to sign in:

${one_time_link}

If you did not sign in just now, somebody else did: sign in and change your password.`,
      secret,
    },
  )
}

type Closed = {
  readonly user_id: string
  readonly first_methods: readonly SignInMethod[]
  readonly identity_provider_id: string | null
}

/**
 * Ends a challenge. @returns its user, and the way in before it; null for an unknown, used or late link, and in another browser
 */
export async function closeChallenge(
  tx: Tx,
  clock: Clock,
  token: string,
  browser: string,
): Promise<Closed | null> {
  const row = await tx.row<Omit<Closed, 'user_id'> & { user_id: string | null; is_same: boolean }>(
    `update auth.challenge set tries = tries + 1
     where id_hash = $1 and kind = 'mail' and expires_at > $2 and tries < ${TRIES_MAX}
     returning user_id, first_methods, identity_provider_id, browser_hash = $3 as is_same`,
    [linkHash(token), clock.now(), linkHash(browser)],
  )
  if (!row?.is_same || row.user_id === null) return null
  await tx.run('delete from auth.challenge where id_hash = $1', [linkHash(token)])
  const { user_id, first_methods, identity_provider_id } = row
  return { user_id, first_methods, identity_provider_id }
}
